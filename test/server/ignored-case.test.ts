import { join } from "node:path";
import { compareCodePoints, foldCase } from "@cmgen/model/internal";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { exchange } from "./exchange.js";
import { databases, randomCases } from "../tier.js";

const model = (tag: "" | " ci"): string => `import { defineModel, index, type Extension } from "@cmgen/model";
export interface MemberSpec {
  /** @index${tag} @unique */
  email?: string;
  /** @index${tag} */
  label?: string;
  /** @index${tag} */
  tags?: string[];
  /** @index */
  team: string;
}
export interface Member extends Extension<MemberSpec> {}
export default defineModel<Member>({
  group: "members.example.com", version: "v1", kind: "Member", plural: "members", singular: "member",
  indexes: [
    index(["spec.team", "spec.label"]),
    index({ name: "start", value: ({ spec }) => spec.label?.slice(0, 2)${tag === "" ? "" : ", ci: true"} }),
  ],
});
`;

/** Words that are the same but for their case, some of them written with other code points. */
const texts = [
  "ann",
  "Ann",
  "ANN",
  "anna",
  "ΣΑΣ",
  "σας",
  "σασ",
  "straße",
  "STRASSE",
  "éa",
  "E\u0301A",
  "ea",
  "I",
  "ı",
  "",
];

interface Spec {
  readonly label?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly team: string;
}

const specs: readonly Spec[] = fc.sample(
  fc.record({
    label: fc.option(fc.constantFrom(...texts), { nil: undefined }),
    tags: fc.option(fc.array(fc.constantFrom(...texts), { maxLength: 3 }), { nil: undefined }),
    team: fc.constantFrom("a", "A"),
  }),
  { numRuns: 80, seed: 3 },
);

const releases = generatedReleases();
let exact: Plugin;
let ignoring: Plugin;
beforeAll(async () => {
  exact = await releases.release(new Map([["src/models/member.ts", model("")]]));
  ignoring = await releases.release(new Map([["src/models/member.ts", model(" ci")]]));
}, 240_000);
afterAll(() => releases.dispose());

interface Condition {
  readonly selector: string;
  readonly holds: (spec: Spec) => boolean;
}

const valuesOf = {
  "spec.label": ({ label }: Spec) => (label === undefined ? [] : [label]),
  "spec.tags": ({ tags = [] }: Spec) => tags,
  start: ({ label }: Spec) => (label === undefined ? [] : [label.slice(0, 2)]),
};
const tests: Readonly<Record<string, (value: string, wanted: string) => boolean>> = {
  "=": (value, wanted) => value === wanted,
  "^=": (value, wanted) => value.startsWith(wanted),
  ">=": (value, wanted) => compareCodePoints(value, wanted) >= 0,
  "<": (value, wanted) => compareCodePoints(value, wanted) < 0,
};

const condition: fc.Arbitrary<Condition> = fc
  .record({
    field: fc.constantFrom<(keyof typeof valuesOf)[]>("spec.label", "spec.tags", "start"),
    operator: fc.constantFrom("=", "^=", ">=", "<", "in", "notin"),
    wanted: fc.array(fc.constantFrom(...texts), { minLength: 2, maxLength: 2 }),
  })
  .map(({ field, operator, wanted }) => {
    const folded = wanted.map(foldCase);
    const quoted = wanted.map((value) => JSON.stringify(value));
    const test = tests[operator];
    const actual = (spec: Spec): string[] => valuesOf[field](spec).map(foldCase);
    if (test !== undefined)
      return {
        selector: `${field}${operator}${quoted[0]}`,
        holds: (spec) => actual(spec).some((value) => test(value, folded[0] ?? "")),
      };
    return {
      selector: `${field} ${operator} (${quoted.join()})`,
      holds: (spec) => actual(spec).some((value) => folded.includes(value)) === (operator === "in"),
    };
  });

