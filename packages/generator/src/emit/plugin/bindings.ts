import { importStatement } from "../../render/import-statement.js";
import { uniqueNames } from "../../render/unique-names.js";

/** A thing that one module imports from another. */
export interface Binding {
  readonly from: string;
  /** The exported name, `"default"` for the default export. */
  readonly exported: string;
  /** What it is called locally, where the name is free. */
  readonly wanted: string;
}

/** What bindings are called in the module that imports them, and the statements that do. */
export interface LocalNames {
  readonly of: (binding: Binding) => string;
  readonly statements: readonly string[];
}

export function defaultImport(from: string, wanted: string): Binding {
  return { from, exported: "default", wanted };
}

/** Gives each binding a name of its own: a controller may be called as some endpoints are. */
export function localNames(bindings: readonly Binding[]): LocalNames {
  const names = uniqueNames(
    bindings.map(({ wanted }) => wanted),
    ["plugin"],
  );
  const nameOf = new Map(bindings.map((binding, position) => [binding, names[position] ?? binding.wanted]));
  const of = (binding: Binding): string => nameOf.get(binding) ?? binding.wanted;
  return { of, statements: statements(bindings, of) };
}

/** Default imports each have a statement; what one module exports by name is imported in one. */
function statements(bindings: readonly Binding[], localOf: (binding: Binding) => string): string[] {
  const printed: string[] = [];
  const named = new Map<string, string[]>();
  for (const binding of bindings) {
    const { from, exported } = binding;
    const local = localOf(binding);
    if (exported === "default") printed.push(importStatement(from, { default: local }));
    else {
      const names = named.get(from) ?? [];
      named.set(from, names);
      names.push(exported === local ? exported : `${exported} as ${local}`);
    }
  }
  return [...printed, ...[...named].map(([from, values]) => importStatement(from, { values }))];
}
