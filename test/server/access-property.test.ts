import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { type Authenticator, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import type { PluginAccess } from "@cmgen/runtime/codegen";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";
import { randomCases } from "../tier.js";

const base = "/apis/tracker.example.com/v1alpha1";
const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name };
};

interface Body {
  readonly total: number;
  readonly items: readonly Issue[];
  readonly groups: readonly object[];
  readonly code: string;
  readonly metadata: { readonly resourceVersion: string };
}

interface Event {
  readonly type: string;
  readonly object: Issue;
}

interface Issue {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>> & {
    readonly project: string;
    readonly state?: string;
    readonly due?: string;
    readonly tags?: readonly string[];
  };
}

/** A condition, as an index is asked and as it is compared with an object. */
interface Condition {
  readonly where: object;
  readonly selector: string;
  readonly fields: readonly string[];
  readonly holds: (issue: Issue) => boolean;
  /** The alternatives, of conditions that are such. */
  readonly anyOf?: readonly (readonly Condition[])[];
}

const plain: readonly Condition[] = [
  ...["one", "two", "three"].map((name): Condition => ({
    where: { "spec.project": name },
    selector: `spec.project=${name}`,
    fields: ["spec.project"],
    holds: ({ spec }) => spec.project === name,
  })),
  ...["open", "closed"].map((state): Condition => ({
    where: { "spec.state": state },
    selector: `spec.state=${state}`,
    fields: ["spec.state"],
    holds: ({ spec }) => spec.state === state,
  })),
  ...["a", "b"].map((tag): Condition => ({
    where: { "spec.tags": tag },
    selector: `spec.tags=${tag}`,
    fields: ["spec.tags"],
    holds: ({ spec }) => spec.tags?.includes(tag) === true,
  })),
  {
    where: { "spec.tags": { all: ["a", "b"] } },
    selector: "spec.tags=a,spec.tags=b",
    fields: ["spec.tags"],
    holds: ({ spec }) => spec.tags?.includes("a") === true && spec.tags.includes("b"),
  },
  {
    where: { "spec.due": { exists: false } },
    selector: "!spec.due",
    fields: ["spec.due"],
    holds: ({ spec }) => spec.due === undefined,
  },
  {
    where: { "spec.due": { gte: "2026-06-01T00:00:00Z" } },
    selector: "spec.due>=2026-06-01T00:00:00Z",
    fields: ["spec.due"],
    holds: ({ spec }) => spec.due !== undefined && spec.due >= "2026-06",
  },
  {
    where: { "metadata.name": { startsWith: "i1" } },
    selector: "metadata.name^=i1",
    fields: ["metadata.name"],
    holds: ({ metadata }) => metadata.name.startsWith("i1"),
  },
];
/** Alternatives of which each is one condition or two. */
function eitherOf(...places: readonly (readonly number[])[]): Condition {
  const alternatives = places.map((all) => all.flatMap((place) => plain[place] ?? []));
  return {
    where: { or: alternatives.map((all) => Object.assign({}, ...all.map(({ where }) => where))) },
    selector: `(${alternatives.map((all) => all.map(({ selector }) => selector).join(",")).join("|")})`,
    fields: alternatives.flat().flatMap(({ fields }) => fields),
    holds: (issue) => alternatives.some((all) => all.every(({ holds }) => holds(issue))),
    anyOf: alternatives,
  };
}

const conditions: readonly Condition[] = [
  ...plain,
  eitherOf([0], [5]),
  eitherOf([1, 3], [7]),
  eitherOf([4, 6], [9, 10], [2]),
  eitherOf([0, 7], [3]),
];
const hideable = ["spec.due", "spec.tags", "spec.state", "spec.blockedBy", "metadata.labels"] as const;
const verbs = ["get", "list", "watch"] as const;

interface RandomRule {
  readonly verbs: readonly (typeof verbs)[number][];
  readonly conditions: readonly Condition[];
  readonly hidden: readonly (typeof hideable)[number][];
}

