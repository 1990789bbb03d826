/** Places of two items that are equal, the earlier first. */
export interface Repetition {
  readonly i: number;
  readonly j: number;
}

/**
 * The first item of a list that equals an earlier one, as JSON Schema's `uniqueItems` compares: numbers by value, objects whatever
 * the order of their members. Takes time linear in the list's size: each item is looked up by a text that equal items share.
 */
export function repeatedItem(items: readonly unknown[]): Repetition | undefined {
  return firstRepetition(items.map(identityOf));
}

/** The first item of a list of objects whose property `key` equals an earlier one's. Items without it are not compared. */
export function repeatedKey(items: readonly unknown[], key: string): Repetition | undefined {
  return firstRepetition(items.map((item) => (hasKey(item, key) ? identityOf(item[key]) : undefined)));
}

function firstRepetition(identities: readonly (string | undefined)[]): Repetition | undefined {
  const places = new Map<string, number>();
  for (const [i, identity] of identities.entries()) {
    if (identity === undefined) continue;
    const j = places.get(identity);
    if (j !== undefined) return { i, j };
    places.set(identity, i);
  }
  return undefined;
}

function hasKey(item: unknown, key: string): item is Readonly<Record<string, unknown>> {
  return typeof item === "object" && item !== null && Object.hasOwn(item, key);
}

/** A text that two values share exactly if they are equal: JSON with the members of objects in order. */
function identityOf(value: unknown): string {
  if (typeof value !== "object" || value === null) return value === 0 ? "0" : (JSON.stringify(value) ?? "undefined");
  if (Array.isArray(value)) return `[${value.map(identityOf).join(",")}]`;
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${identityOf(member)}`);
  return `{${members.toSorted().join(",")}}`;
}