describe.each(databases)("an index that ignores case, on %s", (database) => {
  let server: RunningServer;
  const ask = async (method: string, path: string, body?: unknown) =>
    exchange(server.url, {
      method,
      path: `/apis/members.example.com/v1/members${path}`,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  const namesOf = async (query: string): Promise<readonly string[]> => {
    const { status, json } = await ask("GET", `?${query}`);
    expect(status, JSON.stringify(json)).toBe(200);
    return (json as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name);
  };
  const start = async (plugin: Plugin, databaseUrl: string): Promise<void> => {
    server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await server.started;
    expect(server.unready()).toEqual([]);
  };
  const make = async (name: string, spec: object): Promise<void> => {
    const { status, json } = await ask("POST", "", { metadata: { name }, spec });
    expect(status, JSON.stringify(json)).toBe(201);
  };
  const members = new Map<string, Spec>(
    specs.flatMap((spec, at) => [[`o${at}`, spec] as const, [`p${at}`, spec] as const]),
  );

  beforeAll(async () => {
    const url = database === "sqlite" ? `file:${join(releases.folder, "..", "members.db")}` : await createDatabase();
    await start(exact, url);
    for (const [at, spec] of specs.entries()) await make(`o${at}`, spec);
    expect(await namesOf(`fieldSelector=${encodeURIComponent("spec.label=ANN")}`)).not.toEqual(
      await namesOf(`fieldSelector=${encodeURIComponent("spec.label=ann")}`),
    );
    await server.close();
    // One half of the index is built by this start, and the other is written.
    await start(ignoring, url);
    for (const [at, spec] of specs.entries()) await make(`p${at}`, spec);
  }, 120_000);
  afterAll(() => server.close());

  it("finds what a plain scan of folded values finds", { timeout: 120_000 }, async () => {
    const team = fc.option(fc.constantFrom("a", "A"), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.array(condition, { minLength: 1, maxLength: 3 }),
        team,
        fc.boolean(),
        async (all, of, any) => {
          const holds = (spec: Spec): boolean =>
            (any ? all.some((each) => each.holds(spec)) : all.every((each) => each.holds(spec))) &&
            (of === undefined || spec.team === of);
          const selectors = all.map(({ selector }) => selector);
          const terms = [
            any ? `(${selectors.join("|")})` : selectors.join(),
            ...(of === undefined ? [] : [`spec.team=${of}`]),
          ];
          const found = await namesOf(`sort=metadata.name&fieldSelector=${encodeURIComponent(terms.join())}`);
          const expected = [...members].filter(([, spec]) => holds(spec)).map(([name]) => name);
          expect(found).toEqual(expected.toSorted());
        },
      ),
      { numRuns: randomCases(150) },
    );
  });

  it("sorts by the folded values, and goes on behind one", async () => {
    const labelled = [...members].filter(([, { label }]) => label !== undefined);
    const folded = labelled.map(([, { label = "" }]) => foldCase(label)).toSorted(compareCodePoints);
    const names: string[] = [];
    let next = "";
    do {
      const { json } = await ask("GET", `?sort=spec.label&fieldSelector=spec.label&limit=7${next}`);
      const { items, metadata } = json as { items: { metadata: { name: string } }[]; metadata: { continue?: string } };
      names.push(...items.map((item) => item.metadata.name));
      next = metadata.continue === undefined ? "" : `&continue=${metadata.continue}`;
    } while (next !== "");
    expect(names.map((name) => foldCase(members.get(name)?.label ?? ""))).toEqual(folded);
    expect(new Set(names).size).toBe(labelled.length);
  });

  it("is unique by the folded value, and keeps what was sent", async () => {
    await make("first", { team: "b", email: "Ann@Example.com" });
    const taken = await ask("POST", "", {
      metadata: { name: "second" },
      spec: { team: "b", email: "ANN@example.COM" },
    });
    expect(taken).toMatchObject({
      status: 409,
      json: { code: "DuplicateIndexValue", owner: "first", value: "ann@example.com" },
    });
    const grouped = await ask("GET", "?aggregate=max(spec.email)&groupBy=spec.email&fieldSelector=spec.email");
    const email = { "spec.email": "ann@example.com" };
    expect(grouped.json).toMatchObject({ groups: [{ by: email, count: 1, max: email }] });
    expect((await ask("GET", "/first")).json).toMatchObject({ spec: { email: "Ann@Example.com" } });
    const own = { metadata: { name: "first" }, spec: { team: "b", email: "ann@example.COM" } };
    expect((await ask("PUT", "/first", own)).status).toBe(200);
    expect(await namesOf("fieldSelector=spec.email=aNN@EXAMPLE.com")).toEqual(["first"]);
    await ask("DELETE", "/first");
  });

  it("is followed by watches", async () => {
    const abort = new AbortController();
    const selector = encodeURIComponent("(spec.tags=NEW|spec.label^=ΝΕΑΣ)");
    const watched = await fetch(
      `${server.url}/apis/members.example.com/v1/members?watch=true&fieldSelector=${selector}`,
      { signal: abort.signal },
    );
    const reader = watched.body?.pipeThrough(new TextDecoderStream()).getReader();
    await make("other", { team: "b", tags: ["old"], label: "νεα" });
    await make("fresh", { team: "b", tags: ["old", "new"] });
    await make("third", { team: "b", label: "νεας!" });
    let text = "";
    await expect
      .poll(async () => {
        text += (await reader?.read())?.value ?? "";
        return text;
      })
      .toContain("third");
    expect(text).toContain("fresh");
    expect(text).not.toContain('"other"');
    abort.abort();
    for (const name of ["other", "fresh", "third"]) await ask("DELETE", `/${name}`);
  });

  it("is compared with the values of indexes that ignore case too", async () => {
    const starts = new Set(
      [...members.values()].flatMap(({ label, team }) =>
        label === undefined || team !== "a" ? [] : [foldCase(label.slice(0, 2))],
      ),
    );
    const found = await namesOf(
      `sort=metadata.name&fieldSelector=${encodeURIComponent("spec.label in members(spec.team=a).start")}`,
    );
    expect(found).toEqual(
      [...members]
        .flatMap(([name, { label }]) => (label !== undefined && starts.has(foldCase(label)) ? [name] : []))
        .toSorted(),
    );
    const refused = await ask(
      "GET",
      `?fieldSelector=${encodeURIComponent("spec.team in members(spec.label=ann).spec.label")}`,
    );
    expect(refused.json).toMatchObject({
      status: 400,
      errors: [{ code: "type", message: "the case of texts counts in spec.team, and not in spec.label of members" }],
    });
  });

  it("is described", async () => {
    const text = await (await fetch(`${server.url}/openapi.json`)).text();
    expect(text).toContain('"name":"spec.email","unique":true,"ci":true');
    expect(text).toContain("Case does not count in `spec.email`, `spec.label`, `spec.tags`, `start`.");
  });

  it("is not built where a unique value would occur twice", async () => {
    await server.close();
    const url = database === "sqlite" ? `file:${join(releases.folder, "..", "twice.db")}` : await createDatabase();
    await start(exact, url);
    await make("first", { team: "a", email: "Ann@example.com" });
    await make("second", { team: "a", email: "ann@example.com" });
    await server.close();
    server = await startServer({ plugins: [ignoring], root: ignoring.root, port: 0, databaseUrl: url, log: silentLog });
    // The log names the index and both objects.
    await expect.poll(() => server.unready().join()).toContain("could not start");
  });
});