const rule: fc.Arbitrary<RandomRule> = fc.record({
  verbs: fc.oneof(fc.constant([...verbs]), fc.subarray([...verbs], { minLength: 1 })),
  conditions: fc.oneof(fc.constant([]), fc.subarray([...conditions], { minLength: 1, maxLength: 2 })),
  hidden: fc.subarray([...hideable]),
});
const USERS = 80;
const SEED = 20261126;
const users = fc.sample(fc.array(rule, { minLength: 1, maxLength: 3 }), { numRuns: USERS, seed: SEED });

const access: PluginAccess = {
  resources: { issues: { group: "tracker.example.com", plural: "issues" } },
  definition: {
    authenticate: [byHeader],
    roles: Object.fromEntries(
      users.map((rules, at) => [
        `role${at}`,
        {
          resources: {
            issues: rules.map(({ verbs: allowed, conditions: all, hidden }) => ({
              verbs: allowed,
              ...(all.length > 0 && { where: () => Object.assign({}, ...all.map(({ where }) => where)) }),
              hidden,
            })),
          },
        },
      ]),
    ),
    bindings: {
      admin: { users: ["root"] },
      ...Object.fromEntries(users.map((_, at) => [`role${at}`, { users: [`user${at}`] }])),
    },
  },
};

/** Conditions on one field cannot all be said: the last one wins, as in an object. So it is with alternatives. */
function lastOfField(all: readonly Condition[]): readonly Condition[] {
  return [...new Map(all.map((condition) => [Object.keys(condition.where).join(), condition])).values()];
}

function covers({ conditions: all }: RandomRule, issue: Issue): boolean {
  return lastOfField(all).every(({ holds }) => holds(issue));
}

/** Whether some rule shows a field in an issue. */
function isShown(rules: readonly RandomRule[], field: string, issue: Issue): boolean {
  return rules.some((each) => !isHidden(each, field) && covers(each, issue));
}

function isHidden({ hidden }: RandomRule, field: string): boolean {
  return hidden.some((each) => each === field);
}

/** Where rules show a field, of all issues that they cover, whatever these are. */
function shownWhere(rules: readonly RandomRule[], field: string): "everywhere" | "somewhere" | "nowhere" {
  const showing = rules.filter((each) => !isHidden(each, field));
  if (showing.length === 0) return "nowhere";
  const isWhole = showing.length === rules.length || showing.some(({ conditions: all }) => all.length === 0);
  return isWhole ? "everywhere" : "somewhere";
}

/** Whether an issue is selected by what is shown of it. */
function selects(rules: readonly RandomRule[], { holds, fields, anyOf }: Condition, issue: Issue): boolean {
  if (anyOf !== undefined) return anyOf.some((all) => all.every((each) => selects(rules, each, issue)));
  return holds(issue) && fields.every((field) => isShown(rules, field, issue));
}

/** Whether a request is refused: it selects by what is shown nowhere, or needs all values of what is shown somewhere. */
function isRefused(
  rules: readonly RandomRule[],
  {
    asked,
    label,
    whole,
  }: { readonly asked: readonly Condition[]; readonly label: boolean; readonly whole: readonly string[] },
): boolean {
  const selected = [...asked.flatMap(({ fields }) => fields), ...(label ? ["metadata.labels"] : [])];
  const limited = asked.filter(({ anyOf }) => anyOf === undefined).flatMap(({ fields }) => fields);
  return (
    [...selected, ...whole].some((field) => shownWhere(rules, field) === "nowhere") ||
    whole.some((field) => shownWhere(rules, field) === "somewhere" && !limited.includes(field))
  );
}

/** Whether an issue is selected by all conditions, and by the label where that is asked for. */
function isSelected(
  rules: readonly RandomRule[],
  { asked, label }: { readonly asked: readonly Condition[]; readonly label: boolean },
  issue: Issue,
): boolean {
  const isEven = issue.metadata.labels?.["x.example.com/half"] === "even" && isShown(rules, "metadata.labels", issue);
  return asked.every((condition) => selects(rules, condition, issue)) && (!label || isEven);
}

