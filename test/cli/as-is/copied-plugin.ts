import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const models = resolve("test/references/plugin/src/models");

/** A kind with an index of each sort, a history and a secret field. */
const thing = `import { defineModel, index, type Extension, type Int64, type Integer, type Timestamp } from "@cmgen/model";

export interface ThingSpec {
  /** @unique */
  code?: string;
  /** @index */
  size?: Integer;
  /** @index */
  big?: Int64;
  /** @index */
  ratio?: number;
  /** @index */
  isFlat?: boolean;
  /** @index */
  at?: Timestamp;
  /** @index ci */
  colour?: string;
  /** @index */
  tags?: string[];
  /** @search */
  title?: string;
  /** @secret */
  pin?: string;
  /** @default "usual" */
  form?: string;
  note?: string;
}

export type Thing = Extension<ThingSpec>;

export default defineModel<Thing>({
  group: "references.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
  history: { keep: "90d" },
  indexes: [
    index({ name: "initial", value: (thing) => Array.from(thing.spec.title ?? "")[0] }),
    index({ name: "serials", values: (thing) => (thing.spec.tags ?? []).map((tag) => thing.metadata.name + tag), unique: true }),
    index(["spec.colour", "spec.size"]),
  ],
});
`;

/** The references plugin, and a kind with all sorts of indexes. */
export const copiedSources: ReadonlyMap<string, string> = new Map([
  ...readdirSync(models).map((name) => [`src/models/${name}`, readFileSync(join(models, name), "utf8")] as const),
  ["src/models/thing.ts", thing],
]);

/** Texts that could break a line of the copy, JSON, SQL or a terminal. */
const hostile = [
  '},"object":{"apiVersion":"x"}}',
  '},"bytes":"AAAA"}',
  "back\\slash \\u0000 \\n",
  "nul \0 and \u001b[31m red",
  "lines\r\nand \u2028\u2029\u0085",
  "ß İ ﷽ 👩‍👩‍👧 \u202e right to left",
  "'); DROP TABLE x; --",
  "$1 ? %s {{x}}",
  "\ufeffmark",
];

export interface WrittenObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Readonly<Record<string, unknown>> & { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

const named = (kind: string, name: string, spec: object, metadata: object = {}): WrittenObject => ({
  apiVersion: "references.example.com/v1",
  kind,
  metadata: { name, ...metadata },
  spec: { ...spec },
});

/** What index values may have: PostgreSQL cannot store U+0000 in a text. */
function indexable(text: string): string {
  return text.replaceAll("\0", "");
}

/** A thing; each is another. */
export function thingOf(at: number): WrittenObject {
  const text = hostile[at % hostile.length] ?? "";
  const labels = {
    "x.example.com/kind": `k${at % 7}`,
    [`y.example.com/n${at % 3}`]: "",
    "x.example.com/at": String(at),
  };
  const metadata = { labels, annotations: { "x.example.com/note": text } };
  return named(
    "Thing",
    `thing-${at}`,
    {
      code: `${indexable(text)} ${at}`,
      size: at % 100,
      big: String(BigInt(at) * 92_233_720_368n - 9_223_372_036_854_775_808n),
      ...(at % 3 > 0 && { ratio: at / 7, isFlat: at % 2 === 0 }),
      at: new Date(1_700_000_000_000 + at).toISOString(),
      colour: ["Red", "GREEN", "blau"][at % 3],
      tags: Array.from({ length: at % 4 }, (_, tag) => `${indexable(text)} ${tag}`),
      title: `Thing ${indexable(text)} number ${at}`,
      pin: `secret ${at}`,
      note: text,
    },
    metadata,
  );
}

/** Objects that refer to each other, in an order in which they can be created. */
export function referringObjects(count: number): readonly WrittenObject[] {
  const teams = Array.from({ length: Math.ceil(count / 5) }, (_, at) =>
    named("Team", `team-${at}`, { title: `T ${at}` }),
  );
  const members = Array.from({ length: count }, (_, at) =>
    named("Member", `member-${at}`, {
      team: `team-${at % teams.length}`,
      ...(at > 0 && { boss: `member-${at - 1}`, friends: [`member-${at - 1}`, `member-${Math.floor(at / 2)}`] }),
    }),
  );
  const items = Array.from({ length: count }, (_, at) => named("Item", `item-${at}`, { owner: `member-${at}` }));
  return [...teams, ...members, ...items];
}
