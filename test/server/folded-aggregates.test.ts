import { compareCodePoints, foldCase, searchWords } from "@cmgen/model/internal";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { exchange } from "./exchange.js";
import { databases } from "./people-server.js";
import { randomCases } from "../tier.js";

const model = `import { defineModel, type Extension } from "@cmgen/model";
export interface NoteSpec {
  /** @search */
  text?: string;
  /** @index ci */
  label?: string;
  /** @index ci */
  tags?: string[];
  /** @index */
  section: string;
}
export interface Note extends Extension<NoteSpec> {}
export default defineModel<Note>({
  group: "notes.example.com", version: "v1", kind: "Note", plural: "notes", singular: "note",
});
`;

interface Spec {
  readonly text?: string | undefined;
  readonly label?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly section: string;
}

const labels = ["ann", "Ann", "ANN", "bob", "ΣΑΣ", "σας", "straße", "STRASSE", "\u{1F600}", "\uFFFD", "éa", ""];
const words = ["chess", "Chess", "che", "Crème", "creme", "STRASSE", "straße", "日本", "7"];
const optional = <Value>(of: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> => fc.option(of, { nil: undefined });
const specs: readonly Spec[] = fc.sample(
  fc.record({
    text: optional(fc.array(fc.constantFrom(...words, "..."), { maxLength: 4 }).map((all) => all.join(" "))),
    label: optional(fc.constantFrom(...labels)),
    tags: optional(fc.array(fc.constantFrom(...labels), { maxLength: 3 })),
    section: fc.constantFrom("a", "A"),
  }),
  { numRuns: 120, seed: 7 },
);

/** What the indexes of an object hold. */
const held: Readonly<Record<string, (spec: Spec) => readonly string[]>> = {
  "spec.text.words": ({ text = "" }) => searchWords(text),
  "spec.label": ({ label }) => (label === undefined ? [] : [foldCase(label)]),
  "spec.tags": ({ tags = [] }) => [...new Set(tags.map(foldCase))],
  "spec.section": ({ section }) => [section],
};
const heldIn = (field: string, spec: Spec): readonly string[] => held[field]?.(spec) ?? [];
const several = new Set(["spec.text.words", "spec.tags"]);
const fields = Object.keys(held);
const single = fields.filter((field) => !several.has(field));

interface Selector {
  readonly text: string;
  readonly holds: (spec: Spec) => boolean;
}

const selector: fc.Arbitrary<Selector> = fc.oneof(
  fc.constantFrom(...words).map((word): Selector => {
    const [wanted = ""] = searchWords(word);
    return {
      text: `spec.text.words contains ${JSON.stringify(word)}`,
      holds: (spec) => heldIn("spec.text.words", spec).some((each) => each.startsWith(wanted)),
    };
  }),
  fc
    .record({ field: fc.constantFrom("spec.label", "spec.tags"), label: fc.constantFrom(...labels) })
    .map(({ field, label }): Selector => ({
      text: `${field}=${JSON.stringify(label)}`,
      holds: (spec) => heldIn(field, spec).includes(foldCase(label)),
    })),
);

const question = fc.record({
  groupBy: fc
    .uniqueArray(fc.constantFrom(...fields), { maxLength: 3 })
    .filter((keys) => keys.filter((key) => several.has(key)).length < 2),
  measures: fc.uniqueArray(
    fc.record({ of: fc.constantFrom("min", "max", "distinct"), field: fc.constantFrom(...single) }),
    { maxLength: 3, selector: ({ of, field }) => `${of}(${field})` },
  ),
  any: fc.array(selector, { maxLength: 3 }),
});
type Question = typeof question extends fc.Arbitrary<infer Asked> ? Asked : never;

type Group = Readonly<Record<string, unknown>>;

/** The groups that a plain scan finds, in their order. */
function expectedGroups({ groupBy, measures, any }: Question): readonly Group[] {
  const found = specs.filter((spec) => any.length === 0 || any.some(({ holds }) => holds(spec)));
  const groups = new Map<string, { readonly keys: readonly (string | null)[]; readonly of: Spec[] }>();
  if (groupBy.length === 0) groups.set("[]", { keys: [], of: [] });
  for (const spec of found) {
    for (const keys of keysOf(groupBy, spec)) {
      const group = groups.get(JSON.stringify(keys)) ?? { keys, of: [] };
      group.of.push(spec);
      groups.set(JSON.stringify(keys), group);
    }
  }
  return [...groups.values()]
    .toSorted((one, other) => compareKeys(one.keys, other.keys))
    .map(({ keys, of }) => ({
      by: Object.fromEntries(groupBy.map((field, place) => [field, keys[place]])),
      count: of.length,
      ...measured(measures, of),
    }));
}

function keysOf(groupBy: readonly string[], spec: Spec): readonly (readonly (string | null)[])[] {
  return groupBy.reduce<readonly (readonly (string | null)[])[]>(
    (combinations, field) => {
      const values = heldIn(field, spec);
      return combinations.flatMap((keys) => (values.length === 0 ? [null] : values).map((value) => [...keys, value]));
    },
    [[]],
  );
}

function compareKeys(one: readonly (string | null)[], other: readonly (string | null)[]): number {
  for (const [place, key] of one.entries()) {
    const against = other[place] ?? null;
    const order =
      key === null || against === null
        ? Number(key !== null) - Number(against !== null)
        : compareCodePoints(key, against);
    if (order !== 0) return order;
  }
  return 0;
}

function measured(measures: Question["measures"], of: readonly Spec[]): Group {
  const answer: Record<string, Record<string, unknown>> = {};
  for (const { of: name, field } of measures) {
    const values = of.flatMap((spec) => heldIn(field, spec)).toSorted(compareCodePoints);
    const value = name === "distinct" ? new Set(values).size : (values.at(name === "min" ? 0 : -1) ?? null);
    answer[name] = { ...answer[name], [field]: value };
  }
  return answer;
}

const releases = generatedReleases();
let plugin: Plugin;
beforeAll(async () => {
  plugin = await releases.release(new Map([["src/models/note.ts", model]]));
}, 240_000);
afterAll(() => releases.dispose());

describe.each(databases)("aggregates of folded values and words on %s", (database) => {
  let server: RunningServer;
  const ask = (method: string, path: string, body?: unknown): ReturnType<typeof exchange> =>
    exchange(server.url, {
      method,
      path: `/apis/notes.example.com/v1/notes${path}`,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });

  beforeAll(async () => {
    const databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
    server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    for (const [place, spec] of specs.entries())
      expect((await ask("POST", "", { metadata: { name: `n${place}` }, spec })).status).toBe(201);
  }, 60_000);
  afterAll(() => server.close());

  it("are those of a plain scan: in groups by folded values and by words, of folded values", async () => {
    await fc.assert(
      fc.asyncProperty(question, async (asked) => {
        const { groupBy, measures, any } = asked;
        const query = new URLSearchParams({
          aggregate: ["count", ...measures.map(({ of, field }) => `${of}(${field})`)].join(),
          ...(groupBy.length > 0 && { groupBy: groupBy.join() }),
          ...(any.length > 0 && { fieldSelector: `(${any.map(({ text }) => text).join("|")})` }),
        });
        const { status, json } = await ask("GET", `?${query}`);
        expect(status, JSON.stringify(json)).toBe(200);
        expect((json as { groups: unknown }).groups).toEqual(expectedGroups(asked));
      }),
      { numRuns: randomCases(200) },
    );
  });

  it.each([
    ["aggregate=min(spec.text.words)", "spec.text.words holds several strings, which have no min"],
    ["aggregate=max(spec.tags)", "spec.tags holds several strings, which have no max"],
    ["aggregate=distinct(spec.text.words)", "spec.text.words holds several strings, which have no distinct"],
    ["aggregate=sum(spec.label)", "spec.label holds strings, which have no sum"],
    ["aggregate=count&groupBy=day(spec.label)", "spec.label holds strings, which have no day"],
    ["aggregate=count&groupBy=spec.text.words,spec.tags", "may name one index that has several values"],
    ["aggregate=count&groupBy=spec.text", "spec.text is not an index of this type"],
  ])("refuses %s", async (query, message) => {
    expect((await ask("GET", `?${query}`)).json).toMatchObject({
      status: 400,
      errors: [{ message: expect.stringContaining(message) }],
    });
  });
});
