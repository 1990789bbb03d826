import type { ts } from "ts-morph";

import { compareText } from "../../model/compare-text.js";
import type { Type } from "../../model/type.js";
import type { Annotations } from "../docs/annotations.js";

/** What a named type is, and what its doc comment says. */
export interface NamedBody {
  readonly type: Type;
  readonly annotations: Annotations;
}

/** A type that has, or is given, a name of its own: a declaration and, for a generic one, its arguments. */
export interface NamedRequest {
  /** What makes it one type: its symbol, or the checker's type where it has none of its own. */
  readonly identity: object;
  readonly baseName: string;
  readonly declaration: ts.Declaration;
  readonly arguments: readonly Type[];
  /** Reads the body; called once, and not while whoever first refers to it is being read. */
  readonly read: () => NamedBody;
}

export interface NamedEntry extends NamedRequest {
  /** Stands in references until names are given. */
  readonly id: string;
  readonly body: NamedBody;
}

interface PendingEntry extends NamedRequest {
  readonly id: string;
  body?: NamedBody;
  isBeingRead?: boolean;
}

/** A type without a name that is being read; it is given one if it turns out to hold itself. */
interface OpenType {
  id?: string;
  body?: NamedBody;
}

/**
 * Collects named types. A reference is answered at once with an id and the body is read later, so that types may refer to
 * themselves and to each other.
 */
export class NamedTypes {
  readonly #byIdentity = new Map<object, Map<string, PendingEntry>>();
  readonly #entries: PendingEntry[] = [];
  readonly #computed = new Map<ts.Type, string>();
  readonly #open = new Map<ts.Type, OpenType>();

  /** Id of the type, which is queued to be read where it is new. */
  refer(request: NamedRequest): string {
    const instances = this.#instancesOf(request.identity);
    const key = request.arguments.map(canonicalText).join();
    const known = instances.get(key);
    if (known !== undefined) return known.id;
    const entry: PendingEntry = { ...request, id: String(this.#entries.length) };
    instances.set(key, entry);
    this.#entries.push(entry);
    return entry.id;
  }

  /** The body of a type, read now if it has not been; `undefined` while it is being read. */
  bodyOf(id: string): NamedBody | undefined {
    const entry = this.#entries[Number(id)];
    return entry && readEntry(entry);
  }

  /** Reads every body, those included that are first referred to meanwhile. */
  readAll(): readonly NamedEntry[] {
    const read: NamedEntry[] = [];
    // The array grows while bodies are read, and the loop goes on to what was added.
    for (const entry of this.#entries) {
      const body = readEntry(entry);
      if (body !== undefined) read.push({ ...entry, body });
    }
    return read;
  }

  /** From now on the checker's type is known to be the named one. */
  identify(type: ts.Type, id: string): void {
    this.#computed.set(type, id);
  }

  /** Id of the named type that a type of the checker is known to be. */
  idOf(type: ts.Type): string | undefined {
    return this.#computed.get(type);
  }

  /**
   * Reads a type of the checker that has no name. One that holds itself is given the name of `request`: then the answer is the id.
   */
  readUnnamed(
    type: ts.Type,
    request: Omit<NamedRequest, "identity" | "read">,
    read: () => NamedBody,
  ): NamedBody | string {
    const open = this.#open.get(type);
    if (open !== undefined) {
      open.id ??= this.refer({ ...request, identity: type, read: () => open.body ?? read() });
      return open.id;
    }
    const opened: OpenType = {};
    this.#open.set(type, opened);
    opened.body = read();
    this.#open.delete(type);
    if (opened.id === undefined) return opened.body;
    this.identify(type, opened.id);
    return opened.id;
  }

  #instancesOf(identity: object): Map<string, PendingEntry> {
    const instances = this.#byIdentity.get(identity) ?? new Map<string, PendingEntry>();
    this.#byIdentity.set(identity, instances);
    return instances;
  }
}

function readEntry(entry: PendingEntry): NamedBody | undefined {
  if (entry.body !== undefined || entry.isBeingRead === true) return entry.body;
  entry.isBeingRead = true;
  entry.body = entry.read();
  entry.isBeingRead = false;
  return entry.body;
}

/** The same text for types that are the same but for where they stand. */
export function canonicalText(type: Type): string {
  return JSON.stringify(type, (key, value: unknown) => {
    if (key === "span" || key === "tagSpans") return undefined;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => compareText(a, b))) : value;
  });
}
