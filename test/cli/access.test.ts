import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Authenticator, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { type CommandOutcome, runCmgen } from "./run-cmgen.js";

const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: ["staff"] };
};
const access = defineAccess({
  authenticate: [byToken],
  roles: {
    member: {
      resources: {
        issues: { verbs: ["read", "update"], where: () => ({ "spec.state": "open" }), hidden: ["spec.due"] },
        projects: { verbs: ["get"], names: ["p"] },
      },
    },
    helpdesk: { operator: ["explain"] },
    console: { includes: ["member"], pages: ["/openapi.json"] },
  },
  bindings: {
    member: { users: ["ann"] },
    helpdesk: { users: ["hal"] },
    console: { users: ["paul"] },
    admin: { users: ["root"] },
  },
});

describe("cmgen access", () => {
  let server: RunningServer;
  const cmgen = (user: string, ...args: string[]): Promise<CommandOutcome> =>
    runCmgen(["access", ...args, "--server", server.url, "--token", user], { workingFolder: tmpdir() });

  beforeAll(async () => {
    const options = { plugins: [{ ...plugin, manifests: false, access }], root: plugin.root, port: 0, log: silentLog };
    server = await startServer({ ...options, databaseUrl: ":memory:" });
    await server.started;
    const create = async (plural: string, body: object): Promise<void> => {
      const headers = { authorization: "Bearer root", "content-type": "application/json" };
      const path = `${server.url}/apis/tracker.example.com/v1alpha1/${plural}`;
      expect((await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })).status).toBe(201);
    };
    await create("projects", { metadata: { name: "p" }, spec: { title: "p" } });
    for (const state of ["open", "closed"])
      await create("issues", { metadata: { name: state }, spec: { title: "t", project: "p", state } });
  });
  afterAll(() => server.close());

  it("says who the caller is", async () => {
    expect(await cmgen("ann", "whoami")).toEqual({
      code: 0,
      out: "ann\n  groups  staff\n  roles   authenticated, member\n",
      error: "",
    });
  });

  it("says what a role lacks that other commands need", async () => {
    const get = (user: string, ...args: string[]): Promise<CommandOutcome> =>
      runCmgen([...args, "--server", server.url, "--token", user], { workingFolder: tmpdir() });
    const refusal = {
      code: 4,
      error:
        'No role of "ann" allows to read /openapi.json.\nCommands read there which resources the service has. ' +
        'Give one of your roles `pages: ["/openapi.json"]` in src/access.ts.\n',
    };
    expect(await get("ann", "get", "issue/open")).toMatchObject(refusal);
    expect(await get("ann", "history", "issue/open")).toMatchObject(refusal);
    expect(await get("ann", "explain", "issue")).toMatchObject(refusal);
    expect(await get("paul", "get", "issue/open")).toMatchObject({ code: 0 });
    expect(await get("ann", "client", "--out", "client")).toMatchObject({
      code: 4,
      error: expect.stringContaining('answered 403. Give a role of the caller `pages: ["/openapi.json"]`'),
    });
  });

  it("says whether the caller may", async () => {
    expect(await cmgen("ann", "can-i", "update", "issues/open")).toMatchObject({ code: 0, out: "yes\n" });
    expect(await cmgen("ann", "can-i", "update", "issues/closed")).toMatchObject({ code: 1, out: "no\n" });
    expect(await cmgen("ann", "can-i", "create", "projects.tracker.example.com")).toMatchObject({
      code: 1,
      out: "no\n",
    });
    expect(await cmgen("ann", "can-i", "updat", "issues")).toMatchObject({
      code: 3,
      error: 'cmgen: There is no verb "updat". Did you mean update? Verbs: get, list, watch, create, update, delete.\n',
    });
    expect(await cmgen("ann", "can-i", "get", "birds/b1")).toMatchObject({
      code: 3,
      error: expect.stringMatching(/^cmgen: The service has nothing that is called "birds\/b1"\. Give the plural or/),
    });
    // No history is kept of projects.
    expect(await cmgen("ann", "can-i", "get", "project/p/history")).toMatchObject({ code: 3 });
    expect(await cmgen("ann", "can-i", "update")).toMatchObject({ code: 3 });
  });

  it("takes a resource by its singular as well, and a status by its object", async () => {
    expect(await cmgen("ann", "can-i", "update", "issue/open")).toMatchObject({ code: 0 });
    expect(await cmgen("ann", "can-i", "update", "issue.tracker.example.com/closed")).toMatchObject({ code: 1 });
    // To read a status is to read the object.
    expect(await cmgen("ann", "can-i", "get", "projects/status")).toMatchObject({ code: 0 });
    expect(await cmgen("ann", "can-i", "get", "project/p/status")).toMatchObject({ code: 0 });
    expect(await cmgen("ann", "can-i", "get", "project/q/status")).toMatchObject({ code: 1 });
    expect(await cmgen("ann", "can-i", "update", "project/p/status")).toMatchObject({ code: 1 });
  });

  it("explains which rule decides", async () => {
    const { code, out } = await cmgen("hal", "explain", "--user", "ann", "--verb", "update", "issues/open");
    expect([code, out.split("\n")]).toEqual([
      0,
      [
        "ann may update open of issues.tracker.example.com. These roles cover the object.",
        expect.stringMatching(/^Note: The service has no user object and no token of this name\./),
        "Roles:",
        "  authenticated: all callers with credentials",
        "  member: a binding of ann",
        "Covered by: member",
        "Rules:",
        '  member: where {"spec.state":"open"}; hidden spec.due',
        "",
      ],
    ]);
    expect(await cmgen("ann", "explain", "--user", "ann", "--verb", "update", "issues")).toMatchObject({ code: 4 });
    expect((await cmgen("hal", "explain", "--verb", "get", "issues")).out).toContain(
      "system:anonymous may not get issues.tracker.example.com.",
    );
  });
});
