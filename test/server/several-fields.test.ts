import { join } from "node:path";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { exchange } from "./exchange.js";
import { databases, randomCases } from "../tier.js";

const kindOf = (
  kind: string,
  plural: string,
  indexes: string,
): string => `import { defineModel, index, type Extension, type Int64, type Integer, type Timestamp } from "@cmgen/model";
export interface ${kind}Spec {
  /** @index */
  group: string;
  /** @index */
  label?: string | null;
  /** @index */
  rank?: Integer;
  /** @index */
  serial?: Int64;
  /** @index */
  weight?: number;
  /** @index */
  done?: boolean;
  /** @index */
  due?: Timestamp;
  /** @index */
  code?: string;
}
export interface ${kind} extends Extension<${kind}Spec> {}
export default defineModel<${kind}>({
  group: "parts.example.com", version: "v1", kind: "${kind}", plural: "${plural}", singular: "${kind.toLowerCase()}",
  indexes: [${indexes}],
});
`;

/** The same objects are kept as both kinds: the one has indexes of several fields, and the other tells what lists they give. */
const before = new Map([
  ["src/models/part.ts", kindOf("Part", "parts", "")],
  ["src/models/plain.ts", kindOf("Plain", "plains", "")],
]);
const indexes = [
  'index(["spec.group", "spec.label", "spec.rank"])',
  ...["label", "rank", "serial", "weight", "done", "due"].map((field) => `index(["spec.group", "spec.${field}"])`),
  'index(["spec.group", "spec.code"], { unique: true })',
].join(",\n    ");
const after = new Map([["src/models/part.ts", kindOf("Part", "parts", indexes)]]);

const texts = ["", "a", "ab", "b", "B", "\u0001", "\u0002", "a\u0001", "a\u0002b", "é", "\uffff", "😀", "x,y", "x=y"];
const values = {
  label: [...texts, null],
  rank: [-3, -1, 0, 1, 2, 10, 9_007_199_254_740_991, -9_007_199_254_740_991],
  serial: ["-9223372036854775808", "-1", "0", "7", "9223372036854775807"],
  weight: [-1.5e308, -0.5, -0, 0, 5e-324, 0.25, 1, 3e10],
  done: [true, false],
  due: ["2030-01-01T00:00:00Z", "2029-12-31T23:59:59.999Z", "1969-07-20T20:17:40Z"],
};
type Field = keyof typeof values;
const fields = Object.keys(values) as Field[];
const groups = ["a", "a\u0001", "ab", "", "\u0002"];

const objects = fc.sample(
  fc.record({
    group: fc.constantFrom(...groups),
    ...Object.fromEntries(
      fields.map((field) => [field, fc.option(fc.constantFrom(...(values[field] as unknown[])), { nil: undefined })]),
    ),
  }),
  { numRuns: 120, seed: 7 },
);

const releases = generatedReleases();
let first: Plugin;
let second: Plugin;
beforeAll(async () => {
  first = await releases.release(before);
  second = await releases.release(after);
}, 240_000);
afterAll(() => releases.dispose());

const quoted = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : String(value));

/** Conditions on one field, as a selector has them. */
const conditionOn = (field: Field): fc.Arbitrary<string> => {
  const value = fc.constantFrom(...(values[field] as unknown[]).filter((one) => one !== null)).map(quoted);
  const name = `spec.${field}`;
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc
        .tuple(fc.constantFrom("=", "!=", ">", ">=", "<", "<="), value)
        .map((parts) => name + parts.join("")),
    },
    fc.tuple(value, value).map((both) => `${name} in (${both.join(",")})`),
    fc.tuple(value, value).map(([low, high]) => `${name}>=${low},${name}<${high}`),
    fc.constantFrom(name, `!${name}`),
    ...(field === "label" ? [fc.constantFrom("a", "\u0001", "x").map((start) => `${name}^=${quoted(start)}`)] : []),
  );
};

