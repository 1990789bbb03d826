import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { type Authenticator, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import type { PluginAccess } from "@cmgen/runtime/codegen";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";
import { isNight, randomCases } from "../tier.js";

const base = "/apis/tracker.example.com/v1alpha1";
const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name };
};

type Spec = Readonly<Record<string, unknown>>;

const fields = ["title", "project", "state", "due", "tags"] as const;
type Field = (typeof fields)[number];

/** A row rule, as it is given and as it is compared with an object. */
interface Row {
  readonly where: object;
  readonly covers: (spec: Spec) => boolean;
}

const rows: readonly (Row | undefined)[] = [
  undefined,
  { where: { "spec.project": "one" }, covers: ({ project }) => project === "one" },
  { where: { "spec.state": "open" }, covers: ({ state }) => state === "open" },
  { where: { "spec.tags": "a" }, covers: ({ tags }) => Array.isArray(tags) && tags.includes("a") },
  { where: { "spec.due": { exists: true } }, covers: ({ due }) => due !== undefined },
];
const verbs = ["get", "create", "update", "delete"] as const;
type Verb = (typeof verbs)[number];

interface RandomRule {
  readonly verbs: readonly Verb[];
  readonly row: Row | undefined;
  readonly hidden: readonly Field[];
  readonly readOnly: readonly Field[];
}

const rule: fc.Arbitrary<RandomRule> = fc.record({
  verbs: fc.subarray([...verbs], { minLength: 1 }),
  row: fc.constantFrom(...rows),
  hidden: fc.oneof(fc.constant([]), fc.subarray(["state", "due", "tags"] as Field[], { maxLength: 2 })),
  readOnly: fc.oneof(fc.constant([]), fc.subarray([...fields], { maxLength: 2 })),
});
const USERS = 60;
const SEED = 20261127;
const users = fc.sample(fc.array(rule, { minLength: 1, maxLength: 3 }), { numRuns: USERS, seed: SEED });

const path = (field: Field): string => `spec.${field}`;
const access: PluginAccess = {
  resources: {
    issues: { group: "tracker.example.com", plural: "issues" },
    projects: { group: "tracker.example.com", plural: "projects" },
  },
  definition: {
    authenticate: [byHeader],
    roles: {
      authenticated: { resources: { projects: "viewer" } },
      ...Object.fromEntries(
        users.map((rules, at) => [
          `role${at}`,
          {
            resources: {
              issues: rules.map(({ verbs: allowed, row, hidden, readOnly }) => ({
                verbs: allowed,
                ...(row && { where: () => row.where as Record<string, string> }),
                hidden: hidden.map(path),
                readOnly: readOnly.map(path),
              })),
            },
          },
        ]),
      ),
    },
    bindings: {
      admin: { users: ["root"] },
      ...Object.fromEntries(users.map((_, at) => [`role${at}`, { users: [`user${at}`] }])),
    },
  },
};

interface Write {
  readonly user: number;
  readonly does: "create" | "patch" | "put" | "delete";
  readonly at: number;
  readonly spec: Spec;
}

const value: fc.Arbitrary<Spec> = fc.record(
  {
    title: fc.constantFrom("t", "u"),
    project: fc.constantFrom("one", "two"),
    state: fc.constantFrom("open", "closed"),
    due: fc.constantFrom("2026-01-01T00:00:00Z", "2026-06-01T00:00:00Z"),
    tags: fc.subarray(["a", "b"]),
  },
  { requiredKeys: [] },
);
const write: fc.Arbitrary<Write> = fc.record({
  user: fc.nat({ max: USERS - 1 }),
  does: fc.constantFrom("create", "patch", "patch", "put", "put", "delete"),
  at: fc.nat({ max: 19 }),
  spec: value,
});

/** What must be answered, and what must be stored afterwards. */
interface Expected {
  readonly status: number;
  /** Undefined for nothing. */
  readonly stored: Spec | undefined;
  readonly shown?: Spec;
}

/** The rules of access, written out for objects of this one kind, without selectors, versions and pointers. */
class Oracle {
  readonly #rules: readonly RandomRule[];

