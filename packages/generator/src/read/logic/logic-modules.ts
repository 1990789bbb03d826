import { basename, join } from "node:path";
import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import type { LogicModule } from "../../model/model.js";
import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";
import { callsOf, defaultExportOf } from "./logic-exports.js";
import type { Reporter } from "../reporter.js";

/** Where a plugin's own logic stands, and how its modules are read. */
export interface LogicFolder<Module extends LogicModule> {
  readonly root: string;
  /** Relative to the root. */
  readonly folder: string;
  /** Reads what is to be known of a module; reports what keeps it from being part of the plugin, and it is ignored then. */
  readonly read: (reporter: Reporter, file: ts.SourceFile, module: LogicModule) => Module | undefined;
}

/** The modules of a folder that make part of the plugin, sorted. They are parsed and no more: what they import is not looked at. */
export function logicModules<Module extends LogicModule>(
  reporter: Reporter,
  inputs: InputFiles,
  { root, folder, read }: LogicFolder<Module>,
): Module[] {
  return moduleFiles(join(root, folder)).flatMap((path) => {
    const file = basename(path);
    const module = { module: `${folder}/${file}`, name: identifierFrom(file.replace(/\.ts$/, "")) };
    return read(reporter, parseModule(path, inputs), module) ?? [];
  });
}

/** The modules right in a folder as absolute paths, sorted; tests and declarations are none. */
export function moduleFiles(folder: string): readonly string[] {
  if (!compiler.sys.directoryExists(folder)) return [];
  return compiler.sys
    .readDirectory(folder, [".ts"], ["**/*.test.ts", "**/*.d.ts"], ["*.ts"])
    .map((file) => join(folder, basename(file)))
    .sort(compareText);
}

/** Where the module that sets the service up would be. */
export interface ServerPlace {
  readonly root: string;
  /** Relative to the root. */
  readonly module: string;
}

/** The module that sets the plugin's service up; `undefined` where there is none. One that exports nothing by default is reported. */
export function readServer(reporter: Reporter, inputs: InputFiles, { root, module }: ServerPlace): string | undefined {
  const path = join(root, module);
  if (inputs.read(path) === undefined) return undefined;
  const file = parseModule(path, inputs);
  if (defaultExportOf(file) !== undefined) return module;
  const [call] = callsOf(file, "defineServer");
  if (call !== undefined) reporter.report("CM6004", call, { module });
  else reporter.reportAt("CM6004", reporter.files.spanOfRange(file, { start: 0, end: 0 }), { module });
  return undefined;
}

/** A module's syntax; no types and nothing that it imports. */
export function parseModule(path: string, inputs: InputFiles): ts.SourceFile {
  return compiler.createSourceFile(path, inputs.read(path) ?? "", compiler.ScriptTarget.ES2022, true);
}

/** `order-mailer` becomes `orderMailer`. */
function identifierFrom(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `module${joined}`;
}
