import { join } from "node:path";
import type { ts } from "ts-morph";

import { compareText } from "../model/compare-text.js";
import type { LogicModule } from "../model/model.js";
import { compiler } from "./compiler.js";
import type { InputFiles } from "./input-files.js";
import type { Reader } from "./reader.js";

/** Reads what is to be known of a module; reports what keeps it from being part of the plugin, and it is ignored then. */
export type ReadModule<Module extends LogicModule> = (
  reader: Reader,
  file: ts.SourceFile,
  module: LogicModule,
) => Module | undefined;

/** Where a plugin's own logic stands, and how its modules are read. */
export interface LogicFolder<Module extends LogicModule> {
  readonly root: string;
  /** Relative to the root. */
  readonly folder: string;
  readonly read: ReadModule<Module>;
}

/** Takes modules as they are, where they are of use. */
export function ifUsable(isUsable: (reader: Reader, file: ts.SourceFile) => boolean): ReadModule<LogicModule> {
  return (reader, file, module) => (isUsable(reader, file) ? module : undefined);
}

/** The modules of a folder that make part of the plugin, sorted. They are parsed and no more: what they import is not looked at. */
export function logicModules<Module extends LogicModule>(
  reader: Reader,
  inputs: InputFiles,
  { root, folder, read }: LogicFolder<Module>,
): Module[] {
  const path = join(root, folder);
  if (!compiler.sys.directoryExists(path)) return [];
  return compiler.sys
    .readDirectory(path, [".ts"], ["**/*.test.ts", "**/*.d.ts"], ["*.ts"])
    .map((file) => file.slice(file.lastIndexOf("/") + 1))
    .sort(compareText)
    .flatMap((file) => {
      const module = { module: `${folder}/${file}`, name: identifierFrom(file.replace(/\.ts$/, "")) };
      return read(reader, parseModule(join(path, file), inputs), module) ?? [];
    });
}

function parseModule(path: string, inputs: InputFiles): ts.SourceFile {
  return compiler.createSourceFile(path, inputs.read(path) ?? "", compiler.ScriptTarget.ES2022, true);
}

/** `order-mailer` becomes `orderMailer`. */
function identifierFrom(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `module${joined}`;
}
