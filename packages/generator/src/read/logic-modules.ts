import { join } from "node:path";
import type { ts } from "ts-morph";

import { compareText } from "../model/compare-text.js";
import type { LogicModule } from "../model/model.js";
import { compiler } from "./compiler.js";
import type { InputFiles } from "./input-files.js";
import type { Reader } from "./reader.js";

/** Where a plugin's own logic stands, and how its modules are judged. */
export interface LogicFolder {
  readonly root: string;
  /** Relative to the root. */
  readonly folder: string;
  /** Reports what keeps a module from being part of the plugin; it is ignored where anything does. */
  readonly isUsable: (reader: Pick<Reader, "report">, file: ts.SourceFile) => boolean;
}

/** The modules of a folder that make part of the plugin, sorted. They are parsed and no more: what they import is not looked at. */
export function logicModules(
  reader: Reader,
  inputs: InputFiles,
  { root, folder, isUsable }: LogicFolder,
): LogicModule[] {
  const path = join(root, folder);
  if (!compiler.sys.directoryExists(path)) return [];
  return compiler.sys
    .readDirectory(path, [".ts"], ["**/*.test.ts", "**/*.d.ts"], ["*.ts"])
    .map((file) => file.slice(file.lastIndexOf("/") + 1))
    .sort(compareText)
    .filter((file) => isUsable(reader, parseModule(join(path, file), inputs)))
    .map((file) => ({ module: `${folder}/${file}`, name: identifierFrom(file.replace(/\.ts$/, "")) }));
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
