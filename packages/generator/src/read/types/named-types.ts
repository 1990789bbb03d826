import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { type Annotations, noAnnotations } from "../docs/read-annotations.js";

/** What a named type is, and what its doc comment says. */
export interface NamedBody {
  readonly type: Type;
  readonly annotations: Annotations;
}

/** A type that has, or is given, a name of its own: a declaration and, for a generic one, its arguments. */
export interface NamedRequest {
  /** What makes it one type: its symbol, or the checker's type where it has none of its own. */
  readonly identity: object;
  /** Tells instances of one generic type apart. */
  readonly key: string;
  /** As it is declared, an instance of a generic type with its arguments. */
  readonly name: string;
  readonly declaration: ts.Declaration;
  /** Its author has not named it. */
  readonly isUnnamed?: boolean;
  /** How large its arguments are. */
  readonly size: number;
  /** Where it is first referred to. */
  readonly node: ts.Node;
  /** Reads the body; called once, and not while whoever first refers to it is being read. */
  readonly read: () => NamedBody;
}

export interface NamedEntry extends NamedRequest {
  /** Stands in references until names are given. */
  readonly id: string;
  readonly body: NamedBody;
}

/** A named type whose body is still to be read. */
interface PendingEntry extends NamedRequest {
  readonly id: string;
  /** The entry in whose body it was first referred to. */
  readonly parent: PendingEntry | undefined;
}

/** A type without a name that is being read; it is given one if it turns out to hold itself. */
interface OpenType {
  id: string | undefined;
  body: NamedBody | undefined;
}

/** So many instances of one generic type, each met inside of the one before and of larger arguments, have no end. */
const maxGrowth = 8;
/** So many types without a name in one that has one are more than anybody means: a document of gigabytes. */
export const maxUnnamed = 2_000;
/** So many types without a name, each made by the same declaration inside of the one before, have none either. */
const maxDepth = 40;

/** The body of a type that is not read: what is wrong with it is reported of the type that is too large. */
function unread({ type: { span } }: NamedBody): NamedBody {
  return { type: { constraints: {}, shape: "json", schema: false, span }, annotations: noAnnotations };
}

/**
 * Collects named types. A reference is answered at once with an id and the body is read later, so that types may refer to
 * themselves and to each other.
 */
export class NamedTypes {
  readonly #numbers = new Map<object, number>();
  readonly #ids = new Map<object, Map<string, string>>();
  /** In the order in which they were first referred to, by their ids. */
  readonly #entries = new Map<string, PendingEntry>();
  /** Types of the checker that the body being read knows by a name which is not their own. */
  readonly #known = new Map<ts.Type, string>();
  readonly #open = new Map<ts.Type, OpenType>();
  readonly #depths = new Map<object, number>();
  readonly #endless = new Set<object>();
  #current: PendingEntry | undefined;
  /** Those that are not read to their end. */
  readonly #overfull = new Set<PendingEntry>();
  /** How many types without a name were read in the body of the current one. */
  #unnamed = 0;

  /** A number that is the object's own. */
  numberOf(of: object): number {
    const number = this.#numbers.get(of) ?? this.#numbers.size;
    this.#numbers.set(of, number);
    return number;
  }

  /** Id of the type, which is queued to be read where it is new; `undefined` where such types would go on without an end. */
  refer(request: NamedRequest): string | undefined {
    const instances = this.#ids.get(request.identity) ?? new Map<string, string>();
    this.#ids.set(request.identity, instances);
    const known = instances.get(request.key);
    if (known !== undefined) return known;
    if (this.#growth(request) >= maxGrowth) return undefined;
    const id = String(this.#entries.size);
    instances.set(request.key, id);
    this.#entries.set(id, { ...request, id, parent: this.#current });
    return id;
  }

  /**
   * What follows is the body of a model, an endpoint or a named type. What is read does not depend on what was read before: a type without a
   * name that holds itself is given one in each body where it is met.
   */
  startBody(): void {
    this.#known.clear();
    this.#unnamed = 0;
  }

  /** Reads every body, those included that are first referred to meanwhile. */
  readAll(): readonly NamedEntry[] {
    const read: NamedEntry[] = [];
    // A map goes through what is added to it on the way.
    for (const entry of this.#entries.values()) {
      this.#current = entry;
      this.startBody();
      // What is met in a type of which there is too much is as large, most often.
      if (entry.parent !== undefined && this.#overfull.has(entry.parent)) {
        this.#overfull.add(entry);
        // It is referred to all the same.
        const [{ body }] = read as [NamedEntry, ...NamedEntry[]];
        read.push({ ...entry, body: unread(body) });
        continue;
      }
      read.push({ ...entry, body: entry.read() });
      if (this.overfull() !== undefined) this.#overfull.add(entry);
    }
    this.#current = undefined;
    return read;
  }

  /** How the type of an id was first asked for. */
  requestOf(id: string): NamedRequest | undefined {
    return this.#entries.get(id);
  }

  /** In the body that is being read, the checker's type is the named one. */
  identify(type: ts.Type, id: string): void {
    this.#known.set(type, id);
  }

  /** Id of the named type that a type of the checker is known to be in the body that is being read. */
  idOf(type: ts.Type): string | undefined {
    return this.#known.get(type);
  }

  /** What the body that is being read belongs to; `undefined` in a model or an endpoint. */
  get current(): NamedRequest | undefined {
    return this.#current;
  }

  /**
   * Reads a type of the checker that has no name. One that holds itself is given the name of `request`: then the answer is the id.
   * `undefined` where one such type holds the next without an end, or where there are too many.
   */
  readUnnamed(
    type: ts.Type,
    request: Omit<NamedRequest, "identity" | "key" | "size" | "read">,
    read: () => NamedBody,
  ): NamedBody | string | undefined {
    const open = this.#open.get(type);
    if (open !== undefined) {
      open.id ??= this.refer({
        ...request,
        identity: type,
        key: request.name,
        size: 0,
        isUnnamed: true,
        read: () => open.body ?? read(),
      });
      return open.id;
    }
    const opened: OpenType = { id: undefined, body: undefined };
    this.#open.set(type, opened);
    opened.body = this.readInPlace(type.getSymbol() ?? type, read);
    this.#open.delete(type);
    if (opened.id === undefined) return opened.body;
    this.identify(type, opened.id);
    return opened.id;
  }

  /** The named type that is being read, if more types without a name stand in it than are read. */
  overfull(): NamedRequest | undefined {
    return this.#unnamed > maxUnnamed ? this.#current : undefined;
  }

  /**
   * Reads a type that gets no name; `undefined` where such types of one declaration hold each other without an end, or where there are
   * too many.
   */
  readInPlace(identity: object, read: () => NamedBody): NamedBody | undefined {
    this.#unnamed += 1;
    if (this.overfull() !== undefined) return undefined;
    const depth = this.#depths.get(identity) ?? 0;
    if (depth >= maxDepth) this.#endless.add(identity);
    if (this.#endless.has(identity)) return undefined;
    this.#depths.set(identity, depth + 1);
    const body = read();
    this.#depths.set(identity, depth);
    return body;
  }

  /** How many instances of the same type are around, each smaller than the one inside of it. */
  #growth({ identity, size }: NamedRequest): number {
    let count = 0;
    let last = size;
    for (let entry = this.#current; entry !== undefined; entry = entry.parent) {
      if (entry.identity !== identity) continue;
      if (entry.size >= last) return count;
      last = entry.size;
      count += 1;
    }
    return count;
  }
}
