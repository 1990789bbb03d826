import type { BoundList } from "./bound-list.js";
import { withEffort, type BoundStatement } from "./steps.js";
import { LRUCache } from "lru-cache";

/** Kinds of lists (equal except for their values) whose statements are remembered, and the memory that these may take. */
const REMEMBERED = 500;
const REMEMBERED_BYTES = 16 * 1024 * 1024;

/** The effort, in rows, that may be wasted on a wrong guess. */
const MOST_EFFORT = 2500;

/**
 * Guesses the statements of a list from the last list of its kind, so that they can be sent together: a round trip costs more than most
 * statements. A wrong guess costs some work and nothing else, since a list uses an answer only for exactly the statement that it asks.
 */
export class Foresight {
  readonly #asked = new LRUCache<string, readonly BoundStatement[]>({
    max: REMEMBERED,
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (asked, key) => asked.reduce((bytes, { shape }) => bytes + shape.bytes, 2 * key.length),
  });

  /** The expected statements, with this list's values. */
  statements(list: BoundList): readonly BoundStatement[] {
    const expected = this.#asked.get(list.key) ?? [];
    return expected.flatMap(({ again, effort }) =>
      again === undefined ? [] : [withEffort(again(list.input), effort)],
    );
  }

  /** Remembers the statements of a list that may be sent on a guess. */
  remember({ key }: BoundList, asked: readonly BoundStatement[]): void {
    const bounded = asked.filter(({ again, effort }) => again !== undefined && effort <= MOST_EFFORT);
    this.#asked.set(
      key,
      bounded.map((statement) => ({ ...statement, values: [] })),
    );
  }
}

/** Whether two statements are the same, values included. */
export function isSame(one: BoundStatement, other: BoundStatement): boolean {
  return one.shape === other.shape && areEqual(one.values, other.values);
}

/** Whether two lists of values are the same. Bytes are compared by identity: no list binds any. */
function areEqual(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  return one.every((value, place) => {
    const against = other[place];
    return Array.isArray(value) && Array.isArray(against) ? areEqual(value, against) : Object.is(value, against);
  });
}