/** What a service would have that holds only what a user sees. */
function seenBy(rules: readonly RandomRule[], verb: (typeof verbs)[number], issue: Issue): Issue | undefined {
  const covering = rules.filter((each) => each.verbs.includes(verb) && covers(each, issue));
  if (covering.length === 0) return undefined;
  const hidden = hideable.filter((field) => covering.every((each) => each.hidden.includes(field)));
  const copy = structuredClone(issue) as { metadata: Record<string, unknown>; spec: Record<string, unknown> };
  for (const field of hidden) delete copy[field.startsWith("spec") ? "spec" : "metadata"][field.split(".")[1] ?? ""];
  return copy as unknown as Issue;
}

interface Request {
  readonly user: number;
  readonly conditions: readonly Condition[];
  readonly label: boolean;
  readonly sort: "spec.due" | "spec.state" | "metadata.name" | undefined;
  readonly page: number;
  readonly size: number;
}

const request: fc.Arbitrary<Request> = fc.record({
  user: fc.nat({ max: USERS - 1 }),
  conditions: fc.subarray([...conditions], { maxLength: 2 }),
  label: fc.boolean(),
  sort: fc.constantFrom("spec.due", "spec.state", "metadata.name", undefined),
  page: fc.integer({ min: 1, max: 3 }),
  size: fc.integer({ min: 1, max: 12 }),
});

const groupField = fc.constantFrom("spec.project", "spec.state", "spec.tags");

/** The groups of issues by a field, with the number and the largest of the values of another. */
function groupsOf(seen: readonly Issue[], groupBy: string, compared: string): readonly object[] {
  const keys = [...new Set(seen.flatMap((issue) => keysOf(issue, groupBy)))].toSorted();
  return keys.map((key) => {
    const members = seen.filter((issue) => keysOf(issue, groupBy).includes(key));
    const values = members.flatMap((issue) => textIn(issue, compared) ?? []).toSorted();
    return {
      by: { [groupBy]: key === NO_TAG ? null : key },
      count: members.length,
      max: { [compared]: values.at(-1)?.replace(/(?<!\.\d{3})Z$/, ".000Z") ?? null },
      distinct: { [compared]: new Set(values).size },
    };
  });
}

/** What an issue without tags is grouped by: it sorts before all tags. */
const NO_TAG = "";

function keysOf(issue: Issue, field: string): readonly string[] {
  if (field !== "spec.tags") return [textIn(issue, field) ?? ""];
  const { tags = [] } = issue.spec;
  return tags.length === 0 ? [NO_TAG] : tags;
}

function textIn({ metadata, spec }: Issue, field: string): string | undefined {
  if (field === "metadata.name") return metadata.name;
  const value = spec[field.slice("spec.".length)];
  return value === undefined ? undefined : String(value);
}

