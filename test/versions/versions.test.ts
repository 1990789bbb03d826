import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createResourceClient } from "@cmgen/client";
import type { ObjectMetaInput, StoredObjectMeta } from "@cmgen/model";
import { defineController, silentLog, startServer, type Log, type RunningServer } from "@cmgen/runtime";
import type { ModelDescriptor, Plugin } from "@cmgen/runtime/codegen";
import { CopiedTable, indexedTables, rewriteObjects } from "@cmgen/runtime/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import type { Finding } from "../../packages/cli/src/doctor/finding.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received } from "../server/exchange.js";
import { generatedReleases } from "./generated-releases.js";
import { first, second, third } from "./people-releases.js";
import { watched } from "./watched.js";
import { databases } from "../tier.js";

type Version = "v1alpha1" | "v1" | "v1beta1";
type Json = Record<string, unknown>;

const releases = generatedReleases();
let before: Plugin;
let after: Plugin;
let last: Plugin;
beforeAll(async () => {
  before = await releases.release(first);
  after = await releases.release(second);
  last = await releases.release(third, ["src/models/v1alpha1.ts", "src/models/v1beta1.ts", "extensions"]);
}, 240_000);
afterAll(() => releases.dispose());

const json = "application/json";
const merge = "application/merge-patch+json";
const patch = "application/json-patch+json";

