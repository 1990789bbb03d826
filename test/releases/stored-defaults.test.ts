import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import type { Plugin } from "@cmgen/runtime/codegen";
import type { WalkedObject } from "@cmgen/store";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received } from "../server/exchange.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { watched } from "../versions/watched.js";
import { notesRelease } from "./notes-releases.js";
import { type Pod, Pods } from "./pods.js";
import { databases } from "../tier.js";

const collection = "/apis/notes.example.com/v1/notes";
const table = "notes_example_com_notes";
const script = fileURLToPath(new URL("release-process.mjs", import.meta.url));
const names = Array.from({ length: 450 }, (_, at) => `note-${String(at).padStart(3, "0")}`);

const state = '/** @default "open" */ state?: string;';
const oldHasState = 'if (old !== undefined && old.spec.state === undefined) refuse("spec.state", "was not there");';
const releases = {
  first: notesRelease({}),
  state: notesRelease({ fields: `Part ${state}`, check: oldHasState }),
  other: notesRelease({ fields: `Part ${state.replace("open", "new")}`, check: oldHasState }),
  without: notesRelease({ fields: "Part state?: string;" }),
  indexed: notesRelease({ fields: `Part ${state}`, indexes: 'index("spec.state"),' }),
  computed: notesRelease({
    fields: `Part ${state}`,
    indexes: 'index({ name: "first", value: ({ spec }) => spec.state?.slice(0, 1) ?? null }),',
  }),
  evolved: notesRelease({
    fields: `Part ${state}`,
    evolve: `evolve: [{ id: "shout", change: ({ spec }) => ({ spec: { ...spec, title: spec.title + spec.state.toUpperCase() } }) }],`,
  }),
};
type ReleaseName = keyof typeof releases;

const generated = generatedReleases();
const plugins = new Map<string, Plugin>();
beforeAll(async () => {
  for (const [name, files] of Object.entries(releases)) plugins.set(name, await generated.release(files));
}, 240_000);
afterAll(() => generated.dispose());

const pluginOf = (name: ReleaseName): Plugin => plugins.get(name) ?? expect.unreachable();

interface Note {
  readonly metadata: { readonly name: string; readonly uid: string; readonly version: number };
  readonly spec: Readonly<Record<string, unknown>>;
}