describe.each(databases)("what a caller can observe on %s", (database) => {
  let server: RunningServer;
  let issues: readonly Issue[] = [];

  const ask = async (user: string, path: string, init: RequestInit = {}): Promise<{ status: number; body: Body }> => {
    const headers = {
      authorization: `Test ${user}`,
      ...(init.headers as Readonly<Record<string, string>> | undefined),
    };
    const response = await fetch(`${server.url}${path}`, { ...init, headers });
    return { status: response.status, body: (await response.json()) as Body };
  };
  const write = (method: string, path: string, body: unknown): Promise<{ status: number; body: Body }> => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    return ask("root", path, { method, headers: { "content-type": type }, body: JSON.stringify(body) });
  };

  beforeAll(async () => {
    server = await startServer({
      plugins: [{ ...plugin, manifests: false, access }],
      root: plugin.root,
      port: 0,
      databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
      log: silentLog,
    });
    await server.started;
    for (const name of ["one", "two", "three"])
      await write("POST", `${base}/projects`, { metadata: { name }, spec: { title: name } });
    for (let at = 0; at < 60; at += 1) {
      const spec = {
        title: `Issue ${at}`,
        project: ["one", "two", "three"][at % 3],
        state: at % 4 === 0 ? "closed" : "open",
        ...(at % 5 !== 0 && { due: `2026-${String(1 + (at % 12)).padStart(2, "0")}-01T00:00:00Z` }),
        tags: ["a", "b", "c"].filter((_, tag) => (at >> tag) % 2 === 0),
      };
      const labels = { "x.example.com/half": at % 2 === 0 ? "even" : "odd" };
      const { status } = await write("POST", `${base}/issues`, { metadata: { name: `i${at}`, labels }, spec });
      expect(status).toBe(201);
    }
    issues = (await ask("root", `${base}/issues?sort=metadata.creationTimestamp,desc`)).body.items;
  });
  afterAll(() => server.close());

  it("is what a service would answer that holds only what it sees: lists, pages and totals", async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ user, conditions: asked, label, sort, page, size }) => {
        const rules = users[user] ?? [];
        const listing = rules.filter((each) => each.verbs.includes("list"));
        const query = new URLSearchParams([
          ...asked.map(({ selector }): [string, string] => ["fieldSelector", selector]),
          ...(label ? [["labelSelector", "x.example.com/half=even"] as [string, string]] : []),
          ...(sort === undefined ? [] : [["sort", `${sort},asc`] as [string, string]]),
          ["page", String(page)],
          ["size", String(size)],
          ["total", "exact"],
        ]);
        const { status, body } = await ask(`user${user}`, `${base}/issues?${query}`);
        if (listing.length === 0) {
          expect(status).toBe(403);
          return;
        }
        if (isRefused(listing, { asked, label, whole: sort === undefined ? [] : [sort] })) {
          expect(status).toBe(400);
          return;
        }
        const matching = issues.filter((issue) => isSelected(listing, { asked, label }, issue));
        const seen = inOrder(matching, sort).flatMap((issue) => seenBy(rules, "list", issue) ?? []);
        expect(status).toBe(200);
        expect(body.total).toBe(seen.length);
        expect(body.items).toEqual(seen.slice((page - 1) * size, page * size));
      }),
      { numRuns: randomCases(database === "sqlite" ? 1500 : 500), seed: SEED },
    );
  }, 120_000);

  it("is what a service would answer that holds only what it sees: counts and sums", async () => {
    await fc.assert(
      fc.asyncProperty(request, groupField, async ({ user, conditions: asked, label, sort }, groupBy) => {
        const rules = users[user] ?? [];
        const listing = rules.filter((each) => each.verbs.includes("list"));
        const compared = sort ?? "metadata.name";
        const query = new URLSearchParams([
          ...asked.map(({ selector }): [string, string] => ["fieldSelector", selector]),
          ...(label ? [["labelSelector", "x.example.com/half=even"] as [string, string]] : []),
          ["aggregate", `count,distinct(${compared}),max(${compared})`],
          ["groupBy", groupBy],
        ]);
        const { status, body } = await ask(`user${user}`, `${base}/issues?${query}`);
        if (listing.length === 0) {
          expect(status).toBe(403);
          return;
        }
        if (isRefused(listing, { asked, label, whole: [compared, groupBy] })) {
          expect(status).toBe(400);
          return;
        }
        const seen = issues.filter(
          (issue) => isSelected(listing, { asked, label }, issue) && seenBy(rules, "list", issue) !== undefined,
        );
        expect(status).toBe(200);
        expect(body.groups).toEqual(groupsOf(seen, groupBy, compared));
      }),
      { numRuns: randomCases(database === "sqlite" ? 1500 : 500), seed: SEED },
    );
  }, 120_000);

  it("is what a service would answer that holds only what it sees: reads by name", async () => {
    for (const [user, rules] of users.entries()) {
      const issue = issues[(user * 7) % issues.length];
      if (issue === undefined) throw new Error("There are issues");
      const { status, body } = await ask(`user${user}`, `${base}/issues/${issue.metadata.name}`);
      const seen = seenBy(rules, "get", issue);
      if (!rules.some((each) => each.verbs.includes("get"))) expect(status).toBe(403);
      else if (seen === undefined) expect([status, body.code]).toEqual([404, "NotFound"]);
      else expect(body).toEqual(seen);
    }
  });

  it("is the same in watches, whatever changes", async () => {
    const end = new AbortController();
    const watching = users
      .flatMap((rules, at) => (rules.some((each) => each.verbs.includes("watch")) ? [at] : []))
      .slice(0, 30);
    const unknown: string[] = [];
    const held = new Map<number, Map<string, Issue>>();
    const streams = watching.map(async (user) => {
      const headers = { authorization: `Test user${user}` };
      const from = await ask("root", `${base}/issues?size=1&page=1`);
      const start = `${base}/issues?watch=true&resourceVersion=${from.body.metadata.resourceVersion}`;
      const response = await fetch(`${server.url}${start}`, { headers, signal: end.signal });
      expect(response.status).toBe(200);
      const rules = users[user] ?? [];
      const known = new Map<string, Issue>(
        issues.flatMap((issue) => {
          const seen = seenBy(rules, "watch", issue);
          return seen === undefined ? [] : [[issue.metadata.name, seen] as const];
        }),
      );
      held.set(user, known);
      const running = (async () => {
        for await (const event of eventsOf(response)) {
          const { type, object } = event;
          if (type === "BOOKMARK") continue;
          const { name } = object.metadata;
          // Nobody is told of the deletion of what it did not have, nor sees anything that it never saw.
          if (type !== "DELETED") known.set(name, object);
          else if (!known.delete(name)) unknown.push(name);
        }
      })().catch((error: unknown) => {
        if (!end.signal.aborted) throw error;
      });
      return { running };
    });
    const reading = await Promise.all(streams);
    const random = fc.sample(
      fc.record({
        at: fc.nat({ max: 59 }),
        spec: fc.record(
          {
            project: fc.constantFrom("one", "two", "three"),
            state: fc.constantFrom("open", "closed"),
            due: fc.constantFrom(null, "2026-02-01T00:00:00Z", "2026-09-01T00:00:00Z"),
            tags: fc.subarray(["a", "b"]),
          },
          { requiredKeys: [] },
        ),
      }),
      { numRuns: randomCases(80), seed: SEED },
    );
    for (const { at, spec } of random) await write("PATCH", `${base}/issues/i${at}`, { spec });
    for (const at of [3, 14, 15]) await ask("root", `${base}/issues/i${at}`, { method: "DELETE" });
    const now = (await ask("root", `${base}/issues`)).body.items;
    for (const user of watching) {
      const rules = users[user] ?? [];
      const wanted = now.flatMap((issue) => seenBy(rules, "watch", issue) ?? []);
      const byName = (some: Iterable<Issue>): Issue[] =>
        [...some].toSorted((one, other) => (one.metadata.name < other.metadata.name ? -1 : 1));
      await expect.poll(() => byName(held.get(user)?.values() ?? [])).toEqual(byName(wanted));
    }
    end.abort();
    await Promise.all(reading.map(({ running }) => running));
    expect(unknown).toEqual([]);
  }, 60_000);
});

function inOrder(issues: readonly Issue[], sort: Request["sort"]): readonly Issue[] {
  if (sort === undefined) return issues;
  const valueOf = ({ metadata, spec }: Issue): string =>
    sort === "metadata.name" ? metadata.name : ((sort === "spec.due" ? spec.due : spec.state) ?? "");
  // Ties are in the order of creation, and what has no value comes first.
  return [...issues]
    .toReversed()
    .toSorted((one, other) => (valueOf(one) < valueOf(other) ? -1 : Number(valueOf(one) > valueOf(other))));
}

async function* eventsOf(response: Response): AsyncGenerator<Event, void> {
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield JSON.parse(text.slice(0, end)) as Event;
      text = text.slice(end + 1);
    }
  }
}
