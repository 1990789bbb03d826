import type { IndexValue } from "../../../../packages/store/dist/index-value.js";
import type { ObjectRecord } from "../../../../packages/store/dist/store.js";
import { scattered } from "./scattered.js";

/** Values that a label, a group, a tag or the start of a code can have, and how many of a thousand objects have each. */
export const tiers = { a: 450, b: 200, c: 100, d: 50, e: 10, f: 1, g: 189 } as const;
export type Tier = keyof typeof tiers;

/** How many of a thousand objects lack each field; 450 lack the label {@link entryLabels.zone}. */
export const absences = { due: 200, owner: 50, parent: 10, origin: 1 } as const;

export const entryLabels = {
  /** On every object, with the value `bench`. */
  app: "lists.example.com/app",
  /** A {@link Tier}. */
  tier: "lists.example.com/tier",
  zone: "lists.example.com/zone",
  /** On the oldest hundredth, with the value `old`. */
  era: "lists.example.com/era",
} as const;

export const SCORES = 1_000_000;
export const AGES = 150;
/** When the first object was created, in milliseconds since 1970; each further one is created 10 ms later. */
export const FIRST_CREATED = 1_700_000_000_000;
export const CREATED_EVERY = 10;

const DAY = 86_400_000;
const padding = "x".repeat(560);

/** Which object is wanted: the one of a number from 1, of so many, in one of its versions. */
export interface EntryNumber {
  readonly number: number;
  readonly size: number;
  readonly version?: number;
}

/** The object of the bench of lists. All its values are independent of each other, but for the era, which is that of the oldest. */
export function benchEntry({ number, size, version = 1 }: EntryNumber): ObjectRecord {
  const draw = (property: number, modulus: number): number =>
    scattered(Math.imul(number, 0x9e3779b1) ^ Math.imul(property * 1000 + version, 0x85ebca6b), modulus);
  const has = (property: number, absent: number): boolean => draw(property, 1000) >= absent;
  const name = `entry-${number.toString(36).padStart(8, "0")}`;
  const createdAt = FIRST_CREATED + number * CREATED_EVERY;
  const labels: Record<string, string> = {
    [entryLabels.app]: "bench",
    [entryLabels.tier]: tierOf(draw(1, 1000)),
    ...(has(2, 450) && { [entryLabels.zone]: `zone-${draw(3, 5)}` }),
    ...(number * 100 <= size && { [entryLabels.era]: "old" }),
  };
  const spec = {
    code: `c-${tierOf(draw(4, 1000))}-${number}`,
    group: tierOf(draw(5, 1000)),
    age: draw(6, AGES),
    score: draw(7, SCORES * 1000) / 1000,
    tags: [tierOf(draw(8, 1000)), `common-${draw(9, 50)}`],
    ...(has(10, absences.due) && { due: FIRST_CREATED + draw(11, 365) * DAY }),
    ...(has(12, absences.owner) && { owner: `owner-${draw(13, 100)}` }),
    ...(has(14, absences.parent) && { parent: `parent-${draw(15, 1000)}` }),
    ...(has(16, absences.origin) && { origin: `origin-${draw(17, 10)}` }),
  };
  const metadata = { name, labels, creationTimestamp: new Date(createdAt).toISOString(), version };
  const object = { apiVersion: "lists.example.com/v1", kind: "Entry", metadata, spec: { ...spec, padding } };
  return {
    name,
    uid: `uid-of-${name}`,
    version,
    createdAt,
    deletedAt: null,
    data: Buffer.from(JSON.stringify(object)),
    labels: new Map(Object.entries(labels)),
    indexValues: new Map(Object.entries(spec).map(([field, value]) => [`spec.${field}`, valuesOf(value)])),
  };
}

function tierOf(draw: number): Tier {
  let below = 0;
  for (const [tier, share] of Object.entries(tiers)) if (draw < (below += share)) return tier as Tier;
  throw new RangeError(`No tier has the draw ${draw}`);
}

function valuesOf(value: IndexValue | readonly string[]): readonly IndexValue[] {
  return typeof value === "object" ? value : [value];
}
