import { parsePointer } from "@cmgen/model/internal";

import { asRecord } from "../objects/served-object.js";
import type { ReadObject } from "./import-entry.js";
import type { ImportRefusal } from "./import-refusal.js";

/** An object that a dry run cannot judge, and why. */
export interface AwaitedObject {
  readonly line: number;
  readonly entry: ReadObject;
  readonly refusal: ImportRefusal;
}

/** The names of a file's objects, by which a dry run tells references that an import would find from those that it would not. */
export class AwaitedNames {
  readonly #names = new Set<string>();
  readonly #awaiting: AwaitedObject[] = [];

  add(name: string): void {
    this.#names.add(name);
  }

  /** Notes an object that refers to objects which are not there. */
  await(awaited: AwaitedObject): void {
    if (!this.#isKnown(awaited)) this.#awaiting.push(awaited);
  }

  /** Once the whole file is read: the objects that refer to others which are not in it either, of whatever kind. */
  missing(): readonly AwaitedObject[] {
    return this.#awaiting.filter((awaited) => !this.#isKnown(awaited));
  }

  #isKnown({ entry, refusal }: AwaitedObject): boolean {
    return refusal.causes.every(({ path }) => {
      const name = parsePointer(path).reduce<unknown>((value, segment) => asRecord(value)[segment], entry.object);
      return typeof name === "string" && this.#names.has(name);
    });
  }
}
