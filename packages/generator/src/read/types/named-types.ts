import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import type { Annotations } from "../docs/annotations.js";

/** A type that has, or is given, a name of its own: a declaration and, for a generic one, its arguments. */
export interface NamedRequest {
  readonly symbol: ts.Symbol;
  readonly declaration: ts.Declaration;
  readonly baseName: string;
  readonly arguments: readonly Type[];
  /** Reads the body; called once, after whoever refers to it has been read. */
  readonly read: () => { readonly type: Type; readonly annotations: Annotations };
}

export interface NamedEntry extends NamedRequest {
  /** Stands in references until names are given. */
  readonly id: string;
  body?: ReturnType<NamedRequest["read"]>;
}

/**
 * Collects named types. A reference is answered at once with an id and the body is read later, so that types may refer to
 * themselves and to each other.
 */
export class NamedTypes {
  readonly #bySymbol = new Map<ts.Symbol, Map<string, NamedEntry>>();
  readonly #entries: NamedEntry[] = [];

  /** Id of the type, which is queued to be read where it is new. */
  refer(request: NamedRequest): string {
    const instances = this.#instancesOf(request.symbol);
    const key = request.arguments.map(canonicalText).join();
    const known = instances.get(key);
    if (known !== undefined) return known.id;
    const entry: NamedEntry = { ...request, id: String(this.#entries.length) };
    instances.set(key, entry);
    this.#entries.push(entry);
    return entry.id;
  }

  /** Reads every body, those included that are first referred to meanwhile. */
  readAll(): readonly NamedEntry[] {
    // The array grows while bodies are read, and the loop goes on to what was added.
    for (const entry of this.#entries) entry.body ??= entry.read();
    return this.#entries;
  }

  #instancesOf(symbol: ts.Symbol): Map<string, NamedEntry> {
    const instances = this.#bySymbol.get(symbol) ?? new Map<string, NamedEntry>();
    this.#bySymbol.set(symbol, instances);
    return instances;
  }
}

/** The same text for types that are the same but for where they stand. */
export function canonicalText(type: Type): string {
  return JSON.stringify(type, (key, value: unknown) => (key === "span" || key === "tagSpans" ? undefined : value));
}
