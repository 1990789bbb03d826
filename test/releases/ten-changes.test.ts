import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientOptions, ResourceClient } from "@cmgen/client";
import type { Changes, ObjectMetaInput, StoredObjectMeta } from "@cmgen/model";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import { rewriteObjects } from "@cmgen/runtime/database";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { createDatabase } from "../postgres/create-database.js";
import { ServiceProcess } from "../server/service-process.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { watched } from "../versions/watched.js";
import { deskReleases } from "./desk-releases.js";
import { deskTickets } from "./desk-tickets.js";
import { databases } from "../tier.js";

interface Ticket {
  readonly apiVersion: string;
  readonly metadata: StoredObjectMeta;
  readonly spec: Readonly<Record<string, unknown>>;
}
interface TicketInput {
  readonly metadata: ObjectMetaInput;
  readonly spec: Readonly<Record<string, unknown>>;
}
type Indexes = { "spec.state": { value: string; multi: false } };
type TicketsClient = ResourceClient<Ticket, TicketInput, Indexes>;

const script = fileURLToPath(new URL("release-process.mjs", import.meta.url));
const generated = generatedReleases();
const plugins: Plugin[] = [];

beforeAll(async () => {
  for (const { files, gone } of deskReleases) plugins.push(await generated.release(files, gone));
}, 240_000);
afterAll(() => generated.dispose());

const pluginOf = (release: number): Plugin => plugins[release] ?? expect.unreachable();
const moduleOf = (release: number, name: string): string =>
  new URL(`dist/generated/${name}`, pluginOf(release).root).href;

/** The client that was generated with a release. */
async function clientOf(release: number, version: string, baseUrl: string): Promise<TicketsClient> {
  const { createTicketsClient } = (await import(moduleOf(release, `${version}/client.js`))) as {
    readonly createTicketsClient: (options: ClientOptions) => TicketsClient;
  };
  return createTicketsClient({ baseUrl, retry: { attempts: 1 } });
}

/** What a user does with a client, on an object of its own. */
async function use(client: TicketsClient, name: string, spec: TicketInput["spec"]): Promise<void> {
  const created = await client.create({ metadata: { name }, spec });
  expect(created.spec).toMatchObject(spec);
  const labels: Changes<TicketInput> = { metadata: { labels: { "desk.example.com/seen": "yes" } } };
  const next = created.metadata.version + 1;
  expect((await client.update(name, labels)).metadata.version).toBe(next);
  const { items } = await client.list({ labels: { "desk.example.com/seen": "yes" }, size: 10 });
  expect(items.map(({ metadata }) => metadata.name)).toEqual([name]);
  const read = await client.get(name);
  expect((await client.replace({ metadata: read.metadata, spec: read.spec })).metadata.version).toBe(next);
  await client.delete(name);
  await expect(client.get(name)).rejects.toMatchObject({ code: "NotFound" });
}

/** The older of two releases that serve at once patches an object with a field that it does not know. */
async function keepsNewFields(older: TicketsClient, newer: TicketsClient): Promise<void> {
  const { sent } = deskTickets.find(({ release }) => release === 1) ?? expect.unreachable();
  await newer.create({ metadata: { name: "newer" }, spec: { ...sent, title: "Newer" } });
  await older.update("newer", { spec: { remark: "kept" } });
  expect((await newer.get("newer")).spec).toMatchObject({ ...sent, title: "Newer", remark: "kept" });
  await newer.delete("newer");
}

