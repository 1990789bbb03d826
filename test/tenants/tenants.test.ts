import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type LogFields, silentLog, tenantByHost } from "@cmgen/runtime";
import { issueToken, revokeToken } from "@cmgen/runtime/database";
import { openStore, tenantUrl } from "@cmgen/store";
import { emptyDatabase } from "../store/engines.js";
import { SECRET, TestReceiver } from "../subscriptions/receiver.js";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "./tenants-service.js";
import { databaseEngines } from "../tier.js";

type StartOptions = Parameters<typeof TenantsService.start> extends [unknown, unknown, ...infer Rest] ? Rest : never;

let built: TenantsPlugin;
beforeAll(async () => {
  built = await buildTenantsPlugin();
}, 120_000);
afterAll(() => built.remove());

describe.each(databaseEngines)("tenants on %s", (engine) => {
  const running: TenantsService[] = [];
  let cleanUp: () => Promise<void> = async () => undefined;
  let databaseUrl = "";

  async function start(...options: StartOptions): Promise<TenantsService> {
    const database = await emptyDatabase(engine);
    ({ cleanUp, url: databaseUrl } = database);
    return startAgain(...options);
  }

  async function startAgain(...options: StartOptions): Promise<TenantsService> {
    const service = await TenantsService.start(built.plugin, databaseUrl, ...options);
    running.push(service);
    return service;
  }

  afterEach(async () => {
    await Promise.all(running.splice(0).map(({ server }) => server.close()));
    await cleanUp();
    cleanUp = async () => undefined;
  });

  it("are made on first use, and each has objects of its own", async () => {
    const service = await start();
    for (const tenant of ["acme", "beta", ""]) {
      const created = await service.send(tenant, "POST", "notes", { body: note("one", { text: `of ${tenant}` }) });
      expect(created.status).toBe(201);
    }
    for (const tenant of ["acme", "beta", ""]) {
      expect((await service.send(tenant, "GET", "notes/one")).body.spec).toMatchObject({ text: `of ${tenant}` });
      expect((await service.send(tenant, "GET", "notes")).body.items).toHaveLength(1);
    }
    const { headers } = await service.send("acme", "POST", "notes", { body: note("two") });
    expect(headers.get("location")).toBe("/t/acme/apis/notes.example.com/v1/notes/two");
  });

  it("are not made for somebody who does not belong to them, nor where there are as many as may be, nor by a wrong name", async () => {
    const service = await start({ madeOnUse: 1 });
    expect((await service.send("acme", "GET", "notes", { as: "eve admins" })).status).toBe(404);
    expect((await service.send("acme", "GET", "notes", { as: "" })).status).toBe(404);
    expect((await service.send("acme", "GET", "notes", { as: "Bearer nonsense" })).status).toBe(401);
    expect((await service.send("acme", "GET", "notes")).status).toBe(200);
    expect((await service.send("beta", "GET", "notes")).status).toBe(404);
    for (const name of ["Beta", "a_b", "-a", "a".repeat(41), "%00", "..%2f", "é", "tenant"])
      expect((await service.send(name, "GET", "notes")).status).toBe(404);
  });

  it("are made once by many who call at the same time, and finished where a process died that made one", async () => {
    const service = await start();
    const { store } = service.server.service;
    expect(await store.tenants.add("half", Date.now())).toBe(true);
    expect((await service.send("half", "GET", "notes", { as: "eve admins" })).status).toBe(503);
    for (const tenant of ["half", "acme"]) {
      const all = Array.from({ length: 20 }, () => service.send(tenant, "GET", "notes"));
      expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    }
  });

  it("are in the access log and the metrics also where a request is refused before they are open", async () => {
    const requests: LogFields[] = [];
    const info = (fields: LogFields, message: string): void => void (message === "request" && requests.push(fields));
    const service = await start({ madeOnUse: 0 }, { accessLog: true, log: { ...silentLog, info } });
    await service.server.service.store.tenants.add("half", Date.now());
    await service.send("half", "GET", "notes", { as: "eve admins" });
    await service.send("none", "PATCH", "notes/one", { body: "{}" });
    await service.send("No".repeat(300), "GET", "notes");
    await service.send("", "GET", "notes");
    await expect
      .poll(() => requests.map(({ tenant, method, path, status }) => [tenant, method, path, status]))
      .toEqual([
        ["half", "GET", "/apis/notes.example.com/v1/notes", 503],
        ["none", "PATCH", "/apis/notes.example.com/v1/notes/one", 404],
        ["No".repeat(50), "GET", "/apis/notes.example.com/v1/notes", 404],
        [undefined, "GET", "/apis/notes.example.com/v1/notes", 200],
      ]);
    const { text } = await service.send("", "GET", "/metrics");
    expect(text).toMatch(/^cmgen_http_requests_total\{[^}]*route="other"[^}]*status="404"[^}]*\} \d+$/m);
  });

  it("are named in the audit of the service, also where a request is refused before they are open", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-tenants-audit-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "audit.log");
    const service = await start({ madeOnUse: 1 }, { audit: { to: { file } } });
    await service.send("acme", "POST", "notes", { body: note("one") });
    await service.send("acme", "DELETE", "notes/one", { as: "eve others" });
    await service.send("none", "DELETE", "notes/one");
    await service.send("none", "GET", "notes/one", { as: "Bearer nonsense" });
    await service.send("none", "GET", "notes/one");
    await service.send("No".repeat(300), "POST", "notes", { body: note("one") });
    await service.send("", "POST", "notes", { body: "{" });
    const lines = (): readonly unknown[] =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes('"refused"') || line.includes('"notes"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map(({ tenant, type, refused, method, actor }) => [tenant, type ?? refused, method, actor]);
    await expect.poll(lines).toEqual(
      expect.arrayContaining([
        ["acme", "ADDED", undefined, "member"],
        ["acme", 403, "DELETE", "eve"],
        ["none", 404, "DELETE", "member"],
        ["none", 401, "GET", "system:anonymous"],
        ["No".repeat(50), 404, "POST", "system:anonymous"],
        [undefined, 400, "POST", "root"],
      ]),
    );
    expect(lines()).toHaveLength(7);
  });

  it("give their members the roles that they have, and all others what role bindings of the tenant say", async () => {
    const service = await start();
    const asEve = { as: "eve writers tenant:beta" };
    expect((await service.send("beta", "POST", "notes", { ...asEve, body: note("one") })).status).toBe(201);
    expect((await service.send("acme", "POST", "notes", { body: note("one") })).status).toBe(201);
    expect((await service.send("acme", "GET", "notes/one", asEve)).status).toBe(403);
    expect((await service.send("acme", "GET", "notes", { as: "" })).status).toBe(401);
    const binding = { metadata: { name: "guests" }, spec: { role: "reader", users: ["eve"] } };
    expect((await service.send("acme", "POST", "rolebindings", { body: binding })).status).toBe(201);
    await expect.poll(async () => (await service.send("acme", "GET", "notes/one", asEve)).status).toBe(200);
    expect((await service.send("acme", "POST", "notes", { ...asEve, body: note("two") })).status).toBe(403);
    const explain = async (groups: readonly string[]): Promise<unknown> => {
      const body = { user: { name: "eve", groups }, verb: "create", resource: "notes" };
      return JSON.parse((await service.send("acme", "POST", "/apis/-/admin/explain", { body })).text);
    };
    expect(await explain(["writers", "tenant:beta"])).toMatchObject({
      allowed: false,
      roles: ["anonymous", "reader"],
      notes: [expect.stringMatching(/does not belong to the tenant.*`tenants\.belongs`/)],
    });
    expect(await explain(["writers", "tenant:acme"])).toMatchObject({ allowed: true, notes: [] });
    // That binding is of one tenant alone.
    expect((await service.send("", "GET", "notes/one", { as: "eve others" })).status).toBe(403);
    const who = await service.send("acme", "GET", "/apis/-/whoami", asEve);
    expect(who.text).toContain('"reader"');
    expect(who.text).not.toContain('"writer"');
  });

  it("know the callers of the service: its tokens are valid in all of them, and its users sign in anywhere", async () => {
    const service = await start();
    const made = await service.send("", "POST", "/apis/-/admin/tokens", {
      body: { name: "ci", roles: ["writer"], expires: "1h" },
      as: "root admins",
    });
    expect(made.status).toBe(201);
    const { token } = JSON.parse(made.text) as { readonly token: string };
    const byToken = { as: `Bearer ${token}` };
    expect((await service.send("", "GET", "notes", byToken)).status).toBe(200);
    await service.send("acme", "GET", "notes");
    // It does not belong to the tenant.
    expect((await service.send("acme", "GET", "notes", byToken)).status).toBe(403);
    const user = { metadata: { name: "ann" }, spec: { email: "ann@example.com", groups: ["tenant:acme", "writers"] } };
    const throughTenant = await service.send("acme", "POST", "users", { body: user, as: "root admins" });
    expect(throughTenant.status).toBe(201);
    expect((await service.send("", "GET", "users/ann", { as: "root admins" })).status).toBe(200);
    // No way leads to users of the tenant's own.
    const eve = { ...user, apiVersion: "notes.example.com/v1", kind: "User", metadata: { name: "eve" } };
    expect((await service.send("acme", "POST", "/apis/notes.example.com/v1/%75sers", { body: eve })).status).toBe(404);
    const batch = await service.send("acme", "POST", "/apis/-/batch", {
      body: { operations: [{ op: "create", object: eve }] },
    });
    expect(batch.status).toBe(422);
    expect((await service.send("acme", "POST", "users", { body: eve })).status).toBe(403);
  });

  it("send what a token of the service has subscribed to, until it is revoked", { timeout: 120_000 }, async () => {
    const service = await start();
    const receiver = await TestReceiver.start();
    onTestFinished(() => receiver.close());
    const asked = { name: "hook", roles: ["writer"], groups: ["tenant:acme"], lifetime: null };
    const { secret, token } = await issueToken(databaseUrl, asked);
    const spec = { url: receiver.url, secret: SECRET, resource: "notes" };
    const subscription = { metadata: { name: "hook" }, spec };
    expect(
      (await service.send("acme", "POST", "subscriptions", { body: subscription, as: `Bearer ${secret}` })).status,
    ).toBe(201);
    const received = (): unknown[] => receiver.messages.map(({ data }) => data.object?.metadata.name);
    await service.send("acme", "POST", "notes", { body: note("one") });
    await expect.poll(received).toContain("one");
    await revokeToken(databaseUrl, token.id);
    const state = async (): Promise<unknown> =>
      (await service.send("acme", "GET", "subscriptions/hook")).body.status?.["state"];
    await expect.poll(state).not.toBe("Active");
  });

  it("leave those who belong to one without their roles for the service's own objects", async () => {
    const service = await start();
    await service.send("", "POST", "notes", { body: note("own") });
    const asMember = { as: "ann admins tenant:acme" };
    expect((await service.send("acme", "GET", "notes", asMember)).status).toBe(200);
    expect((await service.send("", "GET", "notes/own", asMember)).status).toBe(403);
    expect((await service.send("", "GET", "/apis/-/admin/tokens", asMember)).status).toBe(403);
    await running.pop()?.server.close();
    const open = await startAgain({ isOfService: () => true });
    expect((await open.send("", "GET", "notes/own", asMember)).status).toBe(200);
  });

  it("are found by the host's name, or by what a caller is known for", async () => {
    const byHost = await start({ of: tenantByHost("example.com") }, { hosts: ["example.com", "acme.example.com"] });
    const asMember = { as: "ann admins tenant:acme", headers: { host: "acme.example.com" } };
    expect((await byHost.raw("GET", "/apis/notes.example.com/v1/notes", asMember)).status).toBe(200);
    expect(
      (
        await byHost.raw("GET", "/apis/notes.example.com/v1/notes", {
          ...asMember,
          headers: { host: "beta.example.com" },
        })
      ).status,
    ).toBe(403);
    await running.pop()?.server.close();
    const byClaim = await startAgain({
      of: async ({ caller }) => {
        const org = (await caller())?.claims["org"];
        return typeof org === "string" ? org : undefined;
      },
    });
    const created = await byClaim.send("", "POST", "notes", { body: note("one"), as: "ann writers tenant:acme" });
    expect(created.status).toBe(201);
    expect((await byClaim.send("", "GET", "notes/one", { as: "ann writers tenant:beta" })).status).toBe(404);
    expect((await byClaim.send("", "GET", "notes/one", { as: "root admins" })).status).toBe(404);
    expect((await byClaim.send("", "GET", "notes/one", { as: "Bearer nonsense" })).status).toBe(401);
  });

  it(
    "are closed when nobody uses them, and opened for what their controllers have to do",
    { timeout: 90_000 },
    async () => {
      const lines: (LogFields & { readonly msg: string })[] = [];
      const info = (fields: LogFields, msg: string): void => void lines.push({ ...fields, msg });
      const service = await start({ idleTimeout: "1s" }, { log: { ...silentLog, info } });
      expect((await service.send("acme", "POST", "notes", { body: note("slow", { text: "much later" }) })).status).toBe(
        201,
      );
      const stopped = (): number =>
        lines.filter(({ tenant, msg, state }) => tenant === "acme" && msg === "plugin state" && state === "stopped")
          .length;
      await expect.poll(stopped).toBe(1);
      // The note is not stamped yet: the tenant is opened when that is due, and closed again.
      await expect.poll(stopped, { timeout: 30_000 }).toBe(2);
      expect((await service.send("acme", "GET", "notes/slow")).body.status).toMatchObject({ stamps: 1 });
    },
  );

  it("stay open while somebody watches, and make room for others otherwise", { timeout: 60_000 }, async () => {
    const service = await start({ maxOpen: 2 });
    const watching = new AbortController();
    const watch = await fetch(`${service.server.url}/t/acme/apis/notes.example.com/v1/notes?watch=true`, {
      headers: { authorization: "Test member admins tenant:acme" },
      signal: watching.signal,
    });
    expect(watch.status).toBe(200);
    for (const tenant of ["beta", "gamma", "delta", "beta"])
      expect((await service.send(tenant, "GET", "notes")).status).toBe(200);
    expect((await service.send("acme", "POST", "notes", { body: note("one") })).status).toBe(201);
    let seen = "";
    for await (const chunk of watch.body ?? []) {
      seen += Buffer.from(chunk).toString();
      if (seen.includes('"ADDED"')) break;
    }
    expect(seen).toContain('"name":"one"');
    watching.abort();
  });

  it("that cannot be migrated are named, and the others serve", { timeout: 60_000 }, async () => {
    const first = await start();
    for (const tenant of ["acme", "beta"]) await first.send(tenant, "POST", "notes", { body: note("one") });
    await running.pop()?.server.close();
    // A migration that was begun and not finished.
    const store = await openStore(databaseUrl);
    await store.tenants.move("acme", ["ready"], "ready");
    await store.close();
    await breakMigrations(tenantUrl(databaseUrl, "acme"), engine);
    const again = await startAgain();
    expect((await again.send("beta", "GET", "notes/one")).status).toBe(200);
    const refused = await again.send("acme", "GET", "notes/one");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("2");
    const { store: records } = again.server.service;
    expect((await records.tenants.find("acme"))?.problem).toContain("an earlier run");
    expect((await records.tenants.find("beta"))?.problem).toBeNull();
    expect((await again.send("", "GET", "/metrics")).text).toContain("\ncmgen_tenants_failing 1\n");
  });
});

async function breakMigrations(url: string, engine: "sqlite file" | "postgresql"): Promise<void> {
  const text = "UPDATE _prisma_migrations SET finished_at = NULL, rolled_back_at = NULL";
  if (engine === "postgresql") {
    const { default: pg } = await import("pg");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const schema = new URL(url).searchParams.get("schema") ?? "public";
    await client.query(`SET search_path = "${schema}"; ${text}`);
    await client.end();
    return;
  }
  const { default: Database } = await import("better-sqlite3");
  const database = new Database(url.replace(/^file:/, ""));
  database.exec(text);
  database.close();
}