describe.each(databases)("versions of a kind on %s", (database) => {
  let databaseUrl: string;
  let server: RunningServer;
  const seen: { name: string; apiVersion: string; spec: unknown }[] = [];
  const logged: { readonly fields: unknown; readonly message: string }[] = [];

  const send = (version: Version, method: string, below = "", body?: unknown, type = json): Promise<Received> =>
    exchange(server.url, {
      method,
      path: `/apis/people.example.com/${version}/people${below}`,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { "content-type": type } }),
    });
  const done = async (answer: Promise<Received>): Promise<Json> => {
    const { status, json: object } = await answer;
    expect(status, JSON.stringify(object)).toBeLessThan(300);
    return object as Json;
  };
  const create = (version: Version, name: string, spec: Json, more: Json = {}): Promise<Json> =>
    done(send(version, "POST", "", { metadata: { name, ...more }, spec }));
  const read = (version: Version, name: string): Promise<Json> => done(send(version, "GET", `/${name}`));
  const names = async (version: Version, query: string): Promise<readonly unknown[]> => {
    const { items } = (await done(send(version, "GET", `?${query}`))) as { items?: { metadata: { name: string } }[] };
    return (items ?? []).map(({ metadata }) => metadata.name);
  };

  const start = async (plugin: Plugin, log: Log = silentLog): Promise<RunningServer> => {
    const started = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log });
    await started.started;
    expect(started.unready()).toEqual([]);
    return started;
  };
  /** Runs with another conversion from or to `v1alpha1`. */
  const withConversion = async <Result>(
    other: { readonly from?: () => never; readonly to?: (object: Json) => Json },
    run: () => Promise<Result>,
  ): Promise<Result> => {
    const model = after.resources.find(({ model: { version } }) => version === "v1")?.model;
    const conversions = model?.conversions as Map<string, object>;
    const known = conversions.get("v1alpha1") ?? expect.unreachable();
    conversions.set("v1alpha1", { ...known, ...other });
    try {
      return await run();
    } finally {
      conversions.set("v1alpha1", known);
    }
  };
  const examine = async (): Promise<{ readonly older: unknown; readonly found: readonly Finding[] }> => {
    const found: Finding[] = [];
    const models = after.resources.map(({ model }) => model);
    const { older } = await examineDatabase(databaseUrl, models, (finding) => found.push(finding));
    return { older, found };
  };

  beforeAll(async () => {
    databaseUrl = database === "sqlite" ? `file:${join(releases.folder, "..", "people.db")}` : await createDatabase();
    server = await start(before);
    await create(
      "v1alpha1",
      "ann",
      { name: "Ann Lee", city: "Rome", tags: ["chess", "go"] },
      { labels: { "e.com/a": "1" } },
    );
    await create("v1alpha1", "bob", { name: "Bob Orr", city: "Oslo" });
    await done(send("v1alpha1", "PUT", "/bob/status", { metadata: { name: "bob" }, status: { seen: true } }));
    await server.close();
    const modelOf = (version: Version): ModelDescriptor => {
      const found = after.resources.find(({ model }) => model.version === version);
      if (found === undefined) throw new Error(`There is no version ${version}`);
      return found.model;
    };
    const watcher = (version: Version) =>
      defineController({
        name: `watcher-${version}`,
        model: modelOf(version),
        reconcile: async ({ object: { apiVersion, metadata, spec } }) => {
          seen.push({ name: metadata.name, apiVersion, spec });
        },
      });
    const keep = (fields: unknown, message: string): void => void logged.push({ fields, message });
    const log: Log = { ...silentLog, error: keep, warn: keep };
    server = await start({ ...after, controllers: [watcher("v1"), watcher("v1alpha1")] }, log);
  }, 120_000);
  afterAll(() => server.close());

  it("shows objects that were stored before as each version has them", async () => {
    expect(await read("v1", "ann")).toMatchObject({
      apiVersion: "people.example.com/v1",
      kind: "Person",
      metadata: { name: "ann", version: 1, labels: { "e.com/a": "1" } },
      spec: { fullName: "Ann Lee", address: { city: "Rome" }, tags: ["chess", "go"] },
    });
    expect(await read("v1alpha1", "ann")).toMatchObject({
      apiVersion: "people.example.com/v1alpha1",
      metadata: { version: 1 },
      spec: { name: "Ann Lee", city: "Rome", tags: ["chess", "go"] },
    });
    expect(await read("v1", "bob")).toMatchObject({ metadata: { version: 2 }, status: { seen: true } });
    expect((await examine()).older).toEqual([
      { resource: "people.people.example.com", apiVersion: "people.example.com/v1alpha1", objects: 2 },
    ]);
  });

  it("takes each operation of a batch in its version", async () => {
    const of = (version: Version, spec: Json) => ({
      object: { apiVersion: `people.example.com/${version}`, kind: "Person", metadata: { name: "brief" }, spec },
    });
    const operations = [
      { op: "create", ...of("v1alpha1", { name: "Bri Ef", city: "Rome" }) },
      { op: "update", ...of("v1", { address: { city: "Oslo" } }) },
      { op: "update", ...of("v1alpha1", { tags: ["go"] }) },
      { op: "delete", apiVersion: "people.example.com/v1", kind: "Person", name: "brief" },
    ];
    const body = JSON.stringify({ operations });
    const sent = exchange(server.url, {
      method: "POST",
      path: "/apis/-/batch",
      body,
      headers: { "content-type": json },
    });
    const { results } = (await done(sent)) as { results?: { object: Json }[] };
    expect(results?.map(({ object: { apiVersion, spec } }) => [apiVersion, spec])).toMatchObject([
      ["people.example.com/v1alpha1", { name: "Bri Ef", city: "Rome" }],
      ["people.example.com/v1", { fullName: "Bri Ef", address: { city: "Oslo" } }],
      ["people.example.com/v1alpha1", { name: "Bri Ef", city: "Oslo", tags: ["go"] }],
      ["people.example.com/v1", { fullName: "Bri Ef", address: { city: "Oslo" }, tags: ["go"] }],
    ]);
    expect((await send("v1", "GET", "/brief")).status).toBe(404);
  });

  it("creates manifests of any version, those without routes too", async () => {
    expect(await read("v1", "manifest")).toMatchObject({ spec: { fullName: "Mani Fest", address: { city: "Bonn" } } });
    expect(await read("v1alpha1", "manifest-beta")).toMatchObject({ spec: { name: "Beta Fest" } });
  });

  it("shows controllers the version that they are of", async () => {
    await expect
      .poll(() =>
        seen
          .filter(({ name }) => name === "ann")
          .map(({ apiVersion, spec }) => [apiVersion, spec])
          .toSorted(),
      )
      .toEqual([
        ["people.example.com/v1", { fullName: "Ann Lee", level: 1, address: { city: "Rome" }, tags: ["chess", "go"] }],
        ["people.example.com/v1alpha1", { name: "Ann Lee", city: "Rome", tags: ["chess", "go"] }],
      ]);
  });

  it("selects and sorts by the indexes of each version", async () => {
    expect(await names("v1", "fieldSelector=spec.fullName=Ann%20Lee")).toEqual(["ann"]);
    expect(await names("v1alpha1", "fieldSelector=spec.name=Ann%20Lee")).toEqual(["ann"]);
    expect(await names("v1alpha1", "fieldSelector=spec.city%20in%20(Rome,Oslo)&sort=spec.city")).toEqual([
      "bob",
      "ann",
    ]);
    expect(await names("v1alpha1", "fieldSelector=spec.tags=go&labelSelector=e.com/a")).toEqual(["ann"]);
    expect((await send("v1", "GET", "?sort=spec.city")).status).toBe(400);
    expect((await send("v1alpha1", "GET", "?sort=spec.fullName")).status).toBe(400);
    const list = await done(send("v1alpha1", "GET", "?sort=spec.name&size=1"));
    expect(list).toMatchObject({
      apiVersion: "people.example.com/v1alpha1",
      kind: "PersonList",
      items: [{ apiVersion: "people.example.com/v1alpha1", spec: { name: "Ann Lee", city: "Rome" } }],
    });
    const all = (await done(send("v1", "GET"))) as { items: { apiVersion: string }[] };
    expect(new Set(all.items.map(({ apiVersion }) => apiVersion))).toEqual(new Set(["people.example.com/v1"]));
  });

  it("creates through any version", async () => {
    const created = await send("v1alpha1", "POST", "", {
      metadata: { name: "cid" },
      spec: { name: "Cid Moe", city: "Bern" },
    });
    expect([created.status, created.headers.location]).toEqual([201, "/apis/people.example.com/v1alpha1/people/cid"]);
    expect(created.json).toMatchObject({ apiVersion: "people.example.com/v1alpha1", spec: { name: "Cid Moe" } });
    expect(await read("v1", "cid")).toMatchObject({
      spec: { fullName: "Cid Moe", address: { city: "Bern" }, level: 1 },
    });
    await create("v1", "dan", { fullName: "Dan Roe", nickname: "D" });
    expect(await read("v1alpha1", "dan")).toMatchObject({ spec: { name: "Dan Roe" } });
    const taken = await send("v1alpha1", "POST", "", { metadata: { name: "other" }, spec: { name: "Dan Roe" } });
    expect(taken.json).toMatchObject({
      code: "DuplicateIndexValue",
      index: "spec.name",
      value: "Dan Roe",
      owner: "dan",
    });
  });

  it("leaves alone what an older version does not know", async () => {
    await create("v1", "eve", { fullName: "Eve Fox", nickname: "E", level: 7 });
    const shown = await read("v1alpha1", "eve");
    expect(await done(send("v1alpha1", "PUT", "/eve", shown))).toEqual(shown);
    expect(await done(send("v1alpha1", "PATCH", "/eve", { spec: { name: "Eve Fox" } }, merge))).toEqual(shown);
    const labelled = { metadata: { labels: { "e.com/b": "2" } } };
    expect(await done(send("v1alpha1", "PATCH", "/eve", labelled, merge))).toMatchObject({ metadata: { version: 2 } });
    const renamed = [{ op: "replace", path: "/spec/name", value: "Eve Gnu" }];
    expect(await done(send("v1alpha1", "PATCH", "/eve", renamed, patch))).toMatchObject({
      metadata: { version: 3 },
      spec: { name: "Eve Gnu" },
    });
    expect(await read("v1", "eve")).toMatchObject({
      metadata: { version: 3, labels: { "e.com/b": "2" } },
      spec: { fullName: "Eve Gnu", nickname: "E", level: 7 },
    });
  });

  it("stores an object that is changed as the storage version", async () => {
    await done(send("v1alpha1", "PATCH", "/bob", { spec: { city: "Kyiv" } }, merge));
    expect(await read("v1", "bob")).toMatchObject({ metadata: { version: 3 }, spec: { address: { city: "Kyiv" } } });
    expect(await names("v1", "fieldSelector=spec.address.city=Kyiv")).toEqual(["bob"]);
    expect((await examine()).older).toMatchObject([{ objects: 1 }]);
  });

  it("keeps locks and entity tags across versions", async () => {
    const { metadata } = (await read("v1", "cid")) as { metadata: Json };
    await done(send("v1", "PATCH", "/cid", { spec: { level: 2 } }, merge));
    const late = await send("v1alpha1", "PUT", "/cid", { metadata, spec: { name: "Cid" } });
    expect(late.json).toMatchObject({ code: "Conflict", currentVersion: 2 });
    const foreign = await send("v1alpha1", "PUT", "/cid", await read("v1", "cid"));
    expect([foreign.status, (foreign.json as Json)["code"]]).toEqual([400, "BadRequest"]);
  });

  it("writes status through any version, and nothing else", async () => {
    const set = { metadata: { name: "dan" }, spec: { name: "x" }, status: { seen: false } };
    expect(await done(send("v1alpha1", "PUT", "/dan/status", set))).toMatchObject({
      spec: { name: "Dan Roe" },
      status: { seen: false },
    });
    await done(send("v1", "PATCH", "/dan/status", { status: { since: "May" } }, merge));
    await done(send("v1alpha1", "PATCH", "/dan/status", { status: { seen: true } }, merge));
    expect(await read("v1", "dan")).toMatchObject({ spec: { nickname: "D" }, status: { seen: true, since: "May" } });
    // The main endpoint takes it as it is shown in its version, and refuses another.
    const moved = { spec: { name: "Dan Roe", city: "Riga" } };
    const other = await send("v1alpha1", "PUT", "/dan", { ...moved, status: { seen: false } });
    expect([other.status, other.json]).toMatchObject([422, { errors: [{ path: "/status", code: "subresource" }] }]);
    const { status } = (await read("v1alpha1", "dan")) as { status: object };
    await done(send("v1alpha1", "PUT", "/dan", { ...moved, status }));
    expect(await read("v1", "dan")).toMatchObject({
      status: { seen: true, since: "May" },
      spec: { address: { city: "Riga" } },
    });
    const refused = await send("v1alpha1", "PATCH", "/dan/status", { status: { seen: 1 } }, merge);
    expect([refused.status, (refused.json as { errors: unknown }).errors]).toEqual([
      422,
      [expect.objectContaining({ path: "/status/seen" })],
    ]);
  });

  it("holds writes to the rules of their version and of the storage version", async () => {
    const own = await send("v1alpha1", "POST", "", { metadata: { name: "x" }, spec: { name: "", fullName: "x" } });
    expect((own.json as { errors: { path: string }[] }).errors.map(({ path }) => path).toSorted()).toEqual([
      "/spec/fullName",
      "/spec/name",
    ]);
    const long = await send("v1alpha1", "POST", "", { metadata: { name: "x" }, spec: { name: "x".repeat(21) } });
    expect([long.status, (long.json as { errors: unknown }).errors]).toEqual([
      422,
      [{ path: "", code: "maxLength", message: expect.stringMatching(/^cannot be stored as v1: \/spec\/fullName /) }],
    ]);
    const rule = await send("v1alpha1", "PATCH", "/dan", { spec: { name: "D" } }, merge);
    expect((rule.json as { errors: unknown }).errors).toEqual([
      { path: "", code: "check", message: "cannot be stored as v1: /spec/nickname must not be the name" },
    ]);
  });

  it("watches in the version asked for", async () => {
    const { metadata } = (await done(send("v1", "GET", "?size=1"))) as { metadata: { resourceVersion: string } };
    await create("v1", "fay", { fullName: "Fay Poe", address: { city: "Lima" }, nickname: "F" });
    await done(send("v1", "PATCH", "/fay", { spec: { address: { city: "Cuzco" } } }, merge));
    await done(send("v1", "PATCH", "/fay", { spec: { nickname: "G" } }, merge));
    await done(send("v1alpha1", "DELETE", "/fay"));
    const events = async (version: Version, count: number, query = ""): Promise<readonly unknown[]> => {
      const path = `people?watch=true&resourceVersion=${metadata.resourceVersion}${query}`;
      const found = await watched(`${server.url}/apis/people.example.com/${version}/${path}`, count);
      return found.map(({ type, object }) => [type, object["apiVersion"], object["spec"]]);
    };
    const [alpha, stable] = ["people.example.com/v1alpha1", "people.example.com/v1"];
    const old = (city: string): unknown => ({ name: "Fay Poe", city });
    expect(await events("v1alpha1", 4)).toEqual([
      ["ADDED", alpha, old("Lima")],
      ["MODIFIED", alpha, old("Cuzco")],
      ["MODIFIED", alpha, old("Cuzco")],
      ["DELETED", alpha, old("Cuzco")],
    ]);
    expect(await events("v1alpha1", 2, "&fieldSelector=spec.city=Lima")).toEqual([
      ["ADDED", alpha, old("Lima")],
      ["DELETED", alpha, old("Cuzco")],
    ]);
    const now = (city: string, nickname: string): unknown => ({
      fullName: "Fay Poe",
      address: { city },
      nickname,
      level: 1,
    });
    expect(await events("v1", 3, "&fieldSelector=spec.address.city=Cuzco")).toEqual([
      ["ADDED", stable, now("Cuzco", "F")],
      ["MODIFIED", stable, now("Cuzco", "G")],
      ["DELETED", stable, now("Cuzco", "G")],
    ]);
    // Changes that were logged when objects were stored as v1alpha1.
    const all = `${server.url}/apis/people.example.com/v1/people?watch=true&resourceVersion=0`;
    const [added] = await watched(all, 1);
    expect(added).toMatchObject({ type: "ADDED", object: { apiVersion: stable, spec: { fullName: "Ann Lee" } } });
  });

  it("answers deletions in the version asked for", async () => {
    await create("v1", "gus", { fullName: "Gus Ray", nickname: "G" }, { finalizers: ["e.com/f"] });
    const marked = await send("v1alpha1", "DELETE", "/gus");
    expect(marked.json).toMatchObject({ apiVersion: "people.example.com/v1alpha1", spec: { name: "Gus Ray" } });
    expect(marked.headers.warning).toMatch(/^299 - "use \\"v1\\"", 299 - "deleting since .*e\.com\/f"$/);
    const freed = { metadata: { finalizers: [] } };
    expect(await done(send("v1alpha1", "PATCH", "/gus", freed, merge))).toMatchObject({ spec: { name: "Gus Ray" } });
    expect((await send("v1", "GET", "/gus")).status).toBe(404);
    await create("v1", "hal", { fullName: "Hal Ito", tags: ["gone"] });
    expect(await done(send("v1alpha1", "DELETE", "?fieldSelector=spec.tags=gone"))).toMatchObject({
      apiVersion: "people.example.com/v1alpha1",
      items: [{ apiVersion: "people.example.com/v1alpha1", spec: { name: "Hal Ito" } }],
    });
  });

  it("has no routes for a version that is not served, and warns of a deprecated one", async () => {
    expect((await send("v1beta1", "GET")).status).toBe(404);
    expect((await send("v1beta1", "GET", "/ann")).status).toBe(404);
    const warnings = [
      await send("v1alpha1", "GET"),
      await send("v1alpha1", "GET", "/ann"),
      await send("v1alpha1", "GET", "/nobody"),
      await send("v1", "GET", "/ann"),
    ].map(({ headers }) => headers.warning);
    expect(warnings).toEqual(['299 - "use \\"v1\\""', '299 - "use \\"v1\\""', '299 - "use \\"v1\\""', undefined]);
    const openapi = JSON.parse(readFileSync(new URL("openapi.json", after.root), "utf8")) as {
      paths: Record<string, { get: Json }>;
    };
    expect(Object.keys(openapi.paths).some((path) => path.includes("v1beta1"))).toBe(false);
    const collection = (version: Version): unknown =>
      openapi.paths[`/apis/people.example.com/${version}/people`]?.get["deprecated"];
    expect([collection("v1alpha1"), collection("v1")]).toEqual([true, undefined]);
  });

  it("finds in a database what does not come back from a conversion", async () => {
    expect((await examine()).found).toEqual([]);
    await create("v1", "ida", { fullName: "Ida Kay", address: { city: "Oran" } });
    const forgetful = ({ spec }: Json): Json => ({ spec: { name: (spec as Json)["fullName"], city: "Here" } });
    await withConversion({ to: forgetful }, async () => {
      const found = (await examine()).found.filter(({ object }) => object === "ida");
      expect(found).toEqual([
        {
          code: "version",
          resource: "people.people.example.com",
          object: "ida",
          index: "/spec/address/city",
          message: expect.stringMatching(/^A write through v1alpha1 changes it/),
          stored: '"Oran"',
          expected: '"Here"',
        },
        expect.objectContaining({ code: "version", object: "ida", index: "spec.city", stored: '["Oran"]' }),
      ]);
    });
  });

  it("names the object whose conversion fails, and goes on serving", async () => {
    const refused = await send("v1alpha1", "POST", "", { metadata: { name: "joe" }, spec: { name: "unreadable" } });
    const detail = 'The person "joe" cannot be converted from v1alpha1 to v1. The service\'s log has the cause.';
    expect([refused.status, refused.json]).toEqual([500, expect.objectContaining({ code: "InternalError", detail })]);
    // What it cannot show as v1alpha1 is not written through v1alpha1.
    const unshown = await send("v1alpha1", "POST", "", { metadata: { name: "kim" }, spec: { name: "broken" } });
    expect([unshown.status, (await send("v1", "GET", "/kim")).status]).toEqual([500, 404]);
    await create("v1", "kim", { fullName: "broken" });
    const failures = [
      await send("v1alpha1", "GET", "/kim"),
      await send("v1alpha1", "GET"),
      await send("v1alpha1", "GET", "?size=100"),
      await send("v1alpha1", "DELETE", "/kim"),
      await send("v1alpha1", "PATCH", "/kim", { metadata: { labels: {} } }, merge),
    ];
    const where = 'The person "kim" cannot be converted from v1 to v1alpha1. Read or change it as v1.';
    for (const { status, json: problem } of failures)
      expect([status, problem]).toEqual([500, expect.objectContaining({ detail: expect.stringContaining(where) })]);
    expect((await examine()).found).toContainEqual(
      expect.objectContaining({
        code: "version",
        object: "kim",
        message: "As v1alpha1: /spec/name is not a plain object.",
      }),
    );
    const watch = `${server.url}/apis/people.example.com/v1alpha1/people?watch=true&resourceVersion=0`;
    const events = await watched(watch, Infinity);
    // A watch that is begun again at the same place would fail again.
    expect(events.at(-1)).toMatchObject({ type: "ERROR", object: { code: "Expired" } });
    expect(events.length).toBeGreaterThan(2);
    expect(JSON.stringify(events.at(-1))).toContain("kim");
    const causes = logged.map(({ fields }) => String((fields as { err?: unknown }).err));
    expect(causes).toContainEqual(
      "Error: The conversion of the plugin people from v1 to v1alpha1 failed on the people.example.com Person kim; `cmgen doctor` finds all such objects",
    );
    expect(await read("v1", "kim")).toMatchObject({ spec: { fullName: "broken" } });
    expect((await send("v1", "GET")).status).toBe(200);
    const { metadata } = (await done(send("v1", "GET", "?size=1"))) as { metadata: { resourceVersion: string } };
    await done(send("v1", "DELETE", "/kim"));
    expect((await send("v1alpha1", "GET")).status).toBe(200);
    // Once it is gone a client that lists again goes on, though the change log still has the object.
    const client = createResourceClient<{ metadata: StoredObjectMeta }, { metadata: ObjectMetaInput }, {}>(
      { baseUrl: server.url, reconnect: { initialDelay: "1ms" } },
      { group: "people.example.com", version: "v1alpha1", plural: "people", singular: "person", kind: "Person" },
    );
    const followed: string[] = [];
    for await (const event of client.watch({ resourceVersion: metadata.resourceVersion, relist: true })) {
      followed.push(event.type);
      if (event.type === "RESET") await create("v1", "lea", { fullName: "Lea Roe" });
      if (event.type === "ADDED") break;
    }
    expect(followed).toEqual(["RESET", "ADDED"]);
    await done(send("v1", "DELETE", "/lea"));
  });

  it("drops a version once no object is stored as it", async () => {
    await server.close();
    const refused = startServer({ plugins: [last], root: last.root, port: 0, databaseUrl, log: silentLog });
    await expect(refused).rejects.toThrow(
      /ann\.people\.people\.example\.com: it is stored as people\.example\.com\/v1alpha1/,
    );
    server = await start({ ...after, controllers: [] });
    const failing = (): never => {
      throw new Error("not today");
    };
    const left: unknown[] = [];
    const rewrite = (): ReturnType<typeof rewriteObjects> =>
      rewriteObjects(
        databaseUrl,
        after.resources.map(({ model }) => model),
        (object) => left.push(object),
      );
    expect(await withConversion({ from: failing }, rewrite)).toMatchObject({ rewritten: 0 });
    const message = "cannot be converted: not today";
    expect(left).toEqual([{ resource: "people.people.example.com", object: "ann", message }]);
    expect(await rewrite()).toMatchObject({ rewritten: 1 });
    expect((await examine()).older).toBeUndefined();
    await server.close();
    server = await start(last);
    expect(await read("v1", "ann")).toMatchObject({ metadata: { version: 2 }, spec: { fullName: "Ann Lee" } });
    expect(await names("v1", "fieldSelector=spec.fullName=Ann%20Lee")).toEqual(["ann"]);
    expect((await send("v1alpha1", "GET")).status).toBe(404);
  });

  it("takes nothing over that it cannot convert", async () => {
    await server.close();
    databaseUrl = database === "sqlite" ? `file:${join(releases.folder, "..", "una.db")}` : await createDatabase();
    server = await start(before);
    await create("v1alpha1", "una", { name: "unreadable" });
    await server.close();
    await expect(start(after)).rejects.toThrow(
      "una.people.people.example.com: it is stored as people.example.com/v1alpha1, and cannot be converted to v1: no such name",
    );
    server = await start(before);
    expect(await read("v1alpha1", "una")).toMatchObject({ metadata: { version: 1 } });
  });
});

