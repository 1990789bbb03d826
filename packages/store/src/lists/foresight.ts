import type { BoundList } from "./bound-list.js";
import { withEffort, type BoundStatement } from "./bound-statement.js";
import { LRUCache } from "lru-cache";

/** Lists, told apart by all but their values, of which it is remembered what they asked for; and the memory that it may take. */
const REMEMBERED = 500;
const REMEMBERED_BYTES = 16 * 1024 * 1024;

/** Rows' worth of work that may turn out to be for nothing. */
const MOST_EFFORT = 2500;

/**
 * Knows what a list will probably ask its database, from what the last one of its kind did: so all of it can be sent at once, where each turn
 * to the database costs more than what it does there. A wrong guess costs some work and nothing else: a list takes an answer only to
 * the very statement it asks.
 */
export class Foresight {
  readonly #asked = new LRUCache<string, readonly BoundStatement[]>({
    max: REMEMBERED,
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (asked, key) => asked.reduce((bytes, { shape }) => bytes + shape.bytes, 2 * key.length),
  });

  /** The statements to be expected, with this list's values. */
  statements(list: BoundList): readonly BoundStatement[] {
    const expected = this.#asked.get(list.key) ?? [];
    return expected.flatMap(({ again, effort }) =>
      again === undefined ? [] : [withEffort(again(list.input), effort)],
    );
  }

  /** Remembers what a list asked, as far as it may be sent on a guess. */
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