  constructor(rules: readonly RandomRule[]) {
    this.#rules = rules;
  }

  #having(verb: Verb): readonly RandomRule[] {
    return this.#rules.filter((each) => each.verbs.includes(verb));
  }

  #hidden(verb: Verb, spec: Spec): readonly Field[] {
    const reading = covering(this.#having("get"), spec);
    const deciding = reading.length > 0 ? reading : covering(this.#having(verb), spec);
    return fields.filter((field) => deciding.length > 0 && deciding.every(({ hidden }) => hidden.includes(field)));
  }

  shown(verb: Verb, spec: Spec): Spec {
    return without(spec, this.#hidden(verb, spec));
  }

  #refusal(verb: Verb, spec: Spec): number {
    return this.#having(verb).length > 0 && covering(this.#having("get"), spec).length === 0 ? 404 : 403;
  }

  change(before: Spec, make: (seen: Spec) => Spec): Expected {
    const allowed = covering(this.#having("update"), before);
    if (allowed.length === 0) return { status: this.#refusal("update", before), stored: before };
    const hidden = this.#hidden("update", before);
    const made = make(without(before, hidden));
    const refused = { status: 403, stored: before };
    if (hidden.some((field) => Object.hasOwn(made, field))) return refused;
    const kept = Object.fromEntries(Object.entries(before).filter(([field]) => hidden.includes(field as Field)));
    const after = withDefaults({ ...made, ...kept });
    const left = allowed.filter((each) => locked(each).every((field) => same(before[field], after[field])));
    if (covering(left, after).length === 0) return refused;
    return { status: 200, stored: after, shown: this.shown("update", after) };
  }

  create(spec: Spec): Expected {
    const left = this.#having("create").filter((each) => !locked(each).some((field) => Object.hasOwn(spec, field)));
    const after = withDefaults(spec);
    if (covering(left, after).length === 0) return { status: 403, stored: undefined };
    return { status: 201, stored: after, shown: this.shown("create", after) };
  }

  delete(before: Spec): Expected {
    if (covering(this.#having("delete"), before).length === 0)
      return { status: this.#refusal("delete", before), stored: before };
    return { status: 200, stored: undefined, shown: this.shown("delete", before) };
  }
}

function covering(rules: readonly RandomRule[], spec: Spec): readonly RandomRule[] {
  return rules.filter(({ row }) => row === undefined || row.covers(spec));
}

function locked({ hidden, readOnly }: RandomRule): readonly Field[] {
  return [...hidden, ...readOnly];
}

function without(spec: Spec, left: readonly Field[]): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([field]) => !left.includes(field as Field)));
}

function withDefaults(spec: Spec): Spec {
  return { state: "open", ...spec };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

describe.each(databases)("what a caller can change on %s", (database) => {
  let server: RunningServer;

  interface Answer {
    readonly status: number;
    readonly body: { readonly spec?: Spec; readonly detail?: string };
  }
  const ask = async (user: string, method: string, name: string, body?: object): Promise<Answer> => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers = { authorization: `Test ${user}`, "content-type": type };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}${base}/${name}`, init);
    return { status: response.status, body: (await response.json()) as Answer["body"] };
  };

  /** The same as the only operation of a batch. */
  const askInBatch = async (user: string, operation: object, atomic: boolean): Promise<Answer> => {
    const operations = [{ apiVersion: "tracker.example.com/v1alpha1", kind: "Issue", ...operation }];
    const headers = { authorization: `Test ${user}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ operations, atomic }) };
    const response = await fetch(`${server.url}/apis/-/batch`, init);
    const body = (await response.json()) as Answer["body"] & {
      readonly results?: readonly [{ readonly status: number; readonly object?: object; readonly problem?: object }];
    };
    if (body.results === undefined) return { status: response.status, body };
    const [{ status, object, problem }] = body.results;
    return { status, body: { ...object, ...problem } };
  };
  const issue = (name: string, spec: Spec) => ({
    apiVersion: undefined,
    kind: undefined,
    object: { apiVersion: "tracker.example.com/v1alpha1", kind: "Issue", metadata: { name }, spec },
  });

  beforeAll(async () => {
    server = await startServer({
      plugins: [{ ...plugin, manifests: false, hooks: [], controllers: [], access }],
      root: plugin.root,
      port: 0,
      databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
      log: silentLog,
    });
    await server.started;
    for (const name of ["one", "two"])
      expect((await ask("root", "POST", "projects", { metadata: { name }, spec: { title: name } })).status).toBe(201);
  });
  afterAll(() => server.close());

  it("is what the rules say, one by one", { timeout: 120_000 }, async () => {
    const stored = new Map<string, Spec>();
    const counts = new Map<string, number>();
    let created = 0;
    const writes = fc.sample(write, { numRuns: randomCases(database === "sqlite" ? 800 : 250), seed: SEED });
    for (const [place, { user, does, at, spec }] of writes.entries()) {
      const oracle = new Oracle(users[user] ?? []);
      const name = does === "create" ? `n${created++}` : ([...stored.keys()][at] ?? "");
      const before = stored.get(name);
      if (does !== "create" && before === undefined) continue;
      const whole = { title: "t", project: "one", ...spec };
      const expected =
        does === "create"
          ? oracle.create(whole)
          : does === "delete"
            ? oracle.delete(before ?? {})
            : oracle.change(before ?? {}, (seen) => (does === "put" ? whole : { ...seen, ...spec }));
      const alone = {
        create: () => ask(`user${user}`, "POST", "issues", { metadata: { name }, spec: whole }),
        put: () => ask(`user${user}`, "PUT", `issues/${name}`, { spec: whole }),
        patch: () => ask(`user${user}`, "PATCH", `issues/${name}`, { spec }),
        delete: () => ask(`user${user}`, "DELETE", `issues/${name}`),
      };
      const operations = {
        create: { op: "create", ...issue(name, whole) },
        put: { op: "replace", ...issue(name, whole) },
        patch: { op: "update", ...issue(name, spec) },
        delete: { op: "delete", name },
      };
      // Two of three in a batch, of which one is done as a whole.
      const answer = await (place % 3 === 0
        ? alone[does]()
        : askInBatch(`user${user}`, operations[does], place % 3 === 1));
      const about = JSON.stringify({ does, spec, before, rules: users[user], detail: answer.body.detail });
      expect(answer.status, about).toBe(expected.status);
      if (expected.shown !== undefined) expect(answer.body.spec, about).toEqual(expected.shown);
      const now = await ask("root", "GET", `issues/${name}`);
      expect(now.status === 404 ? undefined : now.body.spec, about).toEqual(expected.stored);
      if (expected.stored === undefined) stored.delete(name);
      else stored.set(name, expected.stored);
      counts.set(`${does} ${answer.status}`, (counts.get(`${does} ${answer.status}`) ?? 0) + 1);
      // Enough objects of other people's making are there to begin with.
      if (stored.size < 20) {
        const seed = {
          title: "t",
          project: at % 2 === 0 ? "one" : "two",
          state: at % 3 === 0 ? "closed" : "open",
          tags: at % 4 === 0 ? [] : ["a"],
          ...(at % 5 > 1 && { due: "2026-01-01T00:00:00Z" }),
        };
        const made = `s${created++}`;
        expect((await ask("root", "POST", "issues", { metadata: { name: made }, spec: seed })).status).toBe(201);
        stored.set(made, seed);
      }
    }
    // Each outcome has been seen. A tenth of the writes does not have all.
    const outcomes = [
      "create 201",
      "create 403",
      "patch 200",
      "patch 403",
      "patch 404",
      "put 200",
      "put 403",
      "put 404",
      "delete 200",
      "delete 403",
      "delete 404",
    ];
    for (const outcome of isNight ? outcomes : [])
      expect(counts.get(outcome), `${outcome} of ${JSON.stringify([...counts])}`).toBeGreaterThan(5);
  });
});
