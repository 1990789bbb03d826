import type { ts } from "ts-morph";

import { scalarTypeNames } from "../model/scalars.js";
import { compiler } from "../read/compiler.js";
import { appendToList } from "./append-to-list.js";
import { type FileStyle, quoted } from "./file-style.js";
import { type OpenPlugin, refusal } from "./open-plugin.js";
import { insertion, type TextEdit } from "./text-edit.js";

/** A name that new text of a file needs. */
export interface NeededName {
  readonly module: string;
  readonly name: string;
  readonly isType: boolean;
}

export interface EnsuredImports {
  readonly edits: readonly TextEdit[];
  /** What a name is called in the file. */
  readonly local: (name: string) => string;
}

interface Importing {
  readonly plugin: OpenPlugin;
  readonly file: ts.SourceFile;
  readonly style: FileStyle;
}

/**
 * Imports the names that a file does not import yet, by the imports that it has where that is possible.
 *
 * @throws {EditError} where the file has another meaning for a name.
 */
export function ensureImports(importing: Importing, needed: readonly NeededName[]): EnsuredImports {
  const locals = new Map(needed.map((wanted) => [wanted.name, localName(importing.file, wanted)]));
  const missing = needed.filter(({ name }) => locals.get(name) === undefined);
  for (const { name } of missing) assertFree(importing, name);
  const modules = [...new Set(missing.map(({ module }) => module))];
  const edits = modules.flatMap((module) =>
    importAll(
      importing,
      missing.filter((wanted) => wanted.module === module),
    ),
  );
  return { edits, local: (name) => locals.get(name) ?? name };
}

/** What a file calls a name that it imports; of a module imported as a whole, a member. */
function localName(file: ts.SourceFile, { module, name, isType }: NeededName): string | undefined {
  for (const { importClause, moduleSpecifier } of importsOf(file)) {
    const bindings = importClause?.namedBindings;
    const isOther = (moduleSpecifier as ts.StringLiteral).text !== module || (importClause?.isTypeOnly && !isType);
    if (bindings === undefined || isOther) continue;
    if (compiler.isNamespaceImport(bindings)) return `${bindings.name.text}.${name}`;
    const found = bindings.elements.find(
      (element) => (element.propertyName ?? element.name).text === name && (isType || !element.isTypeOnly),
    );
    if (found !== undefined) return found.name.text;
  }
  return undefined;
}

function importAll({ file, style }: Importing, names: readonly NeededName[]): readonly TextEdit[] {
  const [{ module } = { module: "" }] = names;
  const lists = importsOf(file).flatMap(({ importClause, moduleSpecifier }) => {
    const bindings = importClause?.namedBindings;
    const isUsable =
      (moduleSpecifier as ts.StringLiteral).text === module && bindings && compiler.isNamedImports(bindings);
    return isUsable ? [{ bindings, isTypeOnly: importClause?.isTypeOnly === true }] : [];
  });
  const values = lists.find(({ isTypeOnly }) => !isTypeOnly);
  const types = lists.find(({ isTypeOnly }) => isTypeOnly);
  const listOf = ({ isType }: NeededName) => (isType ? (types ?? values) : values);
  const edits = lists.flatMap((list) => {
    const marker = list.isTypeOnly || !marksTypes(list.bindings) ? "" : "type ";
    const entries = names
      .filter((name) => listOf(name) === list)
      .map(({ name, isType }) => (isType ? marker : "") + name);
    return appendToList({ file, node: list.bindings, elements: list.bindings.elements }, entries, style);
  });
  const homeless = names.filter((name) => listOf(name) === undefined);
  return homeless.length === 0 ? edits : [...edits, newImport(file, homeless, style)];
}

/** Whether types among values are marked as such. Where there are none, marking is right under every setting of the compiler. */
function marksTypes({ elements }: ts.NamedImports): boolean {
  const vocabulary = new Set(["Extension", ...scalarTypeNames, "Ref"]);
  const types = elements.filter(({ isTypeOnly, name }) => isTypeOnly || vocabulary.has(name.text));
  return types.length === 0 || types.some(({ isTypeOnly }) => isTypeOnly);
}

function newImport(file: ts.SourceFile, names: readonly NeededName[], style: FileStyle): TextEdit {
  const onlyTypes = names.every(({ isType }) => isType);
  const list = names.map(({ name, isType }) => (isType && !onlyTypes ? `type ${name}` : name)).join(", ");
  const from = quoted(names[0]?.module ?? "", style);
  const statement = `import ${onlyTypes ? "type " : ""}{ ${list} } from ${from}${style.semicolon}`;
  const last = importsOf(file).at(-1);
  if (last !== undefined) return insertion(last.end, `${style.newline}${statement}`);
  const start = /^\uFEFF?(?:#!.*\n)?/.exec(file.text)?.[0].length ?? 0;
  return insertion(start, `${statement}${style.newline}${style.newline}`);
}

/** @throws {EditError} where the file declares or imports something else under the name. */
function assertFree({ plugin, file }: Importing, name: string): void {
  const taken = plugin.reader.checker
    .getSymbolsInScope(file, compiler.SymbolFlags.All & ~compiler.SymbolFlags.Transient)
    .find((symbol) => symbol.name === name)
    ?.declarations?.find((declaration) => declaration.getSourceFile() === file);
  if (taken === undefined) return;
  const message = `\`${name}\` of @cmgen/model is needed here, but the name stands for something else. Rename that first.`;
  throw refusal(plugin, taken, message);
}

function importsOf(file: ts.SourceFile): readonly ts.ImportDeclaration[] {
  return file.statements.filter((statement) => compiler.isImportDeclaration(statement));
}
