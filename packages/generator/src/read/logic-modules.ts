import { join } from "node:path";
import type { ts } from "ts-morph";

import type { LogicModule } from "../model/model.js";
import { compiler } from "./compiler.js";
import type { InputFiles } from "./input-files.js";
import { compareText } from "../model/compare-text.js";

/** The modules of a folder that have a default export, sorted. They are parsed and no more: what they import is not looked at. */
export function logicModules(root: string, folder: string, inputs: InputFiles): LogicModule[] {
  const path = join(root, folder);
  if (!compiler.sys.directoryExists(path)) return [];
  return compiler.sys
    .readDirectory(path, [".ts"], ["**/*.test.ts", "**/*.d.ts"], ["*.ts"])
    .map((file) => file.slice(file.lastIndexOf("/") + 1))
    .sort(compareText)
    .filter((file) => hasDefaultExport(parseModule(join(path, file), inputs)))
    .map((file) => ({ module: `${folder}/${file}`, name: identifierFrom(file.replace(/\.ts$/, "")) }));
}

function parseModule(path: string, inputs: InputFiles): ts.SourceFile {
  return compiler.createSourceFile(path, inputs.read(path) ?? "", compiler.ScriptTarget.ES2022, true);
}

function hasDefaultExport(file: ts.SourceFile): boolean {
  return file.statements.some((statement) => {
    if (compiler.isExportAssignment(statement)) return statement.isExportEquals !== true;
    const modifiers = compiler.canHaveModifiers(statement) ? (compiler.getModifiers(statement) ?? []) : [];
    return modifiers.some(({ kind }) => kind === compiler.SyntaxKind.DefaultKeyword);
  });
}

/** `order-mailer` becomes `orderMailer`. */
function identifierFrom(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word, at) => (at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1))).join("");
  return /^[A-Za-z]/.test(joined) ? joined : `module${joined}`;
}
