import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Authorizer,
  silentLog,
  startServer,
  type LogFields,
  type RunningServer,
  type ServerOptions,
} from "@cmgen/runtime";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "./exchange.js";
import { databases, peoplePlugin, startPeople } from "./people-server.js";
import { collection, send } from "./rule.js";

type Line = Readonly<Record<string, unknown>>;

let folder = "";
let file = "";
let server: RunningServer | undefined;
let children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cmgen-audit-"));
  file = join(folder, "audit.log");
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

const linesOf = async (path = file): Promise<readonly Line[]> =>
  (await readFile(path, "utf8"))
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);

const only = async (member: string): Promise<readonly Line[]> => (await linesOf()).filter((line) => member in line);

describe.each(databases)("the audit on %s", (database) => {
  it("has a line for each committed write, in order, from the start on", async () => {
    server = await startPeople(database, { audit: { to: { file } } });
    const { url } = server;
    const body = { metadata: { name: "dan" }, spec: { name: "Dan" } };
    const by = (id: string) => ({ "x-request-id": id });
    await exchange(url, send("POST", "", body, by("r-1")));
    await exchange(url, send("PUT", "/dan", { ...body, spec: { name: "Daniel" } }, by("r-2")));
    await exchange(url, send("DELETE", "/dan", undefined, by("r-3")));
    await expect.poll(() => only("requestId")).toHaveLength(3);
    const common = {
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      actor: "system:anonymous",
      group: "people.example.com",
      plural: "people",
      name: "dan",
      uid: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      revision: expect.any(Number) as number,
      address: "127.0.0.1",
    };
    expect(await only("requestId")).toEqual([
      { ...common, verb: "create", type: "ADDED", versionAfter: 1, requestId: "r-1" },
      { ...common, verb: "update", type: "MODIFIED", versionBefore: 1, versionAfter: 2, requestId: "r-2" },
      { ...common, verb: "delete", type: "DELETED", versionBefore: 2, requestId: "r-3" },
    ]);
    const revisions = (await linesOf()).map(({ revision }) => revision);
    expect(revisions).toEqual(revisions.map((_, place) => place + 1));
    expect((await linesOf())[0]).toMatchObject({ actor: "system:plugin:people", verb: "create", name: "ann" });
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it("has the objects where that is wanted, without what is secret", async () => {
    const model = { secrets: [{ path: ["spec", "name"] }, { path: ["spec", "tags"] }] };
    server = await startPeople(database, {
      plugins: [{ ...peoplePlugin(model), manifests: false, controllers: [] }],
      audit: { to: { file }, bodies: true },
    });
    await exchange(
      server.url,
      send("POST", "", { metadata: { name: "dan" }, spec: { name: "Dan", tags: ["x"], age: 3 } }),
    );
    await expect.poll(() => only("object")).toHaveLength(1);
    expect((await linesOf())[0]).toMatchObject({ object: { kind: "Person", spec: { age: 3 } } });
    expect(await readFile(file, "utf8")).not.toMatch(/"Dan"|"x"/);
  });

  it("has requests that were refused", async () => {
    server = await startPeople(database, {
      audit: { to: { file } },
      authorizer: ({ headers }) =>
        headers["x-who"] === undefined
          ? { decision: "unauthorized" }
          : headers["x-who"] === "eve"
            ? { decision: "forbidden" }
            : { decision: "allow" },
    });
    const { url } = server;
    const body = { metadata: { name: "dan" }, spec: { name: 7 } };
    await exchange(url, send("GET", "?fieldSelector=x", undefined, { "x-request-id": "r-1" }));
    await exchange(url, send("GET", "/ann", undefined, { "x-who": "eve" }));
    await exchange(url, send("POST", "", body, { "x-who": "ann" }));
    await exchange(url, send("GET", "/nobody", undefined, { "x-who": "ann" }));
    await exchange(url, send("DELETE", "/nobody", undefined, { "x-who": "ann" }));
    await expect.poll(() => only("refused")).toHaveLength(4);
    expect((await only("refused")).map((line) => [line["refused"], line["method"], line["path"]])).toEqual([
      [401, "GET", collection],
      [403, "GET", `${collection}/ann`],
      [422, "POST", collection],
      [404, "DELETE", `${collection}/nobody`],
    ]);
    expect((await only("refused"))[0]).toEqual({
      time: expect.any(String) as string,
      refused: 401,
      method: "GET",
      path: collection,
      actor: "system:anonymous",
      requestId: "r-1",
      address: "127.0.0.1",
    });
  });

  it("has each operation of a batch that was refused, also where the batch is answered with 200", async () => {
    const authorizer: Authorizer = ({ name }) => ({ decision: name === "secret" ? "forbidden" : "allow" });
    server = await startPeople(database, { audit: { to: { file } }, authorizer });
    const { url } = server;
    const kind = { apiVersion: "people.example.com/v1alpha1", kind: "Person" };
    const operations = [
      { op: "delete", ...kind, name: "secret" },
      { op: "create", object: { ...kind, metadata: { name: "dan" }, spec: { name: "Dan" } } },
      { op: "delete", ...kind, name: "nobody" },
    ];
    const headers = { "content-type": "application/json" };
    for (const atomic of [false, true])
      await exchange(url, {
        method: "POST",
        path: "/apis/-/batch",
        headers,
        body: JSON.stringify({ operations: atomic ? operations.slice(0, 1) : operations, atomic }),
      });
    await expect.poll(() => only("refused")).toHaveLength(3);
    expect(
      (await only("refused")).map((line) => ["refused", "path", "plural", "name"].map((key) => line[key]).join(" ")),
    ).toEqual([
      "403 /apis/-/batch people secret",
      "404 /apis/-/batch people nobody",
      "403 /apis/-/batch people secret",
    ]);
  });

  it("begins a new file where the old one was moved, and ends a line that was broken off", async () => {
    await writeFile(file, '{"broken":');
    server = await startPeople(database, { audit: { to: { file } } });
    const people = server.service.resource(personModel);
    await people.create({ metadata: { name: "dan" }, spec: { name: "Dan" } });
    await expect.poll(async () => (await readFile(file, "utf8")).includes('"dan"')).toBe(true);
    expect(await readFile(file, "utf8")).toMatch(/^\{"broken":\n\{/);
    await rename(file, `${file}.1`);
    await people.create({ metadata: { name: "eve" }, spec: { name: "Eve" } });
    await expect.poll(async () => (await linesOf().catch(() => [])).map(({ name }) => name)).toEqual(["eve"]);
    await rename(file, `${file}.2`);
    process.emit("SIGHUP");
    await expect.poll(() => linesOf().catch(() => undefined)).toEqual([]);
  });

  it("goes on where it was, counts what was trimmed meanwhile, and is forgotten when it is turned off", async () => {
    const databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
    const errors: [LogFields, string | undefined][] = [];
    const start = async (options: Partial<ServerOptions>): Promise<RunningServer> => {
      const error: typeof silentLog.error = (fields, message) => void errors.push([fields, message]);
      server = await startServer({
        plugins: [{ ...plugin, manifests: false, controllers: [] }],
        root: plugin.root,
        port: 0,
        databaseUrl,
        log: { ...silentLog, error },
        ...options,
      });
      await server.started;
      return server;
    };
    const add = (name: string) => server?.service.resource(personModel).create({ metadata: { name }, spec: { name } });
    const audit = { to: { file } };
    await start({ audit });
    await add("one");
    await server?.close();
    expect((await linesOf()).map(({ name }) => name)).toEqual(["one"]);

    // A process that does not audit, as long as it has not taken the position away: trimming waits for the position.
    const { service } = await start({ audit, limits: { maxChanges: 2 } });
    const held = service.store.audit;
    await rename(file, `${file}.1`);
    for (const name of ["two", "three", "four", "five"]) await add(name);
    await expect
      .poll(async () => (await linesOf().catch(() => [])).map(({ name }) => name))
      .toEqual(["two", "three", "four", "five"]);
    // As if it had not come that far, while changes were trimmed.
    await expect.poll(() => service.store.oldestRevision(), { timeout: 30_000 }).toBe(3);
    expect(await held.position()).toBe(5);
    await server?.close();

    // Off: the position is gone.
    const off = await start({});
    await expect.poll(() => off.service.store.audit.position(), { timeout: 30_000 }).toBe(undefined);
    await off.service.store.audit.begin(1);
    await off.close();
    await rename(file, `${file}.2`);
    await start({ audit });
    await expect.poll(async () => (await linesOf()).map(({ lost, name }) => lost ?? name)).toEqual([2, "four", "five"]);
    expect((await linesOf())[0]).toMatchObject({ lost: 2, from: 2, to: 3 });
    expect(errors).toEqual([[{ lost: 2, from: 2, to: 3 }, "changes were trimmed before the audit wrote them"]]);
  });

  it("writes what it could not write as soon as it can", async () => {
    server = await startPeople(database, {
      audit: { to: { file } },
      plugins: [{ ...peoplePlugin(), manifests: false, controllers: [] }],
    });
    const people = server.service.resource(personModel);
    await rename(file, `${file}.1`);
    await mkdir(file);
    for (const name of ["dan", "eve"]) await people.create({ metadata: { name }, spec: { name } });
    await exchange(server.url, send("DELETE", "/nobody"));
    await delay(500);
    expect(await server.service.store.audit.position()).toBe(0);
    await rmdir(file);
    await exchange(server.url, send("DELETE", "/nobody"));
    await expect
      .poll(async () => (await only("name").catch(() => [])).map(({ name }) => name), { timeout: 30_000 })
      .toEqual(["dan", "eve"]);
    expect((await only("refused")).map(({ refused }) => refused)).toEqual([404]);
    expect((await only("dropped")).map(({ dropped }) => dropped)).toEqual([1]);
  });

  it("does not begin with a file that cannot be written", async () => {
    const to = { file: join(folder, "none", "audit.log") };
    await expect(startPeople(database, { audit: { to } })).rejects.toThrow(
      /^The file of the audit \(audit, CMGEN_AUDIT\) cannot be opened: ENOENT/,
    );
  });

  it(
    "loses no line when processes are killed, and has each object's lines in order",
    { timeout: 120_000 },
    async () => {
      const databaseUrl = database === "sqlite" ? `file:${join(folder, "people.db")}` : await createDatabase();
      const script = fileURLToPath(new URL("audit-process.mjs", import.meta.url));
      const acknowledged: string[] = [];
      const start = (prefix: string) => {
        const child = spawn(process.execPath, [script, databaseUrl, file, prefix], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        children.push(child);
        let printed = "";
        child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
        return { child, names: () => printed.split("\n").slice(1, -1) };
      };
      for (let round = 0; round < 3; round += 1) {
        const together = database === "sqlite" ? ["a"] : ["a", "b"];
        const started = together.map((prefix) => start(`${prefix}${round}`));
        await expect.poll(() => started.every(({ names }) => names().length > 20), { timeout: 30_000 }).toBe(true);
        await delay(Math.random() * 100);
        for (const { child } of started) await kill(child);
        for (const { names } of started) acknowledged.push(...names());
      }
      server = await startServer({
        plugins: [{ ...plugin, manifests: false, controllers: [] }],
        root: plugin.root,
        port: 0,
        databaseUrl,
        log: silentLog,
        audit: { to: { file } },
      });
      const { store } = server.service;
      const newest = await store.revision();
      await expect.poll(() => store.audit.position(), { timeout: 30_000 }).toBe(newest);
      const complete = (await readFile(file, "utf8")).split("\n").flatMap((text) => {
        try {
          return [JSON.parse(text) as Line];
        } catch {
          // A process was killed while it wrote this one.
          return [];
        }
      });
      const first = new Map<number, number>();
      for (const [place, { revision }] of complete.entries()) {
        if (!first.has(Number(revision))) first.set(Number(revision), place);
      }
      const places = Array.from({ length: newest }, (_, at) => first.get(at + 1) ?? -1);
      expect(places.every((place, at) => place > (places[at - 1] ?? -1))).toBe(true);
      const created = new Set(complete.filter(({ type }) => type === "ADDED").map(({ name }) => name));
      expect(acknowledged.filter((name) => !created.has(name))).toEqual([]);
    },
  );
});
