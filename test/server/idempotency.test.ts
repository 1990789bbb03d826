import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { type Authenticator, defineHooks, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import type { PluginAccess } from "@cmgen/runtime/codegen";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { collection } from "./rule.js";

const kind = { apiVersion: "people.example.com/v1alpha1", kind: "Person" };

describe.each(databases)("a request with an Idempotency-Key on %s", (database) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const send = (path: string, body: unknown, key?: string, more: object = {}): Promise<Received> =>
    exchange(server?.url ?? "", {
      method: "POST",
      path,
      headers: { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }), ...more },
      body: JSON.stringify(body),
    });
  const start = async (): Promise<RunningServer> => {
    const slow = defineHooks({
      model: personModel,
      check: async ({ object }) => {
        if (object.spec.name === "slow") await new Promise((resolve) => setTimeout(resolve, 300));
      },
    });
    const plugins = [{ ...peoplePlugin(), manifests: false, controllers: [], hooks: [slow] }];
    return (server = await startPeople(database, { plugins }));
  };
  const total = async (): Promise<number | undefined> => (await server?.service.resource(personModel).list())?.total;

  it("creates an object once, and is answered alike", async () => {
    await start();
    const body = { metadata: { generateName: "ann-" }, spec: { name: "Ann" } };
    const first = await send(collection, body, "k-1");
    const again = await send(collection, body, "k-1");
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.json).toEqual(first.json);
    expect([again.headers["location"], again.headers["etag"]]).toEqual([
      first.headers["location"],
      first.headers["etag"],
    ]);
    expect([first.headers["idempotent-replayed"], again.headers["idempotent-replayed"]]).toEqual([undefined, "true"]);
    expect(await total()).toBe(1);
    const other = await send(collection, { ...body, spec: { name: "Other" } }, "k-1");
    expect(other.json).toMatchObject({ status: 422, errors: [{ path: "Idempotency-Key", code: "key" }] });
    for (const key of ["", "with space", "x".repeat(256), "\u00e9"])
      expect((await send(collection, body, key)).json).toMatchObject({
        status: 400,
        errors: [{ path: "Idempotency-Key" }],
      });
    expect(await total()).toBe(1);
  });

  it("is refused where it is a PATCH, and has no meaning where it is a PUT or a DELETE", async () => {
    const { service, url } = await start();
    await service.resource(personModel).create({ metadata: { name: "ann" }, spec: { name: "Ann" } });
    const write = (method: string, body: unknown, type = "application/json", path = `${collection}/ann`) =>
      exchange(url, {
        method,
        path,
        headers: { "content-type": type, "idempotency-key": "p-1" },
        body: JSON.stringify(body),
      });
    for (const path of [`${collection}/ann`, `${collection}/ann/status`])
      expect((await write("PATCH", {}, "application/merge-patch+json", path)).json).toMatchObject({
        status: 400,
        detail: expect.stringContaining("If-Match") as string,
        errors: [{ path: "Idempotency-Key", code: "unsupported" }],
      });
    expect((await write("PUT", { ...kind, metadata: { name: "ann" }, spec: { name: "Anna" } })).status).toBe(200);
    expect((await write("DELETE", {})).status).toBe(200);
    expect(await total()).toBe(0);
  });

  it("keeps no answer that is a refusal", async () => {
    await start();
    const body = { metadata: { name: "ann" }, spec: { name: "Ann" } };
    await send(collection, { metadata: { name: "bob" }, spec: { name: "Ann" } });
    expect((await send(collection, body, "k-2")).status).toBe(409);
    await server?.service.resource(personModel).delete("bob");
    expect((await send(collection, body, "k-2")).status).toBe(201);
  });

  it("is refused while another one with the key is carried out", async () => {
    await start();
    const body = { metadata: { generateName: "slow-" }, spec: { name: "slow" } };
    const answers = await Promise.all([send(collection, body, "k-3"), send(collection, body, "k-3")]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(await total()).toBe(1);
  });

  it("does a batch once, and of one that is not atomic what was not done yet", async () => {
    await start();
    const create = (name: string, more: object = {}) => ({
      op: "create",
      object: { ...kind, metadata: { name }, spec: { name } },
      ...more,
    });
    const both = { operations: [create("ann"), create("bob")] };
    const first = await send("/apis/-/batch", both, "b-1");
    const again = await send("/apis/-/batch", both, "b-1");
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.json).toEqual(first.json);
    expect((await send("/apis/-/batch", { operations: [create("cleo")] }, "b-1")).status).toBe(422);
    expect((await send("/apis/-/batch", { ...both, atomic: false }, "b-1")).status).toBe(422);
    expect(await total()).toBe(2);

    const generated = {
      op: "create",
      as: "$new",
      object: { ...kind, metadata: { generateName: "n-" }, spec: { name: "new" } },
    };
    const known = { op: "update", object: { ...kind, metadata: { name: "$new" }, spec: { age: 5 } } };
    const late = { op: "update", object: { ...kind, metadata: { name: "dan" }, spec: { age: 1 } } };
    const each = { operations: [generated, late, known], atomic: false };
    const statuses = ({ json }: Received) =>
      (json as { results: { status: number }[] }).results.map(({ status }) => status);
    const partly = await send("/apis/-/batch", each, "b-2");
    expect(statuses(partly)).toEqual([201, 404, 200]);
    await send(collection, { metadata: { name: "dan" }, spec: { name: "dan" } });
    const whole = await send("/apis/-/batch", each, "b-2");
    expect(statuses(whole)).toEqual([201, 200, 200]);
    expect((whole.json as { results: unknown[] }).results[0]).toEqual(
      (partly.json as { results: unknown[] }).results[0],
    );
    expect(await total()).toBe(4);
  });

  it("is remembered when the service starts again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-idempotency-"));
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "test.db")}` : await createDatabase();
    const body = { metadata: { generateName: "ann-" }, spec: { name: "Ann" } };
    try {
      server = await startPeople(database, { databaseUrl });
      const first = await send(collection, body, "k-4");
      await server.close();
      server = await startPeople(database, { databaseUrl });
      expect((await send(collection, body, "k-4")).json).toEqual(first.json);
    } finally {
      await server?.close();
      server = undefined;
      rmSync(folder, { recursive: true });
    }
  });

  it("is its caller's alone, whose rights are asked again", async () => {
    const byHeader: Authenticator = ({ headers }) => {
      const [, name] = /^Test (\w+)$/.exec(headers.authorization ?? "") ?? [];
      return name === undefined ? undefined : { name };
    };
    const access: PluginAccess = {
      resources: { projects: { group: "tracker.example.com", plural: "projects" } },
      definition: {
        authenticate: [byHeader],
        bindings: { admin: { users: ["ann", "bob"] }, viewer: { users: ["cleo"] } },
      },
    };
    server = await startServer({
      plugins: [{ ...tracker, manifests: false, controllers: [], access }],
      root: tracker.root,
      port: 0,
      databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
      log: silentLog,
    });
    await server.started;
    const path = "/apis/tracker.example.com/v1alpha1/projects";
    const body = { metadata: { generateName: "p-" }, spec: { title: "One" } };
    const as = (user: string) => send(path, body, "k-5", { authorization: `Test ${user}` });
    const [ann, bob] = [await as("ann"), await as("bob")];
    expect([ann.status, bob.status, (await as("cleo")).status]).toEqual([201, 201, 403]);
    expect(bob.json).not.toEqual(ann.json);
  });
});
