import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defineHooks, type ManifestMode, type Plugin, type RunningServer } from "@cmgen/runtime";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "../server/exchange.js";
import { peoplePlugin, startPeople } from "../server/people-server.js";
import { collection, send } from "../server/rule.js";
import { databases } from "../tier.js";

const LAST_APPLIED = "cmgen.dev/last-applied";

describe.each(databases)("manifests on %s", (database) => {
  let folder: string;
  let databaseUrl: string;
  const running: RunningServer[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-manifests-"));
    await mkdir(join(folder, "extensions"));
    databaseUrl = database === "sqlite" ? `file:${join(folder, "test.db")}` : await createDatabase();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.close()));
    await rm(folder, { recursive: true });
  });

  const plugin = (mode: ManifestMode, change: Partial<Plugin> = {}): Plugin => ({
    ...peoplePlugin(),
    root: pathToFileURL(`${folder}/`),
    manifests: mode,
    // It writes to people, too.
    controllers: [],
    ...change,
  });
  const start = async (mode: ManifestMode, change: Partial<Plugin> = {}): Promise<RunningServer> => {
    const server = await startPeople(database, { plugins: [plugin(mode, change)], databaseUrl });
    running.push(server);
    return server;
  };
  const stop = async (): Promise<void> => void (await Promise.all(running.splice(0).map((server) => server.close())));
  const manifest = (spec: object, metadata: object = {}): Promise<void> =>
    writeFile(
      join(folder, "extensions/eve.yaml"),
      JSON.stringify({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: "eve", ...metadata },
        spec,
      }),
    );
  const ask = (method: string, body?: object) =>
    exchange(
      running[0]?.url ?? "",
      method === "GET" ? { method, path: `${collection}/eve` } : send(method, "/eve", body),
    );
  interface Person {
    metadata: {
      version: number;
      labels?: Record<string, string>;
      annotations?: Record<string, string>;
      finalizers?: string[];
    };
    spec: Record<string, unknown>;
  }
  const eve = async (): Promise<Person> => (await ask("GET")).json as Person;
  const change = async (edit: (person: Person) => void): Promise<void> => {
    const person = await eve();
    edit(person);
    expect((await ask("PUT", person)).status).toBe(200);
  };

  it.each<[ManifestMode, Record<string, unknown>, Record<string, string>]>([
    ["create", { name: "Eve", age: 31, tags: ["a"] }, { "x.example.com/by": "user" }],
    ["overwrite", { name: "Eve Evans", age: 40 }, { "x.example.com/of": "author" }],
    [
      "merge",
      { name: "Eve Evans", age: 31, tags: ["a"] },
      { "x.example.com/of": "author", "x.example.com/by": "user" },
    ],
  ])("%s: what becomes of an object that was changed, and of its manifest that was", async (mode, spec, labels) => {
    await manifest({ name: "Eve", age: 30 });
    await start(mode);
    await change((person) => {
      person.spec = { ...person.spec, age: 31, tags: ["a"] };
      person.metadata.labels = { "x.example.com/by": "user" };
      person.metadata.finalizers = ["x.example.com/kept"];
    });
    await stop();
    await manifest({ name: "Eve Evans", age: 40 }, { labels: { "x.example.com/of": "author" } });
    await start(mode);
    const person = await eve();
    expect([person.spec, person.metadata.labels]).toEqual([spec, labels]);
    expect(person.metadata.finalizers).toEqual(["x.example.com/kept"]);
    expect(LAST_APPLIED in (person.metadata.annotations ?? {})).toBe(mode === "merge");
    await stop();
    await start(mode);
    expect((await eve()).metadata.version).toBe(person.metadata.version);
  });

  it.runIf(database === "postgresql")("is written once by processes that start at the same time", async () => {
    const names = Array.from({ length: 30 }, (_, at) => `p-${at}`);
    const texts = names.map((name) =>
      JSON.stringify({ apiVersion: "people.example.com/v1alpha1", kind: "Person", metadata: { name }, spec: { name } }),
    );
    await writeFile(join(folder, "extensions/all.yaml"), texts.join("\n---\n"));
    const servers = await Promise.all(["merge", "merge", "merge"].map((mode) => start(mode as ManifestMode)));
    expect(servers.map((server) => server.unready())).toEqual([[], [], []]);
    const { json } = await exchange(servers[0]?.url ?? "", { method: "GET", path: collection });
    const { items } = json as { readonly items: readonly Person[] };
    expect([items.length, new Set(items.map(({ metadata }) => metadata.version))]).toEqual([30, new Set([1])]);
    expect(await readFile(join(folder, "extensions/all.yaml"), "utf8")).toContain("p-29");
  });

  // What follows is decided above the database.
  if (database === "postgresql") return;

  it.each<ManifestMode>(["create", "overwrite", "merge"])("%s: starting again changes nothing", async (mode) => {
    await manifest({ name: "Eve" }, { annotations: { "x.example.com/note": "n" } });
    // A hook that tidies, and one default that only creations get.
    const [{ model }] = peoplePlugin().resources as [Plugin["resources"][number]];
    const hooks = defineHooks({
      model,
      prepare: ({ object: person, operation }) => {
        const spec = person.spec as Record<string, unknown>;
        spec["name"] = String(spec["name"]).toUpperCase();
        if (operation === "create") spec["tags"] = [String(Math.random())];
      },
    });
    await start(mode, { hooks: [hooks] });
    const first = await eve();
    await stop();
    await start(mode, { hooks: [hooks] });
    const again = await eve();
    if (mode === "overwrite") delete first.spec["tags"];
    expect(again.spec).toEqual(first.spec);
    if (mode !== "overwrite") expect(again).toEqual(first);
    const { version } = again.metadata;
    await stop();
    await start(mode, { hooks: [hooks] });
    expect((await eve()).metadata.version).toBe(version);
    await stop();
    // What the hook has made of a value is not a user's change.
    await manifest({ name: "Eve Evans" }, { annotations: { "x.example.com/note": "n" } });
    await start(mode, { hooks: [hooks] });
    expect((await eve()).spec["name"]).toBe(mode === "create" ? "EVE" : "EVE EVANS");
  });

  it("merges into an object whose record has gone: what is there stays, what is missing comes", async () => {
    await manifest({ name: "Eve", age: 30 });
    await start("merge");
    await change((person) => {
      person.metadata.annotations = {};
      delete person.spec["age"];
    });
    await stop();
    await manifest({ name: "Eve Evans", age: 40 });
    await start("merge");
    expect((await eve()).spec).toEqual({ name: "Eve", age: 40 });
    await stop();
    // Now there is a record again.
    await manifest({ name: "Eve Evans", age: 41 });
    await start("merge");
    expect((await eve()).spec).toEqual({ name: "Eve", age: 41 });
  });

  it("is not misled by a record that somebody has written", async () => {
    await manifest({ name: "Eve", age: 30 });
    await start("merge");
    for (const text of [
      "{",
      "[]",
      '{"apiVersion":"people.example.com/v1alpha1","manifest":7}',
      '{"apiVersion":"other"}',
    ]) {
      await change((person) => (person.metadata.annotations = { [LAST_APPLIED]: text }));
      await stop();
      const server = await start("merge");
      expect(server.unready(), text).toEqual([]);
      expect((await eve()).spec).toEqual({ name: "Eve", age: 30 });
    }
  });

  it("leaves an object alone that is being deleted, and creates one again that was", async () => {
    await manifest({ name: "Eve", age: 30 }, { finalizers: ["x.example.com/held"] });
    await start("overwrite");
    await ask("DELETE");
    await stop();
    await manifest({ name: "Eve", age: 40 });
    const server = await start("overwrite");
    expect([server.unready(), (await eve()).spec["age"]]).toEqual([[], 30]);
    await change((person) => (person.metadata.finalizers = []));
    expect((await ask("GET")).status).toBe(404);
    await stop();
    await start("overwrite");
    expect((await eve()).spec["age"]).toBe(40);
  });

  it.each<ManifestMode>(["overwrite", "merge"])("%s: a status that is not the stored one is refused", async (mode) => {
    await manifest({ name: "Eve" });
    await start(mode);
    await exchange(running[0]?.url ?? "", send("PUT", "/eve/status", { status: { greeting: "Hi" } }));
    await stop();
    const text = (greeting: string): string =>
      JSON.stringify({
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: "eve" },
        spec: { name: "Eve", age: 3 },
        status: { greeting },
      });
    await writeFile(join(folder, "extensions/eve.yaml"), text("Ho"));
    expect((await start(mode)).unready()).not.toEqual([]);
    await stop();
    await writeFile(join(folder, "extensions/eve.yaml"), text("Hi"));
    await start(mode);
    expect(await eve()).toMatchObject({ spec: { age: 3 }, status: { greeting: "Hi" } });
  });

  it("leaves an object whose manifest has gone", async () => {
    await manifest({ name: "Eve" });
    await start("overwrite");
    await stop();
    await rm(join(folder, "extensions/eve.yaml"));
    await start("overwrite");
    expect((await ask("GET")).status).toBe(200);
  });

  it("names each manifest that a hook refuses; the others are written, and the next start does the rest", async () => {
    const people = ["ann", "bob", "cat"].map(
      (name) =>
        `apiVersion: people.example.com/v1alpha1\nkind: Person\nmetadata: {name: ${name}}\nspec: {name: ${name}}\n`,
    );
    await writeFile(join(folder, "extensions/people.yaml"), people.join("---\n"));
    const [{ model }] = peoplePlugin().resources as [Plugin["resources"][number]];
    const hooks = defineHooks({
      model,
      check: ({ object: { metadata }, refuse }) => {
        if (metadata.name !== "bob") refuse("spec.name", `No ${metadata.name} today.`);
      },
    });
    const server = await start("merge", { hooks: [hooks] });
    expect(String(server.plugins[0]?.error).split("\n")).toEqual([
      "ManifestError: extensions/people.yaml:4:8: No ann today.",
      "extensions/people.yaml:14:8: No cat today.",
    ]);
    await stop();
    const next = await start("merge");
    expect([next.unready(), (await exchange(next.url, { method: "GET", path: collection })).json]).toMatchObject([
      [],
      { total: 3 },
    ]);
  });

  it("refuses a manifest whose record would not fit, and says where and what to do", async () => {
    await manifest({ name: "Eve", tags: Array.from({ length: 300 }, (_, at) => `${at}`.padEnd(1000, "-")) });
    const server = await start("merge");
    expect(String(server.plugins[0]?.error)).toMatch(
      /extensions\/eve\.yaml:1:61: \/metadata\/annotations would have \d+ bytes .*at most 262144 .*"create" or "overwrite"/,
    );
    await stop();
    expect((await start("overwrite")).unready()).toEqual([]);
  });
});
