import { join, normalize } from "node:path";
import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import { LOGIC_FOLDERS, MISTAKEN_MODELS } from "../../model/logic-folders.js";
import type { LogicModule } from "../../model/model.js";
import { compiler } from "../compiler.js";
import { relativePath } from "../../paths/slashed.js";
import type { InputFiles } from "../input-files.js";
import { callsOf, defaultExportOf } from "./module-syntax.js";
import type { Reporter } from "../reporter.js";

/** Where a plugin's own logic stands, and how its modules are read. */
export interface LogicFolder<Module extends LogicModule> {
  readonly root: string;
  /** Relative to the root. */
  readonly folder: string;
  /** Reads what is to be known of a module; reports what keeps it from being part of the plugin, and it is ignored then. */
  readonly read: (reporter: Reporter, file: ts.SourceFile, module: LogicModule) => Module | undefined;
}

/** The modules of a folder and those below it that make part of the plugin, sorted. They are parsed and no more: what they import is not looked at. */
export function logicModules<Module extends LogicModule>(
  reporter: Reporter,
  inputs: InputFiles,
  { root, folder, read }: LogicFolder<Module>,
): Module[] {
  return moduleFiles(join(root, folder)).flatMap((path) => {
    const file = relativePath(join(root, folder), path);
    const module = { module: `${folder}/${file}`, name: file.replace(/\.ts$/, "") };
    return read(reporter, parseModule(path, inputs), module) ?? [];
  });
}

/** Reports modules in a folder that nobody reads, because its name is not quite the right one. */
export function reportMisplaced(
  reporter: Reporter,
  inputs: InputFiles,
  { root, models }: { readonly root: string; readonly models: readonly string[] },
): void {
  const isSearched = models.some((glob) => glob.startsWith(`${MISTAKEN_MODELS.mistaken}/`));
  for (const { folder, mistaken, define } of [...(isSearched ? [] : [MISTAKEN_MODELS]), ...LOGIC_FOLDERS]) {
    for (const path of moduleFiles(join(root, mistaken))) {
      const [call] = callsOf(parseModule(path, inputs), define);
      const module = `${mistaken}/${relativePath(join(root, mistaken), path)}`;
      if (call !== undefined) reporter.report("CM6006", call, { what: define, module, folder });
    }
  }
}

/** The modules in a folder and those below it as absolute paths, sorted, without tests and declarations. */
export function moduleFiles(folder: string): readonly string[] {
  if (!compiler.sys.directoryExists(folder)) return [];
  return compiler.sys
    .readDirectory(folder, [".ts"], ["**/node_modules", "**/*.test.ts", "**/*.d.ts"], ["**/*.ts"])
    .map((file) => normalize(file))
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