const query = fc
  .record({
    group: fc.option(
      fc.constantFrom(...groups).map((group) => `spec.group=${quoted(group)}`),
      { nil: undefined, freq: 6 },
    ),
    conditions: fc.array(fc.constantFrom(...fields).chain(conditionOn), { maxLength: 3 }),
    sort: fc.option(fc.tuple(fc.constantFrom(...fields, "group", "code"), fc.constantFrom("asc", "desc")), {
      nil: undefined,
    }),
    more: fc.boolean(),
    step: fc.constantFrom(undefined, "size=7", "size=7&page=2", "limit=5"),
  })
  .map(({ group, conditions, sort, more, step }) => {
    const asked = new URLSearchParams(step);
    const terms = [...(group === undefined ? [] : [group]), ...conditions];
    if (terms.length > 0) asked.set("fieldSelector", terms.join(","));
    if (sort !== undefined) asked.append("sort", `spec.${sort.join(",")}`);
    if (sort !== undefined && more) asked.append("sort", "metadata.name,desc");
    return asked;
  });

describe.each(databases)("an index of several fields on %s", (database) => {
  let server: RunningServer;
  const ask = (method: string, path: string, body?: unknown) =>
    exchange(server.url, {
      method,
      path: `/apis/parts.example.com/v1/${path}`,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  const start = async (plugin: Plugin, databaseUrl: string): Promise<void> => {
    server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    expect(server.unready()).toEqual([]);
  };
  const make = async (path: string, name: string, spec: unknown): Promise<void> => {
    const { status, json } = await ask("POST", path, { metadata: { name }, spec });
    expect(status, JSON.stringify(json)).toBe(201);
  };

  /** Names in order, through all steps of a walk. */
  const namesOf = async (plural: string, asked: URLSearchParams): Promise<unknown> => {
    const names: string[] = [];
    const own = new URLSearchParams(asked);
    for (;;) {
      const { status, json } = await ask("GET", `${plural}?${own}`);
      const {
        items,
        total,
        continue: next,
      } = json as { items: { metadata: { name: string } }[]; total?: number; continue?: string };
      if (status !== 200) return json;
      names.push(...items.map(({ metadata }) => metadata.name));
      if (next === undefined) return { names, total };
      own.set("continue", next);
    }
  };

  beforeAll(async () => {
    const url = database === "sqlite" ? `file:${join(releases.folder, "..", "parts.db")}` : await createDatabase();
    await start(first, url);
    for (const [at, spec] of objects.entries())
      for (const plural of ["parts", "plains"]) await make(plural, `o${at}`, spec);
    await server.close();
    // One half of the index is built by this start, and the other is written.
    await start(second, url);
    for (const [at, spec] of objects.entries())
      for (const plural of ["parts", "plains"]) await make(plural, `p${at}`, { ...spec, code: `p${at}` });
  }, 120_000);
  afterAll(() => server.close());

  it("gives the lists that there are without it, in the same order", { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        expect(await namesOf("parts", asked)).toEqual(await namesOf("plains", asked));
      }),
      { numRuns: randomCases(200) },
    );
  });

  it("refuses values that another object has together, and no others", async () => {
    await make("parts", "one", { group: "barn", code: "walls" });
    await make("parts", "two", { group: "barn" });
    await make("parts", "three", { group: "barn" });
    await make("parts", "four", { group: "shed", code: "walls" });
    const taken = await ask("POST", "parts", { metadata: { name: "five" }, spec: { group: "barn", code: "walls" } });
    expect(taken.json).toMatchObject({
      status: 409,
      code: "DuplicateIndexValue",
      detail:
        'The values "barn" and "walls" of spec.group and spec.code must be unique together, and the part "one" has them.',
      index: "spec.group,spec.code",
      value: "barn, walls",
      owner: "one",
    });
    const moved = await ask("PUT", "parts/four", {
      metadata: { name: "four" },
      spec: { group: "barn", code: "walls" },
    });
    expect(moved.status).toBe(409);
    await ask("DELETE", "parts/one");
    await make("parts", "five", { group: "barn", code: "walls" });
  });

  it("is selected by its fields, and has no name of its own", async () => {
    const { status, json } = await ask("GET", "parts?sort=spec.group%2Cspec.code");
    expect(status).toBe(400);
    expect(JSON.stringify(json)).not.toContain("spec.group,spec.rank");
  });
});
