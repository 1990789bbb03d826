import { scattered } from "./scattered.js";

/** An object of the benches, with what a hand-written program keeps of it beside its bytes. */
export interface BenchItem {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly code: string;
  readonly age: number;
  readonly group: string;
  readonly score: number;
  readonly tags: readonly string[];
  readonly labels: Readonly<Record<string, string>>;
}

export const apiVersion = "bench.example.com/v1";

/** Where the items are served. */
export const itemsPath = `/apis/${apiVersion}/items`;

/** The label of the objects. */
export const envLabel = "bench.example.com/env";

const padding = "x".repeat(740);

/** The name of the object of a number from 1. */
export function itemName(number: number): string {
  return `item-${number.toString(36).padStart(8, "0")}`;
}

/** The `metadata.uid` of the object of a name, as long as a random one. */
export function itemUid(name: string): string {
  return `00000000-0000-4000-8000-0000${name.slice("item-".length)}`;
}

/** The names of up to `count` of `size` objects, from all over the table. */
export function scatteredNames(size: number, count: number): readonly string[] {
  return Array.from({ length: Math.min(count, size) }, (_, round) => itemName(((round * 7919) % size) + 1));
}

/**
 * The object of a number: ages 0 to 149, 20 groups, a score of its own, one tag of 50 and one of 5,000, and a label whose values 0.9,
 * 0.09, 0.009 and 0.001 of the objects have.
 */
export function benchItem(number: number): BenchItem {
  const draw = scattered(number * 7 + 1, 1000);
  const tier = draw < 900 ? "production" : draw < 990 ? "staging" : draw < 999 ? "development" : "canary";
  return {
    name: itemName(number),
    createdAt: 1_700_000_000_000 + number * 10,
    code: `code-${number}`,
    age: scattered(number * 3 + 2, 150),
    group: `group-${scattered(number * 5 + 3, 20)}`,
    score: scattered(number * 11 + 4, 1_000_000_007) / 1000,
    tags: [`common-${scattered(number * 17 + 6, 50)}`, `rare-${scattered(number * 19 + 7, 5000)}`],
    labels: { [envLabel]: tier },
  };
}

/** The object as a client sends it. */
export function itemBody(item: BenchItem): Buffer {
  return Buffer.from(JSON.stringify(objectOf(item, { name: item.name, labels: item.labels })));
}

/** The object as it is stored, about 1 KB. */
export function itemBytes(item: BenchItem, version: number): Buffer {
  const { name, labels } = item;
  const creationTimestamp = new Date(item.createdAt).toISOString();
  return Buffer.from(JSON.stringify(objectOf(item, { name, labels, uid: itemUid(name), creationTimestamp, version })));
}

function objectOf({ code, age, group, score, tags }: BenchItem, metadata: object): object {
  return { apiVersion, kind: "Item", metadata, spec: { code, age, group, score, tags, padding } };
}
