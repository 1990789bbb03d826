import { uniqueNames } from "../unique-names.js";

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
  return { of, statements: bindings.map((binding) => statement(binding, of(binding))) };
}

function statement({ from, exported }: Binding, local: string): string {
  const specifier = JSON.stringify(from);
  if (exported === "default") return `import ${local} from ${specifier};`;
  return `import { ${exported === local ? exported : `${exported} as ${local}`} } from ${specifier};`;
}
