/** The text of an item, with its position in the list that threads share. */
export type NumberedText = readonly [at: number, text: string];

/**
 * Takes items of a list that several threads go through together: each is taken by one of them, in order.
 *
 * @param next How many are taken, in memory that all of them share.
 */
export function* remaining<Item>(items: readonly Item[], next: Int32Array): Generator<readonly [number, Item]> {
  for (let at = Atomics.add(next, 0, 1); ; at = Atomics.add(next, 0, 1)) {
    const item = items[at];
    if (item === undefined) return;
    yield [at, item];
  }
}