describe.each(databases)("ten changes of a plugin over one database, on %s: the release that", (database) => {
  let databaseUrl = "";
  let server: RunningServer | undefined;
  const processes: ServiceProcess[] = [];

  beforeAll(async () => {
    databaseUrl = database === "sqlite" ? `file:${join(generated.folder, "..", "desk.db")}` : await createDatabase();
  });
  afterAll(async () => {
    await Promise.all(processes.map((process) => process.end("SIGKILL")));
    await server?.close();
  });

  async function start(release: number): Promise<RunningServer> {
    const plugin = pluginOf(release);
    const started = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog });
    await started.started;
    return started;
  }

  /** Starts the release before the next one; on SQLite in a process of its own, which must end before the next one has the file. */
  async function startOld(release: number): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
    if (database === "postgresql") {
      const { url, close } = await start(release);
      return { url, end: close };
    }
    const old = new ServiceProcess([script, moduleOf(release, "plugin.js"), databaseUrl]);
    processes.push(old);
    const end = async (): Promise<void> => expect((await old.end("SIGTERM")).code).toBe(0);
    return { url: await old.url(), end };
  }

  /** Starts a release while the one before serves, and sees what becomes of that one. On SQLite starts it after that one. */
  async function startBeside(release: number, previous: "serves on" | "is taken over"): Promise<RunningServer> {
    const { url, end } = await startOld(release - 1);
    const readiness = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
    await expect.poll(readiness, { timeout: 30_000 }).toBe(200);
    if (database === "sqlite") {
      await end();
      return start(release);
    }
    const started = await start(release);
    const client = await clientOf(release - 1, "v1alpha1", url);
    if (previous === "serves on") {
      await keepsNewFields(client, await clientOf(release, "v1alpha1", started.url));
      await use(client, "by-the-old-one", { ...deskTickets[0]?.sent, title: "Old" });
      expect(await readiness()).toBe(200);
    } else {
      const label = { metadata: { labels: { "a.example/b": "c" } } };
      await expect(client.update("first", label)).rejects.toMatchObject({ name: "ApiProblem" });
      await expect.poll(readiness, { timeout: 10_000 }).toBe(503);
      await expect(client.update("first", label)).rejects.toMatchObject({ code: "NotReady" });
    }
    await end();
    return started;
  }

  async function examine(release: number): Promise<Awaited<ReturnType<typeof examineDatabase>>> {
    const findings: unknown[] = [];
    const models = pluginOf(release).resources.map(({ model }) => model);
    const examination = await examineDatabase(databaseUrl, models, (finding) => findings.push(finding));
    expect(findings).toEqual([]);
    return examination;
  }

  test.each(deskReleases.map(({ change, previous }, release) => ({ change, previous, release })))(
    "$change",
    async ({ previous, release }) => {
      const isLast = release === deskReleases.length - 1;
      if (isLast) await retire(release);
      server = await (previous === undefined ? start(release) : startBeside(release, previous));
      expect(server.unready()).toEqual([]);
      const client = await clientOf(release, release < 9 ? "v1alpha1" : "v1", server.url);
      const own = deskTickets.filter((ticket) => ticket.release === release);
      for (const { name, sent } of own) await client.create({ metadata: { name }, spec: sent });
      const { items } = await client.list({ sort: ["metadata.name"] });
      const known = deskTickets.filter((ticket) => ticket.release <= release).map(({ name }) => name);
      expect(items.map(({ metadata }) => metadata.name)).toEqual(known.toSorted());
      const [{ sent } = expect.unreachable()] = own;
      await use(client, "passes", { ...sent, ...("title" in sent ? { title: "Other" } : { summary: "Other" }) });
      if (release === 9)
        await use(await clientOf(8, "v1alpha1", server.url), "old-passes", { ...deskTickets[9]?.sent, title: "Old" });
      if (release === 9) return;
      await server.close();
      expect((await examine(release)).older).toBeUndefined();
    },
  );

  /** What is done before a release without the old version: its objects are stored again while the one before serves. */
  async function retire(release: number): Promise<void> {
    const count = deskTickets.filter((ticket) => ticket.release < 9).length;
    expect((await examine(release - 1)).older).toEqual([
      { resource: "tickets.desk.example.com", apiVersion: "desk.example.com/v1alpha1", objects: count },
    ]);
    // An SQLite file belongs to one process.
    if (database === "sqlite") await server?.close();
    await expect(start(release)).rejects.toThrow(
      /first\.tickets\.desk\.example\.com: it is stored as desk\.example\.com\/v1alpha1, and cannot be converted to v1: .*`cmgen migrate objects`/,
    );
    if (database === "sqlite") server = await start(release - 1);
    expect(server?.unready()).toEqual([]);
    const models = pluginOf(release - 1).resources.map(({ model }) => model);
    const left: unknown[] = [];
    const report = (object: unknown): void => void left.push(object);
    expect(await rewriteObjects(databaseUrl, models, report)).toEqual({ objects: count + 1, rewritten: count });
    expect(await rewriteObjects(databaseUrl, models, report)).toEqual({ objects: count + 1, rewritten: 0 });
    expect(left).toEqual([]);
    await server?.close();
    expect((await examine(release - 1)).older).toBeUndefined();
  }

  test("is the last one has every ticket as the table says, and no earlier one starts again", async () => {
    const last = deskReleases.length - 1;
    server = await start(last);
    const client = await clientOf(last, "v1", server.url);
    for (const { name, last: spec } of deskTickets)
      expect({ name, spec: (await client.get(name)).spec }).toEqual({ name, spec });
    const { items } = await client.list({ where: { "spec.state": "DONE" }, sort: ["metadata.name"] });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(["added", "removed", "required"]);
    // What was logged as a version that is gone cannot be told any more.
    const watch = `${server.url}/apis/desk.example.com/v1/tickets?watch=true&resourceVersion=0`;
    expect((await watched(watch, 1))[0]).toMatchObject({ type: "ERROR", object: { code: "Expired" } });
    await server.close();
    for (const release of [3, 6]) {
      await expect(start(release)).rejects.toThrow("state-of-estimate, which this release does not declare");
    }
  });

  test("comes after the first has them all the same: steps, then the conversion", async () => {
    databaseUrl = database === "sqlite" ? `file:${join(generated.folder, "..", "behind.db")}` : await createDatabase();
    const behind = deskTickets.filter(({ release }) => release === 0);
    server = await start(0);
    const client = await clientOf(0, "v1alpha1", server.url);
    for (const { name, sent } of behind) await client.create({ metadata: { name }, spec: sent });
    await server.close();
    server = await start(9);
    expect(server.unready()).toEqual([]);
    const later = await clientOf(9, "v1", server.url);
    for (const { name, last } of behind) expect((await later.get(name)).spec).toEqual(last);
    const { items } = await later.list({ where: { "spec.state": "OPEN" }, sort: ["metadata.name"] });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(behind.map(({ name }) => name).toSorted());
    await server.close();
    expect((await examine(9)).older).toMatchObject([{ objects: behind.length }]);
  });
});