describe.each(databases)("a default that comes to stored objects, on %s", (database) => {
  let databaseUrl = "";
  let count = 0;
  const servers: RunningServer[] = [];

  async function start(name: ReleaseName): Promise<RunningServer> {
    const plugin = pluginOf(name);
    const options = { host: "127.0.0.1", port: 0, databaseUrl, log: silentLog };
    const server = await startServer({ plugins: [plugin], root: plugin.root, ...options });
    servers.push(server);
    await server.started;
    expect(server.unready()).toEqual([]);
    return server;
  }
  const stop = async (): Promise<void> => {
    await Promise.all(servers.splice(0).map((server) => server.close()));
  };
  const send = (server: RunningServer, method: string, path: string, body?: unknown, headers = {}): Promise<Received> =>
    exchange(server.url, {
      method,
      path: `${collection}${path}`,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { "content-type": method === "PATCH" ? "application/merge-patch+json" : "application/json", ...headers },
    });
  const notes = async (server: RunningServer, query = "?sort=metadata.name"): Promise<readonly Note[]> =>
    ((await send(server, "GET", query)).json as { items: readonly Note[] }).items;
  const note = async (server: RunningServer, name: string): Promise<Note> =>
    (await send(server, "GET", `/${name}`)).json as Note;
  const rows = (server: RunningServer): Promise<readonly WalkedObject[]> =>
    server.service.store.walks.objectsAfter(table, 0, 10_000);
  const written = async (server: RunningServer): Promise<number> =>
    (await rows(server)).filter(({ data }) => Buffer.from(data).toString().includes('"state":')).length;
  const steps = async (server: RunningServer): Promise<readonly string[]> =>
    (await server.service.store.walks.steps(table)).map((step) => `${step.step.slice(0, 8)} ${step.state}`);
  /** The rows as they are once every object has been written. */
  const filled = async (server: RunningServer): Promise<void> => {
    await expect.poll(async () => (await steps(server)).at(-1)).toBe("defaults done");
  };

  beforeEach(async () => {
    databaseUrl =
      database === "sqlite"
        ? `file:${join(generated.folder, "..", `notes-${(count += 1)}.db`)}`
        : await createDatabase();
    const first = await start("first");
    await Promise.all(
      names.map(async (name) => {
        const spec = { title: name, part: { text: "a" }, parts: [{ text: "b" }, { text: "c" }] };
        expect((await send(first, "POST", "", { metadata: { name }, spec })).status).toBe(201);
      }),
    );
  });
  afterEach(stop);

  test("is in all of them for whoever reads them, and nothing else of them changes", async () => {
    const [first] = servers as [RunningServer];
    const before = await notes(first);
    const [one] = names as [string];
    const tag = String((await send(first, "GET", `/${one}`)).headers["etag"]);
    const { revision, mark } = await first.service.store.newest();
    await stop();
    const server = await start("state");
    const shown = (spec: Note["spec"]): unknown => ({
      ...spec,
      state: "open",
      part: { text: "a", stage: "draft" },
      parts: [
        { text: "b", stage: "draft" },
        { text: "c", stage: "draft" },
      ],
    });
    const wanted = before.map(({ spec, ...rest }) => ({ ...rest, spec: shown(spec) }));
    expect(await notes(server)).toEqual(wanted);
    expect(await notes(server, "?sort=metadata.name&limit=1000")).toEqual(wanted);
    expect(await note(server, one)).toEqual(wanted[0]);
    expect((await send(server, "GET", `/${one}`, undefined, { "if-none-match": tag })).status).toBe(200);
    const patch = { spec: { title: "x" } };
    expect((await send(server, "PATCH", `/${one}`, patch, { "if-match": tag })).status).toBe(412);
    await filled(server);
    expect(await written(server)).toBe(names.length);
    expect(await notes(server)).toEqual(wanted);
    expect(await note(server, one)).toEqual(wanted[0]);
    expect(await server.service.store.newest()).toEqual({ revision, mark });
    expect(await server.service.store.changesAfter(revision)).toEqual([]);
    const now = await send(server, "GET", `/${one}`);
    expect((await send(server, "GET", `/${one}`, undefined, { "if-none-match": now.headers["etag"] })).status).toBe(
      304,
    );
    // Watches go on where they were, and what they are told has the default, also where it was logged before.
    const since = `${server.url}${collection}?watch=true&resourceVersion=0`;
    const events = await watched(since, names.length);
    expect(events.map(({ object }) => (object as unknown as Note).spec)).toEqual(
      events.map(({ object }) => shown({ title: (object as unknown as Note).metadata.name })),
    );
    // The client's own condition is about the state, which has not changed.
    const { uid, version } = (await note(server, one)).metadata;
    const sent = await send(server, "PATCH", `/${one}`, patch, { "if-match": `"${uid}.${version}"` });
    expect([sent.status, (sent.json as Note).spec]).toEqual([
      200,
      expect.objectContaining({ title: "x", state: "open" }),
    ]);
  });

  test("is there for filters and sorts, by a path and by a function", async () => {
    await stop();
    let server = await start("indexed");
    expect(await notes(server, "?fieldSelector=spec.state%3Dopen")).toHaveLength(names.length);
    await stop();
    server = await start("computed");
    expect(await notes(server, "?fieldSelector=first%3Do")).toHaveLength(names.length);
  });

  test("stays as it was shown, whatever a later release has", async () => {
    await stop();
    let server = await start("state");
    await filled(server);
    await stop();
    server = await start("other");
    const other = { metadata: { name: "other" }, spec: { title: "t" } };
    await send(server, "POST", "", other);
    expect((await note(server, names[0] ?? "")).spec).toMatchObject({ state: "open" });
    expect((await note(server, "other")).spec).toMatchObject({ state: "new" });
    await stop();
    server = await start("without");
    await send(server, "POST", "", { metadata: { name: "without" }, spec: { title: "t" } });
    expect((await note(server, names[0] ?? "")).spec).toMatchObject({ state: "open" });
    expect((await note(server, "other")).spec).toMatchObject({ state: "new" });
    expect((await note(server, "without")).spec).not.toHaveProperty("state");
    await stop();
    // Back again: what lacks it gets it, and what has it keeps it.
    server = await start("state");
    expect((await note(server, "without")).spec).toMatchObject({ state: "open" });
    await filled(server);
    expect((await note(server, "other")).spec).toMatchObject({ state: "new" });
    expect(await written(server)).toBe(names.length + 2);
  });

  test.each([
    ["a step", "evolved", (name: string) => `${name}OPEN`],
    ["another default", "other", (name: string) => name],
  ] as const)(
    "is written by the next release where the one that showed it could not, before %s",
    async (_, next, title) => {
      // PostgreSQL: as long as a process of the first release runs, nothing is written.
      if (database === "sqlite") await stop();
      const server = await start("state");
      if (database === "sqlite") {
        await filled(server);
        // As it is where a process is killed half way.
        const states = await server.service.store.walks.steps(table);
        const [from] = states.slice(-1) as [(typeof states)[number]];
        await server.service.store.walks.move(table, [
          { step: { from, to: { ...from, state: "running", position: 200 } } },
        ]);
      } else {
        expect(await written(server)).toBe(0);
        expect(await steps(server)).toEqual(["defaults running"]);
      }
      await stop();
      const found = await notes(await start(next));
      expect(found).toHaveLength(names.length);
      for (const { spec, metadata } of found)
        expect(spec).toMatchObject({ title: title(metadata.name), state: "open" });
    },
  );

  test("is in what hooks get as the object before, and an update of one field stores it", async () => {
    if (database === "sqlite") await stop();
    const server = await start("state");
    const name = names[3] ?? "";
    const patched = await send(server, "PATCH", `/${name}`, { metadata: { labels: { a: "b" } } });
    expect([patched.status, (patched.json as Note).spec]).toEqual([200, expect.objectContaining({ state: "open" })]);
    expect((patched.json as Note).metadata.version).toBe(2);
    // What changes nothing is not stored, and is answered as it is shown.
    const again = await send(server, "PUT", `/${names[4]}`, { spec: (await note(server, names[4] ?? "")).spec });
    expect((again.json as Note).metadata.version).toBe(1);
    expect((again.json as Note).spec).toMatchObject({ state: "open" });
  });

  test("is shown for what a release without it goes on to write, and written once that is gone", async () => {
    if (database === "sqlite") return;
    const [first] = servers as [RunningServer];
    const server = await start("state");
    await send(first, "POST", "", { metadata: { name: "late" }, spec: { title: "late" } });
    expect((await note(first, "late")).spec).toEqual({ title: "late" });
    expect((await note(server, "late")).spec).toEqual({ title: "late", state: "open" });
    const replaced = names[1] ?? "";
    await send(server, "PUT", `/${replaced}`, { spec: { title: "x", state: "closed" } });
    // An older client takes it away through the older release.
    await send(first, "PUT", `/${replaced}`, { spec: { title: "y" } });
    expect((await note(server, replaced)).spec).toEqual({ title: "y", state: "open" });
    expect(await written(server)).toBe(0);
    await first.close();
    servers.splice(servers.indexOf(first), 1);
    await filled(server);
    expect(await written(server)).toBe(names.length + 1);
    // One of the older release comes back: whatever it writes has the default for the newer one's readers.
    const returned = await start("first");
    for (let at = 0; at < 20; at += 1) {
      const name = `again-${at}`;
      expect((await send(returned, "POST", "", { metadata: { name }, spec: { title: "t" } })).status).toBe(201);
      expect((await notes(server, `?fieldSelector=metadata.name%3D${name}`))[0]?.spec).toEqual({
        title: "t",
        state: "open",
      });
    }
    await returned.close();
    servers.splice(servers.indexOf(returned), 1);
    await expect.poll(() => written(server)).toBe(names.length + 21);
    await expect.poll(async () => (await steps(server)).at(-1)).toBe("defaults done");
  });

  test("is written by the next process where one is killed", async () => {
    await stop();
    const pods = new Pods();
    try {
      const url = new URL("dist/generated/plugin.js", pluginOf("state").root).href;
      const pod: Pod = pods.start([script, url, databaseUrl]);
      await pod.ready();
      await pods.end(pod, "SIGKILL");
      const server = await start("state");
      const found = await notes(server);
      expect(found.every(({ spec, metadata }) => spec["state"] === "open" && metadata.version === 1)).toBe(true);
      // Also for what is read at the moment at which nothing lacks it any more.
      while ((await steps(server)).at(-1) !== "defaults done")
        expect((await notes(server)).filter(({ spec }) => spec["state"] !== "open")).toEqual([]);
      expect((await notes(server)).filter(({ spec }) => spec["state"] !== "open")).toEqual([]);
      expect(await written(server)).toBe(names.length);
    } finally {
      await pods.close();
    }
  });
});
