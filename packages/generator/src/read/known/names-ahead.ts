import {
  type NamedBody,
  type NamedEntry,
  type NamedRequest,
  NamedTypes,
  type PendingEntry,
} from "../types/named-types.js";

/** A body, how it was asked for, and what was referred to in it. */
interface BodyAhead {
  readonly read: NamedRequest["read"];
  readonly body: NamedBody;
  readonly requests: readonly NamedRequest[];
}

/**
 * Named types that may be read before everything is known that refers to them. In the end {@link readAll} goes through them in the order in
 * which it would have read them: what was read ahead, and was first asked for by the same place, is taken, and what was referred to in it
 * is referred to again. So the outcome is that of reading in order, as long as {@link isSure}.
 */
export class NamesAhead extends NamedTypes {
  readonly #ahead = new Map<string, BodyAhead>();
  /** What is referred to by what is being read; by the models, where no type is. */
  #requests: NamedRequest[] = [];
  #isSure = true;

  /** Not where a type without a name was given one: it may hold others that were met in another order. */
  get isSure(): boolean {
    return this.#isSure;
  }

  override refer(request: NamedRequest): string | undefined {
    this.#requests.push(request);
    if (request.isUnnamed === true) this.#isSure = false;
    return super.refer(request);
  }

  /** Reads the types that were referred to and that their declarations say all about, and returns them. */
  readAhead(isPlain: (entry: NamedRequest) => boolean): readonly NamedEntry[] {
    const roots = this.#requests;
    const read: NamedEntry[] = [];
    for (const entry of this.pending()) {
      if (this.#ahead.has(entry.id) || !isPlain(entry)) continue;
      this.#requests = [];
      const body = entry.read();
      this.#ahead.set(entry.id, { read: entry.read, body, requests: this.#requests });
      read.push({ ...entry, body });
    }
    this.#requests = roots;
    return read;
  }

  override readAll(): readonly NamedEntry[] {
    this.forget();
    for (const request of this.#requests) super.refer(request);
    return super.readAll();
  }

  protected override bodyOf(entry: PendingEntry): NamedBody {
    const ahead = this.#ahead.get(entry.id);
    if (ahead === undefined || ahead.read !== entry.read) return super.bodyOf(entry);
    for (const request of ahead.requests) {
      if (super.refer(request) === undefined) this.#isSure = false;
    }
    return ahead.body;
  }
}
