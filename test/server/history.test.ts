import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { applyOperations, applyPatchDocument } from "../../packages/runtime/src/resource/patch/apply-patch-document.js";
import type { PluginAccess } from "@cmgen/runtime/codegen";
import type { ModelDescriptor, RequestAttributes, RunningServer, ServerOptions } from "@cmgen/runtime";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { collection, send } from "./rule.js";

const historic: ModelDescriptor<Person> = { ...personModel, history: { keep: "90d" } };

let folder = "";
let server: RunningServer | undefined;
let children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cmgen-history-"));
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  for (const child of children) await kill(child);
  children = [];
  await rm(folder, { recursive: true, force: true });
});

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

describe.each(databases)("the history of objects on %s", (database) => {
  const start = async (
    model: Partial<ModelDescriptor<Person>> = historic,
    options: Partial<ServerOptions> = {},
  ): Promise<RunningServer> => {
    await server?.close();
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(model), manifests: false, controllers: [] }],
      ...options,
    });
    return server;
  };
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Received> => exchange(server?.url ?? "", send(method, path, body, headers));
  const written = async (name: string, ...specs: readonly object[]): Promise<void> => {
    const [first, ...others] = specs;
    expect((await ask("POST", "", { metadata: { name }, spec: first })).status).toBe(201);
    for (const spec of others) expect((await ask("PUT", `/${name}`, { metadata: {}, spec })).status).toBe(200);
  };
  const versions = async (name: string): Promise<readonly string[]> => {
    const { json } = await ask("GET", `/${name}/history`);
    return (json as { items: { type: string; version: number }[] }).items.map(
      ({ type, version }) => `${type} ${version}`,
    );
  };

  it("lists versions, shows one, and says who wrote it", async () => {
    await start();
    await written("dan", { name: "Dan" }, { name: "Dan", age: 3 }, { name: "Daniel", age: 3 });
    const { status, json } = await ask("GET", "/dan/history");
    expect(status).toBe(200);
    const common = {
      uid: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      actor: "system:anonymous",
      revision: expect.any(Number) as number,
    };
    expect(json).toEqual({
      apiVersion: "people.example.com/v1alpha1",
      kind: "PersonHistory",
      metadata: {},
      items: [
        { ...common, type: "MODIFIED", version: 3, verb: "update" },
        { ...common, type: "MODIFIED", version: 2, verb: "update" },
        { ...common, type: "ADDED", version: 1, verb: "create" },
      ],
    });
    expect((await ask("GET", "/dan/history/2")).json).toMatchObject({
      kind: "Person",
      metadata: { name: "dan", version: 2 },
      spec: { name: "Dan", age: 3 },
    });
    const pages: unknown[] = [];
    for (let token = ""; ;) {
      const page = (await ask("GET", `/dan/history?limit=2${token}`)).json as {
        items: { version: number }[];
        metadata: { continue?: string };
      };
      pages.push(page.items.map(({ version }) => version));
      if (page.metadata.continue === undefined) break;
      token = `&continue=${page.metadata.continue}`;
    }
    expect(pages).toEqual([[3, 2], [1]]);
    expect((await ask("HEAD", "/dan/history")).status).toBe(200);
    expect((await ask("OPTIONS", "/dan/history/2/restore")).headers["allow"]).toBe("POST, HEAD, OPTIONS");
  });

  it("refuses what is not there or not meant", async () => {
    await start();
    await written("dan", { name: "Dan" });
    const answers = async (...asked: readonly (readonly [method: string, path: string])[]): Promise<unknown> =>
      Promise.all(
        asked.map(async ([method, path]) => {
          const { status, json } = await ask(method, path);
          return [path, status, (json as { code: string }).code];
        }),
      );
    expect(
      await answers(
        ["GET", "/nobody/history"],
        ["GET", "/dan/history/2"],
        ["GET", "/dan/history/x"],
        ["GET", "/dan/history/1?uid=other"],
        ["GET", "/dan/history?uid=other"],
        ["GET", "/dan/history/1?x=1"],
        ["GET", "/dan/history?limit=0"],
        ["GET", "/dan/history?limit=1001"],
        ["GET", "/dan/history?continue=x"],
        ["GET", "/dan/history/1/diff"],
        ["GET", "/dan/history/1/diff?to=9"],
        ["GET", "/dan/history/1/diff?to=1&format=xml"],
        ["POST", "/dan/history/9/restore"],
        ["GET", "/dan/history/1/restore"],
        ["POST", "/dan/history"],
        ["GET", "/dan/history/1/other"],
        ["GET", "/dan/history/1/diff/x"],
        ["GET", "/UPPER_case/history/1"],
      ),
    ).toEqual([
      ["/nobody/history", 404, "NotFound"],
      ["/dan/history/2", 404, "NotFound"],
      ["/dan/history/x", 404, "NotFound"],
      ["/dan/history/1?uid=other", 404, "NotFound"],
      ["/dan/history?uid=other", 404, "NotFound"],
      ["/dan/history/1?x=1", 400, "InvalidQuery"],
      ["/dan/history?limit=0", 400, "InvalidQuery"],
      ["/dan/history?limit=1001", 400, "InvalidQuery"],
      ["/dan/history?continue=x", 400, "InvalidQuery"],
      ["/dan/history/1/diff", 400, "InvalidQuery"],
      ["/dan/history/1/diff?to=9", 404, "NotFound"],
      ["/dan/history/1/diff?to=1&format=xml", 400, "InvalidQuery"],
      ["/dan/history/9/restore", 404, "NotFound"],
      ["/dan/history/1/restore", 405, "MethodNotAllowed"],
      ["/dan/history", 405, "MethodNotAllowed"],
      ["/dan/history/1/other", 404, "NotFound"],
      ["/dan/history/1/diff/x", 404, "NotFound"],
      ["/UPPER_case/history/1", 404, "NotFound"],
    ]);
    await start(personModel);
    await written("dan", { name: "Dan" });
    expect((await ask("GET", "/dan/history")).status).toBe(404);
  });

  it("has the version that an object has now, whether it is kept or not", async () => {
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    await start(historic, { databaseUrl });
    await written("dan", { name: "Dan" }, { name: "Dan", age: 3 });
    await ask("DELETE", "/dan");
    await start(personModel, { databaseUrl });
    await written("dan", { name: "Dan", age: 4 });
    await start(historic, { databaseUrl });
    expect(await versions("dan")).toEqual(["MODIFIED 3", "DELETED 2", "MODIFIED 2", "ADDED 1"]);
    expect((await ask("GET", "/dan/history/3")).json).toMatchObject({ spec: { age: 4 } });
    expect((await ask("GET", "/dan/history/2/diff?to=3")).json).toMatchObject([{ path: "/spec/age", value: 4 }]);
    const pages: number[] = [];
    for (let token = ""; ;) {
      const { json } = await ask("GET", `/dan/history?limit=1${token}`);
      const { items, metadata } = json as { items: { version: number }[]; metadata: { continue?: string } };
      pages.push(...items.map(({ version }) => version));
      if (metadata.continue === undefined) break;
      token = `&continue=${metadata.continue}`;
    }
    expect(pages).toEqual([3, 2, 2, 1]);
    const { uid } = ((await ask("GET", "/dan")).json as Person).metadata;
    const own = (await ask("GET", `/dan/history?uid=${uid}`)).json as { items: unknown[] };
    expect(own.items).toEqual([{ uid, version: 3, type: "MODIFIED" }]);
  });

  it("compares two versions, as patches that apply", async () => {
    await start();
    await written(
      "dan",
      { name: "Dan", tags: ["a", "b", "c", "d"], age: 3 },
      { name: "Dan", tags: ["a", "x", "d"], gender: "MALE" },
    );
    const patch = await ask("GET", "/dan/history/1/diff?to=2");
    expect(patch.headers["content-type"]).toBe("application/json-patch+json");
    expect(patch.json).toEqual([
      { op: "replace", path: "/spec/tags/1", value: "x" },
      { op: "remove", path: "/spec/tags/2" },
      { op: "remove", path: "/spec/age" },
      { op: "add", path: "/spec/gender", value: "MALE" },
    ]);
    const merge = await ask("GET", "/dan/history/1/diff?to=2&format=merge-patch");
    expect([merge.headers["content-type"], merge.json]).toEqual([
      "application/merge-patch+json",
      { spec: { age: null, tags: ["a", "x", "d"], gender: "MALE" } },
    ]);
    const [before, after] = await Promise.all(
      [1, 2].map(async (version) => (await ask("GET", `/dan/history/${version}`)).json),
    );
    const specOf = (object: unknown): unknown => (object as { spec: unknown }).spec;
    expect(specOf(applyOperations(patch.json)(before))).toEqual(specOf(after));
    expect(specOf(applyPatchDocument(merge.json)(before))).toEqual(specOf(after));
    expect((await ask("GET", "/dan/history/2/diff?to=2")).json).toEqual([]);
  });

  it("restores a version as an ordinary write, under today's rules", async () => {
    await start();
    await written("dan", { name: "Dan", age: 3 }, { name: "Daniel" });
    await ask("PUT", "/dan/status", { status: { greeting: "hi" } });
    const current = (await ask("GET", "/dan")).headers["etag"] ?? "";
    const stale = await ask("POST", "/dan/history/1/restore", undefined, { "if-match": '"old"' });
    expect([stale.status, (await ask("GET", "/dan")).headers["etag"]]).toEqual([412, current]);
    const restored = await ask("POST", "/dan/history/1/restore", undefined, { "if-match": current });
    expect(restored).toMatchObject({
      status: 200,
      json: { metadata: { version: 4 }, spec: { name: "Dan", age: 3 }, status: { greeting: "hi" } },
    });
    expect(restored.headers["etag"]).toBe((await ask("GET", "/dan")).headers["etag"]);
    // The value is another's by now.
    await ask("PUT", "/dan", { metadata: {}, spec: { name: "Dirk" } });
    await written("eve", { name: "Dan" });
    expect(await ask("POST", "/dan/history/1/restore")).toMatchObject({
      status: 409,
      json: { code: "DuplicateIndexValue" },
    });
    await ask("PUT", "/dan", {
      metadata: { finalizers: ["a.example/b"], labels: { "a.example/x": "1" } },
      spec: { name: "Dora" },
    });
    const kept = await ask("POST", "/dan/history/2/restore");
    expect(kept).toMatchObject({
      status: 200,
      json: { metadata: { finalizers: ["a.example/b"] }, spec: { name: "Daniel" } },
    });
    expect(kept.json).not.toHaveProperty("metadata.labels");
  });

  it("knows objects that were deleted, brings them back, and tells them apart", async () => {
    await start();
    await written("dan", { name: "Dan" }, { name: "Dan", age: 3 });
    const first = ((await ask("GET", "/dan")).json as { metadata: { uid: string } }).metadata.uid;
    await ask("DELETE", "/dan");
    expect(await versions("dan")).toEqual(["DELETED 2", "MODIFIED 2", "ADDED 1"]);
    for (const condition of ['"old"', "*"])
      expect((await ask("POST", "/dan/history/1/restore", undefined, { "if-match": condition })).status).toBe(412);
    // Whoever brings back what was deleted does not write over what somebody else has brought back meanwhile.
    const back = await ask("POST", "/dan/history/1/restore", undefined, { "if-none-match": "*" });
    expect((await ask("POST", "/dan/history/1/restore", undefined, { "if-none-match": "*" })).status).toBe(412);
    expect(back).toMatchObject({ status: 201, json: { metadata: { name: "dan", version: 3 }, spec: { name: "Dan" } } });
    expect(back.headers["location"]).toBe(`${collection}/dan`);
    const second = (back.json as { metadata: { uid: string } }).metadata.uid;
    expect(second).not.toBe(first);
    expect(await versions("dan")).toEqual(["ADDED 3", "DELETED 2", "MODIFIED 2", "ADDED 1"]);
    expect((await ask("GET", `/dan/history/2?uid=${first}`)).json).toMatchObject({ metadata: { uid: first } });
    expect((await ask("GET", `/dan/history/2?uid=${second}`)).status).toBe(404);
    // Held by a finalizer: its last state has a version of its own.
    await ask(
      "PATCH",
      "/dan",
      { metadata: { finalizers: ["a.example/b"] } },
      { "content-type": "application/merge-patch+json" },
    );
    await ask("DELETE", "/dan");
    await ask("PATCH", "/dan", { metadata: { finalizers: null } }, { "content-type": "application/merge-patch+json" });
    expect((await versions("dan")).slice(0, 3)).toEqual(["DELETED 6", "MODIFIED 5", "MODIFIED 4"]);
    expect(await ask("POST", "/dan/history/6/restore")).toMatchObject({
      status: 201,
      json: { metadata: { version: 7 } },
    });
  });

  it("asks the authorizer for the subresource", async () => {
    const asked: string[] = [];
    const note = ({ verb, resource, subresource, name }: RequestAttributes): void =>
      void asked.push([verb, resource, subresource, name].join(" "));
    await start(historic, {
      authorizer: (attributes) => {
        note(attributes);
        return { decision: "allow" };
      },
    });
    await written("dan", { name: "Dan" });
    asked.length = 0;
    await ask("GET", "/dan/history");
    await ask("GET", "/dan/history/1");
    await ask("GET", "/dan/history/1/diff?to=1");
    await ask("POST", "/dan/history/1/restore");
    expect(asked).toEqual([
      "get people history dan",
      "get people history dan",
      "get people history dan",
      "update people history dan",
    ]);
  });

  it("shows and restores what the roles of a caller cover, and nothing that is hidden from it", async () => {
    const access: PluginAccess = {
      resources: { people: { group: "people.example.com", plural: "people" } },
      definition: {
        authenticate: [
          ({ headers }) => (typeof headers["x-who"] === "string" ? { name: headers["x-who"] } : undefined),
        ],
        roles: {
          reds: {
            resources: {
              people: { verbs: ["read", "update"], where: () => ({ "spec.tags": "red" }), hidden: ["spec.age"] },
              "people/history": { verbs: ["get"] },
            },
          },
        },
        bindings: { admin: { users: ["root"] }, reds: { users: ["red"] } },
      },
    };
    const [root, red] = [{ "x-who": "root" }, { "x-who": "red" }];
    await start(historic, {
      plugins: [{ ...peoplePlugin(historic), manifests: false, controllers: [], access }],
    });
    const specs = [
      { name: "Dan", tags: ["blue"] },
      { name: "Daniel", tags: ["red"], age: 3 },
      { name: "Dirk", tags: ["red"], age: 4 },
    ];
    await ask("POST", "", { metadata: { name: "dan" }, spec: specs[0] }, root);
    for (const spec of specs.slice(1)) await ask("PUT", "/dan", { metadata: {}, spec }, root);
    const seen = async (who: Readonly<Record<string, string>>): Promise<unknown> => {
      const { status, json } = await ask("GET", "/dan/history", undefined, who);
      return status === 200 ? (json as { items: { version: number }[] }).items.map(({ version }) => version) : status;
    };
    expect([await seen(root), await seen(red), await seen({ "x-who": "nobody" }), await seen({})]).toEqual([
      [3, 2, 1],
      [3, 2],
      403,
      401,
    ]);
    expect((await ask("GET", "/dan/history/1", undefined, red)).status).toBe(404);
    expect((await ask("GET", "/dan/history/1/diff?to=2", undefined, red)).status).toBe(404);
    expect((await ask("GET", "/dan/history/2", undefined, red)).json).not.toHaveProperty("spec.age");
    expect((await ask("GET", "/dan/history/2", undefined, root)).json).toHaveProperty("spec.age", 3);
    expect((await ask("GET", "/dan/history/2/diff?to=3", undefined, red)).json).toEqual([
      { op: "replace", path: "/spec/name", value: "Dirk" },
    ]);
    // What is hidden keeps its value.
    const restored = await ask("POST", "/dan/history/2/restore", undefined, red);
    expect([restored.status, restored.json]).toEqual([200, expect.not.objectContaining({ spec: { age: 4 } })]);
    expect((await ask("GET", "/dan", undefined, root)).json).toMatchObject({ spec: { name: "Daniel", age: 4 } });
    expect((await ask("POST", "/dan/history/1/restore", undefined, red)).status).toBe(404);
    // Who may not create does not bring back what was deleted.
    await ask("DELETE", "/dan", undefined, root);
    expect((await ask("POST", "/dan/history/2/restore", undefined, red)).status).toBe(403);
    expect((await ask("POST", "/dan/history/2/restore", undefined, root)).status).toBe(201);
    const [newest] = ((await ask("GET", "/dan/history", undefined, root)).json as { items: unknown[] }).items;
    expect(newest).toMatchObject({ type: "ADDED", actor: "root" });
  });

  it("is there for the plugin's own code", async () => {
    const { service } = await start();
    const people = service.resource(historic);
    const dan = await people.create({ metadata: { name: "dan" }, spec: { name: "Dan" } });
    await people.update("dan", { spec: { age: 3 } });
    expect((await people.history("dan")).items.map(({ version, actor }) => `${version} ${actor}`)).toEqual([
      "2 system:service",
      "1 system:service",
    ]);
    expect((await people.version("dan", 1)).spec).toEqual({ name: "Dan" });
    await expect(people.restore("dan", 1, { ifMatch: dan.metadata })).rejects.toMatchObject({
      code: "PreconditionFailed",
    });
    expect((await people.restore("dan", 1)).spec).toEqual({ name: "Dan" });
    await expect(service.resource(personModel).history("dan")).rejects.toThrow(/keeps no history/);
  });

  it("shows versions of earlier schemas as today's has them, and never what is secret", async () => {
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    await start(personModel, { databaseUrl });
    await written("dan", { name: "Dan" });
    await start(historic, { databaseUrl });
    await ask("PUT", "/dan", { metadata: {}, spec: { name: "Dan", age: 3 } });
    const shout: NonNullable<ModelDescriptor["evolve"]>[number] = {
      id: "shout",
      change: ({ spec }) => ({ spec: { ...spec, name: `${String(spec.name)}!` } }),
    };
    await start({ ...historic, evolve: [shout] }, { databaseUrl });
    await ask("PUT", "/dan", { metadata: {}, spec: { name: "Dana" } });
    // What it was before there was a history, what was written, what the step has made of it, and what was written since.
    const names = async (): Promise<unknown> =>
      Promise.all(
        [1, 2, 3, 4].map(async (version) => ((await ask("GET", `/dan/history/${version}`)).json as Person).spec.name),
      );
    expect(await versions("dan")).toEqual(["MODIFIED 4", "MODIFIED 3", "MODIFIED 2", "MODIFIED 1"]);
    expect(await names()).toEqual(["Dan!", "Dan!", "Dan!", "Dana"]);
    const items = ((await ask("GET", "/dan/history")).json as { items: Record<string, unknown>[] }).items;
    expect(items.map(({ actor, time }) => [actor, typeof time])).toEqual([
      ["system:anonymous", "string"],
      ["system:service", "string"],
      ["system:anonymous", "string"],
      [undefined, "undefined"],
    ]);
    expect(await ask("POST", "/dan/history/2/restore")).toMatchObject({ json: { spec: { name: "Dan!", age: 3 } } });
    await start({ ...historic, evolve: [shout], secrets: [{ path: ["spec", "age"] }] }, { databaseUrl });
    expect((await ask("GET", "/dan/history/2")).json).toMatchObject({ spec: { name: "Dan!" } });
    expect((await ask("GET", "/dan/history/2")).json).not.toHaveProperty("spec.age");
    expect((await ask("GET", "/dan/history/4/diff?to=2")).bytes.toString()).not.toContain("age");
  });

  it("is trimmed by age and number", async () => {
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    await start({ ...historic, history: { keep: "20s", versions: 2 } }, { databaseUrl });
    await written("dan", { name: "Dan" }, { name: "Dan", age: 1 }, { name: "Dan", age: 2 }, { name: "Dan", age: 3 });
    await expect.poll(() => versions("dan"), { timeout: 30_000 }).toEqual(["MODIFIED 4", "MODIFIED 3"]);
    await start({ ...historic, history: { keep: "1s" } }, { databaseUrl });
    await expect.poll(() => versions("dan"), { timeout: 30_000 }).toEqual(["MODIFIED 4"]);
  }, 90_000);

  it("has every version of every object when processes are killed", { timeout: 120_000 }, async () => {
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    const script = fileURLToPath(new URL("history-process.mjs", import.meta.url));
    for (let round = 0; round < 3; round += 1) {
      const started = (database === "sqlite" ? ["a"] : ["a", "b"]).map((prefix) => {
        const child = spawn(process.execPath, [script, databaseUrl, `${prefix}${round}`], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        children.push(child);
        let printed = "";
        child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
        return { child, lines: () => printed.split("\n").length };
      });
      await expect.poll(() => started.every(({ lines }) => lines() > 8), { timeout: 60_000 }).toBe(true);
      await delay(Math.random() * 100);
      for (const { child } of started) await kill(child);
    }
    const { service } = await start(historic, { databaseUrl });
    const logged = new Map<string, string[]>();
    for (let after = 0; ;) {
      const changes = await service.store.changesAfter(after);
      for (const { name, type, revision, data } of changes) {
        const { version } = (JSON.parse(Buffer.from(data).toString()) as Person).metadata;
        logged.set(name, [...(logged.get(name) ?? []), `${type} ${version} ${revision}`]);
        after = revision;
      }
      if (changes.length === 0) break;
    }
    expect(logged.size).toBeGreaterThan(50);
    for (const [name, changes] of logged) {
      const { items } = await service.resource(historic).history(name);
      const found = items.map(({ type, version, revision }) => `${type} ${version} ${revision}`).toReversed();
      expect(found).toEqual(changes);
    }
  });
});
