import type { ts } from "ts-morph";

import { isLibraryFile } from "../program/open-program.js";
import { type NamedEntry, type NamedRequest, NamedTypes } from "../types/named-types.js";

/**
 * Named types that remember which of the checker's types got a name that is not its own, such as `Home` of `type Home = Person["home"]`:
 * other modules that meet such a type call it by that name.
 */
export class SharedNames extends NamedTypes {
  readonly #identified: { readonly type: ts.Type; readonly id: string }[] = [];

  override identify(type: ts.Type, id: string): void {
    this.#identified.push({ type, id });
    super.identify(type, id);
  }

  /** Absolute paths of the files that declare such types; `undefined` where one is declared nowhere. */
  crowded(entries: readonly NamedEntry[]): readonly string[] | undefined {
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const files = new Set<string>();
    for (const { type, id } of this.#identified) {
      const entry = byId.get(id);
      if (entry === undefined || isNamedBy(type, entry)) continue;
      const declaring = filesOf(type);
      if (declaring.length === 0) return undefined;
      for (const file of declaring) files.add(file);
    }
    return [...files];
  }
}

/** Whether a type of the checker has the name by itself. */
export function isNamedBy(
  type: ts.Type,
  { identity, isUnnamed }: Pick<NamedRequest, "identity" | "isUnnamed">,
): boolean {
  return isUnnamed === true || type.aliasSymbol === identity || type.getSymbol() === identity;
}

/** The files that declare a type. Those of the standard library, which nobody imports, tell nothing of who meets it. */
function filesOf(type: ts.Type): readonly string[] {
  const declarations = [type.aliasSymbol, type.getSymbol()].flatMap((symbol) => symbol?.declarations ?? []);
  return declarations.map((node) => node.getSourceFile().fileName).filter((file) => !isLibraryFile(file));
}