describe("an object of an earlier version, in a copy of a database", () => {
  const bytesOf = (apiVersion: string, name: string): Buffer =>
    Buffer.from(
      JSON.stringify({
        apiVersion,
        kind: "Person",
        metadata: { name: "ann", uid: "u-1", creationTimestamp: "2026-01-01T00:00:00.000Z", version: 3 },
        spec: { name, city: "Bern" },
      }),
    );
  const tableOf = (plugin: Plugin): CopiedTable => {
    const [table] = indexedTables(plugin.resources.map(({ model }) => model));
    return new CopiedTable(table ?? expect.unreachable(), []);
  };

  it("keeps its bytes, and is indexed as what it is converted to", () => {
    const data = bytesOf("people.example.com/v1alpha1", "Ann Lee");
    const record = tableOf(after).recordOf(data);
    expect(record).toMatchObject({ name: "ann", uid: "u-1", version: 3, createdAt: Date.UTC(2026), deletedAt: null });
    expect(record.data).toBe(data);
    expect(record.indexValues.get("spec.fullName")).toEqual(["Ann Lee"]);
    expect(record.indexValues.get("spec.address.city")).toEqual(["Bern"]);
  });

  it("is refused where it cannot be converted, or its version is no longer declared", () => {
    expect(() => tableOf(after).recordOf(bytesOf("people.example.com/v1alpha1", "unreadable"))).toThrow(
      "it cannot be converted: no such name",
    );
    expect(() => tableOf(last).recordOf(bytesOf("people.example.com/v1alpha1", "Ann Lee"))).toThrow(
      /^it is stored as "people\.example\.com\/v1alpha1", and the plugin declares people\.example\.com\/v1: run `cmgen migrate objects`/,
    );
  });
});
