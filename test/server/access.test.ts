import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authenticator, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "./people-server.js";

/** `Test ann` in the group `tracker`, who may see the project `one`. */
const byHeader: Authenticator = ({ headers }) => {
  const [, name, project] = /^Test (\w+)(?: (\w+))?$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [name], claims: { project } };
};

const access = defineAccess({
  authenticate: [byHeader],
  roles: {
    anonymous: { resources: { projects: { verbs: ["get"], names: ["one"] } } },
    member: {
      resources: {
        projects: { verbs: ["read"], where: ({ user }) => ({ "metadata.name": String(user.claims["project"]) }) },
        issues: {
          verbs: ["read", "create", "update", "delete"],
          where: ({ user }) => ({ "spec.project": String(user.claims["project"]) }),
          hidden: ["spec.due"],
          readOnly: ["spec.state"],
        },
      },
      endpoints: ["GET /apis/console.api.tracker.example.com/v1alpha1/projects/{name}/board"],
    },
    two: {
      resources: {
        issues: [
          { verbs: ["read"], where: () => ({ "spec.state": "closed" }), hidden: ["spec.tags"] },
          { verbs: ["read"], where: () => ({ "spec.project": "two" }) },
        ],
      },
    },
  },
  bindings: {
    member: { groups: ["ann", "bob"] },
    admin: { users: ["root"] },
    two: { users: ["tom"] },
    viewer: { users: ["vera"] },
  },
});

const base = "/apis/tracker.example.com/v1alpha1";

/** What answers have, as far as it is looked at. */
interface Body extends Issue {
  readonly total: number;
  readonly items: readonly Issue[];
  readonly included: Readonly<Record<string, object>>;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly { readonly path: string }[];
  readonly indexes?: readonly string[];
}

