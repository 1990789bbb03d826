import { importStatement } from "../render/import-statement.js";
import { runtimeSymbols, type SymbolModule, type SymbolName } from "../render/runtime-symbols.js";
import { uniqueNames } from "../render/unique-names.js";

/** Names of a package that a generated file uses beside names that come from models. */
export interface RuntimeImport<Name extends string> {
  readonly statement: string;
  /** What each is called in the file. */
  readonly local: Readonly<Record<Name, string>>;
}

/**
 * Imports `names`, under a name of its own where the file has that name already: a model may be called `Service`, and then it is the
 * model's type that keeps the name.
 */
export function runtimeImport<From extends SymbolModule, Name extends SymbolName<From>>(
  from: From,
  names: readonly Name[],
  taken: readonly string[],
): RuntimeImport<Name> {
  const free = uniqueNames(names, taken);
  const imported = names.map((name, at) => ({ name, local: free[at] ?? name }));
  const types: readonly string[] = runtimeSymbols[from].types;
  const specifiers = (ofTypes: boolean): string[] =>
    imported
      .filter(({ name }) => types.includes(name) === ofTypes)
      .map(({ name, local }) => (local === name ? name : `${name} as ${local}`));
  const local = Object.fromEntries(imported.map((one) => [one.name, one.local])) as Record<Name, string>;
  return { statement: importStatement(from, { types: specifiers(true), values: specifiers(false) }), local };
}
