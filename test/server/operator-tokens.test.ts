import { type Authenticator, type LogFields, type RunningServer, silentLog, startServer, tokens } from "@cmgen/runtime";
import { issueToken } from "@cmgen/runtime/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { emptyDatabase } from "../store/engines.js";
import { databases } from "./people-server.js";

const byHeader: Authenticator = ({ headers }) => {
  const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name };
};
const access = defineAccess({
  authenticate: [tokens(), byHeader],
  roles: {
    keeper: { includes: ["issues:viewer"], operator: ["tokens"] },
    some: { resources: { issues: { verbs: ["read"], where: () => ({ "spec.state": "open" }) } } },
  },
  bindings: { keeper: { users: ["kim"] }, admin: { users: ["root", "token:deploy"] } },
});

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly token?: string;
}

describe.each(databases)("tokens that operators make, on %s", (database) => {
  let server: RunningServer;
  let url = "";
  let cleanUp = async (): Promise<void> => undefined;
  const lines: string[] = [];

  beforeAll(async () => {
    if (database === "postgresql") url = await createDatabase();
    else ({ url, cleanUp } = await emptyDatabase("sqlite file"));
    const info = (fields: LogFields, message: string): void => void lines.push(JSON.stringify({ fields, message }));
    server = await startServer({
      plugins: [{ ...tracker, manifests: false, access, controllers: [], schedules: [] }],
      root: tracker.root,
      port: 0,
      databaseUrl: url,
      log: { ...silentLog, info },
    });
    await server.started;
  });
  afterAll(async () => {
    await server.close();
    await cleanUp();
  });

  const send = async (
    credentials: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; json: unknown }> => {
    const headers = { authorization: credentials, "content-type": "application/json" };
    const init = body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${server.url}/apis/${path}`, init);
    return { status: response.status, json: await response.json() };
  };
  const make = async (user: string, body: unknown) => send(`Test ${user}`, "-/admin/tokens", body);
  const revoke = async (user: string, id: string) => send(`Test ${user}`, "-/admin/tokens/revoke", { id });
  const list = async (user: string): Promise<readonly Shown[]> => {
    const { json } = await send(`Test ${user}`, "-/admin/tokens");
    return (json as { items: readonly Shown[] }).items;
  };
  const issues = (token: string) => send(`Bearer ${token}`, "tracker.example.com/v1alpha1/issues");

  it("are shown once, used, listed without their secret, and revoked at once", async () => {
    const { status, json } = await make("kim", { name: "ci", roles: ["issues:viewer"], expires: "1h" });
    const made = json as Shown;
    expect(status).toBe(201);
    expect(made).toMatchObject({ name: "ci", caller: "token:ci", roles: ["issues:viewer"], state: "valid" });
    const { token = "" } = made;
    expect(token).toMatch(/^cmgen_[0-9A-Za-z]{49}$/);
    expect((await issues(token)).status).toBe(200);
    const listed = await list("kim");
    expect(listed).toMatchObject([{ id: made.id, state: "valid" }]);
    expect(JSON.stringify(listed)).not.toContain(token);
    expect(await revoke("kim", made.id)).toMatchObject({ status: 200, json: { id: made.id, state: "revoked" } });
    expect((await issues(token)).status).toBe(401);
    expect(await list("kim")).toMatchObject([{ id: made.id, state: "revoked" }]);
    const logged = lines.filter((line) => line.includes(made.id));
    expect(logged).toHaveLength(2);
    expect(logged[0]).toContain('"actor":"kim"');
    expect(lines.join("")).not.toContain(token);
  });

  it("have no rights that their maker has not, also by bindings of their name", async () => {
    for (const body of [
      { name: "more", roles: ["issues:editor"] },
      { name: "more", roles: ["admin"] },
      { name: "more", roles: ["issues:viewer", "projects:viewer"] },
      { name: "deploy", roles: [] },
    ])
      expect([body, (await make("kim", body)).status]).toEqual([body, 403]);
    expect((await make("root", { name: "deploy" })).status).toBe(201);
    expect((await make("kim", { name: "less", roles: ["some"], expires: "never" })).status).toBe(201);
  });

  it("of somebody with more rights are not revoked", async () => {
    const { json } = await make("root", { name: "boss", roles: ["admin"] });
    const { id, token = "" } = json as Shown;
    expect((await revoke("kim", id)).status).toBe(403);
    expect((await issues(token)).status).toBe(200);
    const { token: own } = await issueToken(url, {
      name: "made-by-command",
      roles: ["admin"],
      groups: [],
      lifetime: null,
    });
    expect((await revoke("kim", own.id)).status).toBe(403);
    expect((await revoke("root", own.id)).status).toBe(200);
    expect((await revoke("root", id)).status).toBe(200);
  });

  it("are for those who may, and not made of nonsense", async () => {
    expect((await send("Test ann", "-/admin/tokens")).status).toBe(403);
    expect((await make("ann", { name: "x" })).status).toBe(403);
    expect((await revoke("ann", "x")).status).toBe(403);
    expect((await revoke("kim", "nothing")).status).toBe(404);
    const paths = async (body: unknown): Promise<unknown> => {
      const { status, json } = await make("root", body);
      return [status, (json as { errors: readonly { path: string }[] }).errors.map(({ path }) => path)];
    };
    expect(await paths({ name: "A b", roles: "admin", expires: "soon", groups: ["staff"] })).toEqual([
      422,
      ["/name", "/roles", "/expires", "/groups"],
    ]);
    expect(await paths({ name: "x", roles: ["viewer", "nothing"] })).toEqual([422, ["/roles/1"]]);
    expect(await paths([])).toEqual([422, ["/name"]]);
    for (const expires of ["0s", "3651d", "99999999999d"])
      expect([expires, await paths({ name: "x", expires })]).toEqual([expires, [422, ["/expires"]]]);
  });
});

it("a service without access rules has none", async () => {
  const server = await startServer({
    plugins: [{ ...tracker, manifests: false }],
    root: tracker.root,
    port: 0,
    databaseUrl: ":memory:",
    log: silentLog,
  });
  await server.started;
  expect((await fetch(`${server.url}/apis/-/admin/tokens`)).status).toBe(404);
  await server.close();
});
