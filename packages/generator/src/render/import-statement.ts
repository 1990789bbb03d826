import { runtimeSymbols, type SymbolModule, type SymbolName } from "./runtime-symbols.js";
import { stringLiteral } from "./text.js";

/** What one import statement brings in. `types` are erased when the code is compiled. */
export interface ImportedNames {
  /** The local name of the module's default export. */
  readonly default?: string;
  readonly values?: readonly string[];
  readonly types?: readonly string[];
}

/** An import statement in the form `verbatimModuleSyntax` asks for: names that are only types say so. */
export function importStatement(from: string, names: ImportedNames): string {
  const { values = [], types = [] } = names;
  const specifier = stringLiteral(from);
  if (names.default === undefined && values.length === 0) return `import type { ${sorted(types)} } from ${specifier};`;
  const named = sorted([...values, ...types.map((name) => `type ${name}`)]);
  const clauses = [...(names.default === undefined ? [] : [names.default]), ...(named === "" ? [] : [`{ ${named} }`])];
  return `import ${clauses.join(", ")} from ${specifier};`;
}

/** An import from one of the packages generated code runs on; only names of {@link runtimeSymbols} are taken. */
export function importSymbols<From extends SymbolModule>(from: From, ...names: readonly SymbolName<From>[]): string {
  const known: readonly string[] = runtimeSymbols[from].types;
  return importStatement(from, {
    types: names.filter((name) => known.includes(name)),
    values: names.filter((name) => !known.includes(name)),
  });
}

/** By name, whatever its case, so that types stand among values as a formatter would put them. */
function sorted(names: readonly string[]): string {
  return names.toSorted((left, right) => compare(sortKey(left), sortKey(right))).join(", ");
}

function sortKey(name: string): string {
  return name.replace(/^type /, "").toLowerCase();
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
