import { printPointer } from "@cmgen/model/internal";
import { JSON_MAX_DEPTH } from "./json-measure.js";
import { setMember, type JsonObject } from "./json-object.js";

export interface PlainCopyOptions {
  /** Values and characters in total, at most. */
  readonly most: number;
  /** Whether the copy is deeply frozen. */
  readonly frozen?: boolean;
}

/**
 * Copies a value that must be plain JSON, which a plugin's code need not return. Members that are `undefined` are left out, as in JSON. The work
 * is limited whatever the value is: one that contains itself is too deep.
 *
 * @throws {TypeError} that says where it is not JSON.
 */
export function plainCopy<T>(value: T, options: PlainCopyOptions): T {
  return new PlainCopy(options).copy(value) as T;
}

const LONE_SURROGATE = /\p{Surrogate}/u;

class PlainCopy {
  readonly #path: (string | number)[] = [];
  readonly #frozen: boolean;
  #left: number;

  constructor({ most, frozen = false }: PlainCopyOptions) {
    this.#left = most;
    this.#frozen = frozen;
  }

  copy(value: unknown): unknown {
    this.#spend(1);
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "boolean" || value === null) return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : this.#refuse(`is ${value}`);
    if (typeof value !== "object") return this.#refuse(`is ${nameOfType(value)}`);
    if (this.#path.length >= JSON_MAX_DEPTH) this.#refuse(`is nested more than ${JSON_MAX_DEPTH} levels deep`);
    const copied = Array.isArray(value) ? this.#list(value) : this.#object(value);
    return this.#frozen ? Object.freeze(copied) : copied;
  }

  #list(list: readonly unknown[]): unknown[] {
    // Before the loop, since a list may claim any length.
    this.#spend(list.length);
    return Array.from(list, (item, at) => this.#at(at, item));
  }

  #object(value: object): JsonObject {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype !== Object.prototype && prototype !== null) this.#refuse("is not a plain object");
    const copied: JsonObject = {};
    for (const [name, member] of Object.entries(value)) {
      this.#text(name);
      if (member !== undefined) setMember(copied, name, this.#at(name, member));
    }
    return copied;
  }

  #at(key: string | number, value: unknown): unknown {
    this.#path.push(key);
    const copied = this.copy(value);
    this.#path.pop();
    return copied;
  }

  #text(text: string): string {
    this.#spend(text.length);
    return LONE_SURROGATE.test(text) ? this.#refuse("has half a surrogate pair") : text;
  }

  #spend(count: number): void {
    this.#left -= count;
    if (this.#left < 0) this.#refuse("makes the object too large");
  }

  #refuse(why: string): never {
    const place = this.#path.length === 0 ? "It" : printPointer(this.#path.slice(0, 8));
    throw new TypeError(`${place} ${why}.`);
  }
}

function nameOfType(value: unknown): string {
  return value === undefined ? "undefined" : `a ${typeof value}`;
}