interface Issue {
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

interface Event {
  readonly type: string;
  readonly object: Issue;
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

describe.each(databases)("access on %s", (database) => {
  let server: RunningServer;
  const ask = async (user: string | undefined, method: string, path: string, body?: unknown): Promise<Answer> => {
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...(user !== undefined && { authorization: `Test ${user}` }),
        ...(body !== undefined && { "content-type": type }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as Body };
  };
  const issue = (name: string, spec: object): object => ({ metadata: { name }, spec: { title: name, ...spec } });

  beforeAll(async () => {
    server = await startServer({
      plugins: [{ ...plugin, manifests: false, access }],
      root: plugin.root,
      port: 0,
      databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
      log: silentLog,
    });
    await server.started;
    for (const name of ["one", "two"])
      expect(
        (await ask("root", "POST", `${base}/projects`, { metadata: { name }, spec: { title: name } })).status,
      ).toBe(201);
    const due = "2026-01-01T00:00:00Z";
    for (const [name, spec] of [
      ["a1", { project: "one", due, tags: ["x"] }],
      ["a2", { project: "one", state: "closed", tags: ["x"] }],
      ["b1", { project: "two", due, tags: ["y"] }],
      ["b2", { project: "two", state: "closed", due, tags: ["y"] }],
    ] as const)
      expect((await ask("root", "POST", `${base}/issues`, issue(name, spec))).status).toBe(201);
  });
  afterAll(() => server.close());

  const names = ({ body }: Answer): string[] => body.items.map(({ metadata }) => metadata.name).toSorted();

  it("gives a caller without credentials the role anonymous, and nothing else", async () => {
    expect((await ask(undefined, "GET", `${base}/projects/one`)).status).toBe(200);
    expect((await ask(undefined, "GET", `${base}/projects/two`)).status).toBe(404);
    const refused = await ask(undefined, "GET", `${base}/issues`);
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    expect((await ask(undefined, "GET", "/metrics")).status).toBe(401);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  it("refuses credentials that nobody knows", async () => {
    const response = await fetch(`${server.url}${base}/projects/one`, { headers: { authorization: "Basic YTpi" } });
    expect(response.status).toBe(401);
  });

  it("narrows lists, totals, counts and reads", async () => {
    const list = await ask("ann one", "GET", `${base}/issues?page=1&size=1&total=exact`);
    expect([list.status, list.body.total]).toEqual([200, 2]);
    expect(names(await ask("ann one", "GET", `${base}/issues`))).toEqual(["a1", "a2"]);
    expect((await ask("ann one", "GET", `${base}/issues/a1`)).status).toBe(200);
    expect((await ask("ann one", "GET", `${base}/issues/b1`)).status).toBe(404);
    expect((await ask("ann one", "GET", `${base}/issues/none`)).body.detail.replace("none", "b1")).toBe(
      (await ask("ann one", "GET", `${base}/issues/b1`)).body.detail,
    );
    expect(names(await ask("root", "GET", `${base}/issues`))).toEqual(["a1", "a2", "b1", "b2"]);
    expect((await ask("ann one", "GET", `${base}/comments`)).status).toBe(403);
  });

  it("counts and adds what is seen, by what is seen", async () => {
    const groups = async (user: string, query: string): Promise<unknown> =>
      ((await ask(user, "GET", `${base}/issues?${query}`)).body as unknown as { groups: unknown }).groups;
    const open = (count: number): object => ({ by: { "spec.state": "open" }, count });
    const closed = (count: number): object => ({ by: { "spec.state": "closed" }, count });
    expect(await groups("ann one", "aggregate=count&groupBy=spec.state")).toEqual([closed(1), open(1)]);
    expect(await groups("root", "aggregate=count&groupBy=spec.state")).toEqual([closed(2), open(2)]);
    for (const hidden of ["max(spec.due)", "count&groupBy=spec.due", "count&groupBy=month(spec.due)"]) {
      const refused = await ask("ann one", "GET", `${base}/issues?aggregate=${hidden}`);
      expect([refused.status, refused.body.errors.map(({ path }) => path)]).toEqual([
        400,
        [hidden.startsWith("max") ? "aggregate" : "groupBy"],
      ]);
      expect(refused.body.detail).toContain("spec.due is not an index of this type");
      expect(refused.body.indexes).not.toContain("spec.due");
      // Nor do other refusals name it.
      const other = await ask("ann one", "GET", `${base}/issues?aggregate=count&groupBy=day(spec.state)`);
      expect(JSON.stringify(other.body)).not.toContain("spec.due");
    }
    expect((await ask("ann one", "GET", `${base}/comments?aggregate=count`)).status).toBe(403);
  });

  it("answers privately", async () => {
    const { headers } = await ask("ann one", "GET", `${base}/issues/a1`);
    expect([headers.get("cache-control"), headers.get("vary")]).toEqual(["private", "authorization, cookie"]);
  });

  it("hides fields, and what they could be told by", async () => {
    const shown = await ask("ann one", "GET", `${base}/issues/a1`);
    expect(shown.body.spec).not.toHaveProperty("due");
    expect((await ask("root", "GET", `${base}/issues/a1`)).body.spec).toHaveProperty("due");
    expect(shown.headers.get("etag")).not.toBe((await ask("root", "GET", `${base}/issues/a1`)).headers.get("etag"));
    const all = await ask("ann one", "GET", `${base}/issues`);
    expect(all.body.items.some(({ spec }) => "due" in spec)).toBe(false);
    for (const query of ["fieldSelector=spec.due%3E2020-01-01T00:00:00Z", "sort=spec.due,asc"]) {
      const refused = await ask("ann one", "GET", `${base}/issues?${query}`);
      expect([refused.status, refused.body.code]).toEqual([400, "InvalidQuery"]);
      expect(refused.body.indexes ?? []).not.toContain("spec.due");
    }
  });

  it("keeps what a caller does not see, and refuses to have it named", async () => {
    const { body } = await ask("ann one", "GET", `${base}/issues/a1`);
    const put = await ask("ann one", "PUT", `${base}/issues/a1`, { ...body, spec: { ...body.spec, title: "new" } });
    expect([put.status, put.body.spec.title, put.body.spec.due]).toEqual([200, "new", undefined]);
    expect((await ask("root", "GET", `${base}/issues/a1`)).body.spec).toMatchObject({
      title: "new",
      due: "2026-01-01T00:00:00Z",
    });
    const named = await ask("ann one", "PATCH", `${base}/issues/a1`, { spec: { due: "2027-01-01T00:00:00Z" } });
    expect([named.status, named.body.errors]).toEqual([403, [expect.objectContaining({ path: "/spec/due" })]]);
  });

  it("refuses changes of fields that are read-only", async () => {
    const refused = await ask("ann one", "PATCH", `${base}/issues/a1`, { spec: { state: "closed" } });
    expect([refused.status, refused.body.errors]).toEqual([403, [expect.objectContaining({ path: "/spec/state" })]]);
  });

  it("lets nothing be moved or made where the caller may not write", async () => {
    expect((await ask("ann one", "PATCH", `${base}/issues/b1`, { spec: { title: "x" } })).status).toBe(404);
    expect((await ask("ann one", "DELETE", `${base}/issues/b1`)).status).toBe(404);
    // For ann there is no project two.
    expect((await ask("ann one", "PATCH", `${base}/issues/a1`, { spec: { project: "two" } })).status).toBe(422);
    expect((await ask("ann one", "POST", `${base}/issues`, issue("c1", { project: "two" }))).status).toBe(422);
    expect((await ask("ann one", "POST", `${base}/issues`, issue("c1", { project: "one" }))).status).toBe(201);
    expect((await ask("ann one", "DELETE", `${base}/issues/c1`)).status).toBe(200);
    const deleted = await ask("ann one", "DELETE", `${base}/issues?fieldSelector=spec.project%3Dtwo`);
    expect([deleted.status, deleted.body.items]).toEqual([200, []]);
    expect((await ask("vera", "PATCH", `${base}/issues/a1`, { spec: { title: "x" } })).status).toBe(403);
  });

  it("adds up the rules of a caller, and shows of each object what one of them shows", async () => {
    const list = await ask("tom", "GET", `${base}/issues?total=exact&page=1&size=10`);
    expect([names(list), list.body.total]).toEqual([["a2", "b1", "b2"], 3]);
    const tags = Object.fromEntries(list.body.items.map(({ metadata, spec }) => [metadata.name, spec.tags]));
    expect(tags).toEqual({ a2: undefined, b1: ["y"], b2: ["y"] });
    // Tags select where they are shown, and order nothing.
    expect(names(await ask("tom", "GET", `${base}/issues?fieldSelector=spec.tags%3Dy`))).toEqual(["b1", "b2"]);
    expect(names(await ask("tom", "GET", `${base}/issues?fieldSelector=!spec.tags`))).toEqual([]);
  });

  it("includes only what the caller may list", async () => {
    const list = await ask("ann one", "GET", `${base}/issues?include=spec.project&size=10`);
    expect([list.status, Object.keys(list.body.included["spec.project"] ?? {})]).toEqual([200, ["one"]]);
    expect((await ask("tom", "GET", `${base}/issues?include=spec.project&size=10`)).status).toBe(403);
  });

  it("gives endpoints the caller, whose objects they see", async () => {
    const board = "/apis/console.api.tracker.example.com/v1alpha1/projects";
    expect((await ask("ann one", "GET", `${board}/one/board`)).status).toBe(200);
    expect((await ask("ann one", "GET", `${board}/two/board`)).status).toBe(404);
    expect((await ask("tom", "GET", `${board}/two/board`)).status).toBe(403);
    expect((await ask(undefined, "GET", `${board}/two/board`)).status).toBe(401);
  });

  it("watches what the caller sees", async () => {
    const end = new AbortController();
    const headers = { authorization: "Test bob one" };
    const response = await fetch(`${server.url}${base}/issues?watch=true`, { headers, signal: end.signal });
    const lines = eventsOf(response);
    await lines.next();
    await ask("root", "POST", `${base}/issues`, issue("w1", { project: "two", due: "2026-01-01T00:00:00Z" }));
    await ask("root", "POST", `${base}/issues`, issue("w2", { project: "one", due: "2026-01-01T00:00:00Z" }));
    expect((await lines.next()).value).toMatchObject({ type: "ADDED", object: { metadata: { name: "w2" } } });
    await ask("root", "PATCH", `${base}/issues/w1`, { spec: { project: "one" } });
    const entered = (await lines.next()).value;
    expect(entered).toMatchObject({ type: "ADDED", object: { metadata: { name: "w1" }, spec: { project: "one" } } });
    expect(entered?.object.spec).not.toHaveProperty("due");
    await ask("root", "PATCH", `${base}/issues/w2`, { spec: { project: "two", title: "secret" } });
    const left = (await lines.next()).value;
    // As it was when bob last saw it.
    expect(left).toMatchObject({
      type: "DELETED",
      object: { metadata: { name: "w2" }, spec: { title: "w2", project: "one" } },
    });
    expect(left?.object.spec).not.toHaveProperty("due");
    end.abort();
  });
});

async function* eventsOf(response: Response): AsyncGenerator<Event, undefined> {
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      yield JSON.parse(text.slice(0, end)) as Event;
      text = text.slice(end + 1);
    }
  }
  return undefined;
}

it("a row rule that selects by something that is no index does not start, also beside one that is", async () => {
  interface Selected {
    readonly "spec.project"?: string;
    readonly or?: readonly Omit<Selected, "or">[];
  }
  const rule = (where: () => Selected): ReturnType<typeof defineAccess> =>
    defineAccess({ roles: { some: { resources: { issues: { verbs: ["read"], where } } } } });
  const start = (wrong: ReturnType<typeof defineAccess>): Promise<RunningServer> =>
    startServer({
      plugins: [{ ...plugin, manifests: false, access: wrong }],
      root: plugin.root,
      port: 0,
      databaseUrl: ":memory:",
      log: silentLog,
    });
  await expect(start(rule(() => ({ "spec.project": "one", "spec.ownr": "x" })))).rejects.toThrow(
    "src/access.ts: The row rule of the role some for issues selects by spec.ownr, which is no index: use one of ",
  );
  const alternatives = [{ "spec.project": "one" }, { "spec.project": "two", "spec.ownr": "x" }];
  await expect(start(rule(() => ({ or: alternatives })))).rejects.toThrow("for issues selects by spec.ownr, which is");
  const asksTheCaller = rule(() => {
    throw new Error("nobody is here");
  });
  await (await start(asksTheCaller)).close();
});
