import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authenticator, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";

const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [`${name}s`] };
};
const access = defineAccess({
  authenticate: [byHeader],
  roles: {
    member: {
      resources: {
        issues: { verbs: ["get", "list", "update"], where: () => ({ "spec.state": "open" }), hidden: ["spec.due"] },
      },
    },
    helpdesk: {
      operator: ["explain"],
      endpoints: ["GET /apis/console.api.tracker.example.com/v1alpha1/projects/{name}/board"],
    },
  },
  bindings: { member: { groups: ["anns"] }, admin: { users: ["root"] }, helpdesk: { users: ["hal"] } },
});
interface Body {
  readonly items: readonly { readonly plural: string; readonly count: number; readonly controller: string }[];
  readonly results: readonly { readonly allowed: boolean; readonly readOnly?: readonly string[] }[];
  readonly errors: readonly { readonly path: string }[];
}

const base = "/apis/tracker.example.com/v1alpha1";

describe("what a caller may ask about itself, and an operator about others", () => {
  let server: RunningServer;
  const ask = async (
    user: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: Body }> => {
    const headers = { ...(user !== "" && { authorization: `Test ${user}` }), "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}${path}`, init);
    return { status: response.status, body: (await response.json()) as Body };
  };

  beforeAll(async () => {
    const options = { plugins: [{ ...plugin, manifests: false, access }], root: plugin.root, port: 0, log: silentLog };
    server = await startServer({ ...options, databaseUrl: ":memory:" });
    await server.started;
    await ask("root", "POST", `${base}/projects`, { metadata: { name: "p" }, spec: { title: "p" } });
    for (const state of ["open", "closed"])
      await ask("root", "POST", `${base}/issues`, {
        metadata: { name: state },
        spec: { title: "t", project: "p", state },
      });
  });
  afterAll(() => server.close());

  it("says who the caller is", async () => {
    expect((await ask("ann", "GET", "/apis/-/whoami")).body).toEqual({
      name: "ann",
      authenticated: true,
      groups: ["anns"],
      roles: ["authenticated", "member"],
      signIn: { password: false, providers: [] },
    });
    expect((await ask("hal", "GET", "/apis/-/whoami")).body).toMatchObject({ operator: ["explain"] });
    expect((await ask("", "GET", "/apis/-/whoami")).body).toMatchObject({
      name: "system:anonymous",
      authenticated: false,
    });
  });

  it("says what the caller may do, also with one object", async () => {
    const reviews = [
      { verb: "list", resource: "issues" },
      { verb: "create", resource: "issues" },
      { verb: "update", resource: "issues", name: "open" },
      { verb: "update", resource: "issues", name: "closed" },
      { verb: "update", resource: "issues", name: "none" },
      { verb: "update", resource: "projects/status", group: "tracker.example.com" },
    ];
    const { body } = await ask("ann", "POST", "/apis/-/access-reviews", { reviews });
    expect(body.results.map(({ allowed }) => allowed)).toEqual([true, false, true, false, false, false]);
    const wrong = await ask("ann", "POST", "/apis/-/access-reviews", {
      reviews: [
        { verb: "fly", resource: "issues" },
        { verb: "get", resource: "birds" },
      ],
    });
    expect([wrong.status, wrong.body.errors.map(({ path }) => path)]).toEqual([
      422,
      ["/reviews/0/verb", "/reviews/1/resource"],
    ]);
  });

  it("says which fields a write could not change", async () => {
    const reviews = [
      { verb: "update", resource: "issues" },
      { verb: "update", resource: "issues", name: "open" },
      { verb: "update", resource: "issues", name: "closed" },
      { verb: "get", resource: "issues" },
    ];
    const { body } = await ask("ann", "POST", "/apis/-/access-reviews", { reviews });
    expect(body.results).toEqual([
      { allowed: true, readOnly: ["spec.due"] },
      { allowed: true, readOnly: ["spec.due"] },
      { allowed: false },
      { allowed: true },
    ]);
    const all = await ask("root", "POST", "/apis/-/access-reviews", { reviews });
    expect(all.body.results).toEqual([{ allowed: true }, { allowed: true }, { allowed: true }, { allowed: true }]);
  });

  it("shows the models that the caller may list, with the objects that it sees", async () => {
    const { body } = await ask("ann", "GET", "/apis/-/admin/models");
    expect(body.items).toEqual([
      { apiVersion: "tracker.example.com/v1alpha1", kind: "Issue", plural: "issues", count: 1 },
    ]);
    const all = await ask("root", "GET", "/apis/-/admin/models");
    expect(all.body.items.map(({ plural, count }) => [plural, count])).toEqual([
      ["comments", 0],
      ["issues", 2],
      ["projects", 1],
    ]);
  });

  it("says which endpoints the caller may call, and no to one that there is not", async () => {
    const reviews = [
      { endpoint: "GET /apis/console.api.tracker.example.com/v1alpha1/projects/{name}/board" },
      { endpoint: "POST /apis/uc.api.tracker.example.com/v1alpha1/issues/{name}/closing" },
      { endpoint: "GET /apis/console.api.tracker.example.com/v1alpha1/nothing" },
      { verb: "list", resource: "issues" },
    ];
    const allowed = async (user: string): Promise<readonly boolean[]> =>
      (await ask(user, "POST", "/apis/-/access-reviews", { reviews })).body.results.map((result) => result.allowed);
    expect(await allowed("ann")).toEqual([false, false, false, true]);
    expect(await allowed("hal")).toEqual([true, false, false, false]);
    expect(await allowed("root")).toEqual([true, true, false, true]);
  });

  it("shows an operator plugins, controllers and schedules, and lets it reconcile", async () => {
    expect((await ask("ann", "GET", "/apis/-/admin/plugins")).status).toBe(403);
    expect((await ask("", "GET", "/apis/-/admin/plugins")).status).toBe(401);
    expect((await ask("root", "GET", "/apis/-/admin/plugins")).body.items).toEqual([
      { name: "tracker", state: "started" },
    ]);
    const [controller] = (await ask("root", "GET", "/apis/-/admin/controllers")).body.items;
    expect(controller).toMatchObject({ plugin: "tracker" });
    expect((await ask("root", "GET", "/apis/-/admin/schedules")).body.items).toHaveLength(1);
    const reconcile = { plugin: "tracker", controller: controller?.controller, name: "p" };
    await expect
      .poll(async () => (await ask("root", "POST", "/apis/-/admin/reconcile", reconcile)).body)
      .toEqual({ queued: "p" });
    expect((await ask("root", "POST", "/apis/-/admin/reconcile", { ...reconcile, controller: "none" })).status).toBe(
      404,
    );
    expect((await ask("hal", "POST", "/apis/-/admin/reconcile", reconcile)).status).toBe(403);
  });

  it("shows an operator all roles and who has them", async () => {
    const { body } = await ask("hal", "GET", "/apis/-/admin/roles");
    const roles = body.items as unknown as readonly { readonly name: string }[];
    expect(roles.find(({ name }) => name === "member")).toEqual({
      name: "member",
      rules: [
        {
          resource: "issues.tracker.example.com",
          verbs: ["get", "list", "update"],
          isNarrowed: true,
          hidden: ["spec.due"],
        },
      ],
      endpoints: [],
      pages: [],
      operator: [],
      bindings: [{ groups: ["anns"] }],
    });
    expect(roles.map(({ name }) => name)).toEqual(expect.arrayContaining(["helpdesk", "admin", "issues:viewer"]));
    expect((await ask("ann", "GET", "/apis/-/admin/roles")).status).toBe(403);
  });

  it("explains which rule decides", async () => {
    const user = { name: "ann", groups: ["anns"] };
    const question = { user, verb: "update", resource: "issues" };
    const explain = async (name: string): Promise<Body> =>
      (await ask("hal", "POST", "/apis/-/admin/explain", { ...question, name })).body;
    expect(await explain("open")).toMatchObject({
      allowed: true,
      coveredBy: ["member"],
      hidden: ["spec.due"],
      roles: ["authenticated", "member"],
    });
    expect(await explain("closed")).toMatchObject({
      allowed: false,
      because: expect.stringContaining("404"),
      rules: [{ role: "member", where: { "spec.state": "open" } }],
    });
    expect(await explain("none")).toMatchObject({
      allowed: false,
      because: expect.stringContaining("There is no issue"),
    });
    expect((await ask("ann", "POST", "/apis/-/admin/explain", question)).status).toBe(403);
  });

  it("has nothing else there", async () => {
    expect((await ask("root", "GET", "/apis/-/none")).status).toBe(404);
    expect((await ask("root", "DELETE", "/apis/-/whoami")).status).toBe(405);
  });
});

describe("rate limits", () => {
  it("count the requests of each caller and each address, whatever they ask", async () => {
    const options = { plugins: [{ ...plugin, manifests: false, access }], root: plugin.root, port: 0, log: silentLog };
    const rateLimits = { user: { perSecond: 0.01, burst: 2 }, address: { perSecond: 0.01, burst: 5 } };
    const server = await startServer({ ...options, databaseUrl: ":memory:", rateLimits });
    await server.started;
    const ask = async (user: string, path = `${base}/issues`): Promise<[number, string | null]> => {
      const { status, headers } = await fetch(`${server.url}${path}`, { headers: { authorization: `Test ${user}` } });
      return [status, headers.get("retry-after")];
    };
    expect(await ask("ann")).toEqual([200, null]);
    expect(await ask("ann", "/apis/-/whoami")).toEqual([200, null]);
    expect(await ask("ann")).toEqual([429, "100"]);
    expect(await ask("root")).toEqual([200, null]);
    expect(await ask("eve")).toEqual([403, null]);
    expect(await ask("root")).toEqual([429, expect.any(String)]);
    expect(await ask("root", "/healthz")).toEqual([200, null]);
    await server.close();
  });
});

describe("pages at a port of their own", () => {
  it("are there for everybody who can reach it, and nowhere else", async () => {
    const options = { plugins: [{ ...plugin, manifests: false, access }], root: plugin.root, port: 0, log: silentLog };
    const server = await startServer({ ...options, databaseUrl: ":memory:", pagesPort: 0 });
    await server.started;
    const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
    for (const page of ["/metrics", "/controllers", "/openapi.json", "/docs"]) {
      expect([page, await statusOf(`${server.pagesUrl}${page}`)]).toEqual([page, 200]);
      expect([page, await statusOf(`${server.url}${page}`)]).toEqual([page, 404]);
    }
    for (const url of [server.url, server.pagesUrl]) expect(await statusOf(`${url}/readyz`)).toBe(200);
    expect(await statusOf(`${server.pagesUrl}${base}/issues`)).toBe(404);
    await server.close();
    await expect(fetch(`${server.pagesUrl}/metrics`)).rejects.toThrow("fetch failed");
  });

  it("leave the document where the console is, for those who may read it", async () => {
    const options = { plugins: [{ ...plugin, manifests: false, access }], root: plugin.root, port: 0, log: silentLog };
    const server = await startServer({ ...options, databaseUrl: ":memory:", pagesPort: 0, console: true });
    await server.started;
    const statusOf = async (path: string, user?: string): Promise<number> =>
      (await fetch(server.url + path, { headers: user === undefined ? {} : { authorization: `Test ${user}` } })).status;
    expect([await statusOf("/openapi.json"), await statusOf("/openapi.json", "root")]).toEqual([401, 200]);
    for (const page of ["/metrics", "/controllers", "/docs"])
      expect([page, await statusOf(page, "root")]).toEqual([page, 404]);
    expect(await statusOf("/console/")).toBe(200);
    await server.close();
  });
});
