import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentLog, startServer, type Plugin, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { createResourceRouter } from "@cmgen/runtime/codegen";
import { deployMigrationsTo, readMigrations } from "@cmgen/runtime/database";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "./exchange.js";
import { databases, peoplePlugin } from "./people-server.js";
import { collection, send } from "./rule.js";

type Index = Plugin["resources"][number]["model"]["indexes"][number];

/** The people plugin of a release: what it makes of the index `initial` is marked with the release's name. */
function release(name: string): Plugin {
  const [resource] = peoplePlugin().resources;
  const indexes = (resource?.model.indexes ?? []).map((index) => {
    if (index.name !== "initial" || index.multi) return index;
    const extract = (object: never): unknown => `${name}${String(index.extract(object))}`;
    return { ...index, fingerprint: name, extract };
  });
  return { ...peoplePlugin({ indexes }), controllers: [] };
}

describe("releases that declare an index otherwise, on one PostgreSQL database", () => {
  let servers: RunningServer[] = [];
  let folder = "";
  let databaseUrl = "";

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-releases-"));
    databaseUrl = await createDatabase();
  });
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.close()));
    servers = [];
    await rm(folder, { recursive: true });
  });

  const start = async (plugin: Plugin, options: Partial<ServerOptions> = {}): Promise<RunningServer> => {
    const server = await startServer({
      plugins: [plugin],
      root: plugin.root,
      port: 0,
      databaseUrl,
      log: silentLog,
      ...options,
    });
    servers.push(server);
    return server;
  };
  const ready = async (plugin: Plugin): Promise<RunningServer> => {
    const server = await start(plugin);
    await server.started;
    expect(server.unready()).toEqual([]);
    return server;
  };
  const create = (server: RunningServer, name: string) =>
    exchange(server.url, send("POST", "", { metadata: { name }, spec: { name } }));
  const namesBy = async (server: RunningServer, initial: string): Promise<unknown> => {
    const { json } = await exchange(server.url, {
      method: "GET",
      path: `${collection}?fieldSelector=initial=${initial}`,
    });
    return (json as { items?: { metadata: { name: string } }[] }).items?.map(({ metadata }) => metadata.name);
  };
  const findings = async (plugin: Plugin): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    const models = plugin.resources.map(({ model }) => model);
    await examineDatabase(databaseUrl, models, (finding) => found.push(finding));
    return found;
  };

  /** Where the service's migrations are with one more of this release. */
  const laterMigrations = async (): Promise<NonNullable<ServerOptions["migrations"]>> => {
    const copy = join(folder, "migrations");
    await cp(new URL("prisma/postgresql/migrations/", peoplePlugin().root), copy, { recursive: true });
    await mkdir(join(copy, "20990101000000_later"), { recursive: true });
    await writeFile(join(copy, "20990101000000_later", "migration.sql"), 'CREATE TABLE "later" ("id" INTEGER);');
    return { postgresql: pathToFileURL(copy).href };
  };
  const isWaiting = async (server: RunningServer): Promise<void> => {
    await expect.poll(() => server.unready()).toEqual([expect.stringMatching(/waits until another release/)]);
  };
  const isSuperseded = async (server: RunningServer): Promise<void> => {
    await expect.poll(() => server.unready()).toEqual([expect.stringMatching(/served by another release/)]);
  };

  it("one that may not take over waits until the other has ended", { timeout: 30_000 }, async () => {
    const old = await ready(release("old"));
    const fresh = await start(release("new"), { takeOver: false });
    await isWaiting(fresh);
    const refused = await create(fresh, "early");
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
    expect((await create(old, "late")).status).toBe(201);
    expect(await namesBy(old, "oldl")).toEqual(["late"]);
    expect(await findings(release("old"))).toEqual([]);

    await old.close();
    await fresh.started;
    expect(fresh.unready()).toEqual([]);
    expect(await namesBy(fresh, "newl")).toEqual(["late"]);
    expect(await findings(release("new"))).toEqual([]);
  });

  it.each([
    ["whose migration it applies itself", async () => ({ migrations: await laterMigrations() })],
    [
      "whose migration a job has applied",
      async () => {
        const migrations = await laterMigrations();
        await deployMigrationsTo(databaseUrl, await readMigrations(fileURLToPath(migrations.postgresql ?? "")));
        return { migrations };
      },
    ],
    ["that has another function and no migration", async () => ({})],
  ])(
    "a newer one takes over, %s, and an older one that starts again waits",
    { timeout: 60_000 },
    async (_, options) => {
      const old = await ready(release("old"));
      expect((await create(old, "early")).status).toBe(201);
      const given = await options();
      const fresh = await start(release("new"), given);
      await fresh.started;
      expect(fresh.unready()).toEqual([]);
      expect(await namesBy(fresh, "newe")).toEqual(["early"]);
      const refused = await create(old, "late");
      expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
      await isSuperseded(old);

      // As when the old process crashes in the middle of the update, and was told to take over when it was new.
      await old.close();
      const again = await start(release("old"), { takeOver: true });
      await isWaiting(again);
      expect((await create(fresh, "late")).status).toBe(201);
      expect(await findings(release("new"))).toEqual([]);

      // The new one starts again, too: nobody takes anything from anybody.
      const second = await start(release("new"), given);
      await second.started;
      await fresh.close();
      expect(second.unready()).toEqual([]);
      await isWaiting(again);
      await second.close();
      // Back to the old release, once no process of the new one runs.
      await again.started;
      expect(again.unready()).toEqual([]);
      expect(await namesBy(again, "oldl")).toEqual(["late"]);
    },
  );

  it("one that died after its migration takes over when it comes back", { timeout: 30_000 }, async () => {
    const old = await ready(release("old"));
    const migrations = await laterMigrations();
    await deployMigrationsTo(databaseUrl, await readMigrations(fileURLToPath(migrations.postgresql ?? "")));
    const again = await start(release("old"));
    await again.started;
    const fresh = await start(release("new"), { migrations });
    await fresh.started;
    expect(fresh.unready()).toEqual([]);
    for (const each of [old, again]) await isSuperseded(each);
  });

  it("processes of one release share them", async () => {
    const both = [await ready(release("same")), await ready(release("same"))];
    for (const [at, server] of both.entries()) expect((await create(server, `p${at}`)).status).toBe(201);
    expect(await namesBy(both[0]!, "samep")).toEqual(["p1", "p0"]);
  });

  it("one that dies while it tries them leaves them to the one that runs", { timeout: 30_000 }, async () => {
    const old = await ready(release("old"));
    const { table } = peoplePlugin().resources[0]!.model;
    await old.service.store.indexes.declare(table, { declaration: "of a release that died", isTried: true });
    expect((await create(old, "meanwhile")).status).toBe(503);
    await expect.poll(async () => (await create(old, `p${Date.now()}`)).status).toBe(201);
    expect(old.unready()).toEqual([]);
  });

  it("a release that lost them to another writes nothing more, and says so", { timeout: 30_000 }, async () => {
    const old = await ready(release("old"));
    // What another release does that finds nobody holding the lock, since this one's connection broke at that moment.
    const { table } = peoplePlugin().resources[0]!.model;
    await old.service.store.indexes.declare(table, {
      declaration: "the declaration of another release",
      isTried: false,
    });
    const answers = await Promise.all(["a", "b", "c"].map((name) => create(old, name)));
    for (const { status, json } of answers)
      expect([status, json]).toEqual([503, expect.objectContaining({ code: "NotReady" })]);
    await expect.poll(() => old.unready()).toEqual([expect.stringMatching(/served by another release/)]);
    expect((await exchange(old.url, { method: "GET", path: collection })).status).toBe(503);
  });
});

describe.each(databases)("versions of a kind, on %s", (database) => {
  it("say which of them is stored", async () => {
    const databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
    const plugin = twoVersions();
    await expect(
      startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl, log: silentLog }),
    ).rejects.toThrow("stored as v1alpha1 or v1beta1. Write storage: true");
  });

  it("are of one plugin", async () => {
    const [first, second] = twoVersions().resources;
    const plugins = [first!, second!].map((resource, at) => ({
      ...peoplePlugin(),
      name: `p${at}`,
      resources: [resource],
      controllers: [],
    }));
    await expect(
      startServer({ plugins, root: peoplePlugin().root, port: 0, databaseUrl: ":memory:", log: silentLog }),
    ).rejects.toThrow(
      "The resource people.people.example.com is in the plugins p0 and p1: all versions of a resource belong in one plugin.",
    );
  });
});

/** A plugin with another version of its model, which has an index in the column of `initial` that the first does not have. */
function twoVersions(): Plugin {
  const plugin = peoplePlugin();
  const [resource] = plugin.resources;
  const model = resource!.model;
  const initial = model.indexes.find(({ name }) => name === "initial")!;
  const length = {
    ...initial,
    name: "length",
    fingerprint: "length",
    extract: ({ spec }: { spec: { name: string } }) => String(spec.name.length),
  } as unknown as Index;
  const first = { ...model, indexes: model.indexes.filter((index) => index !== initial) };
  const validate = (): readonly never[] => [];
  const second = { ...first, version: "v1beta1", validate, indexes: [...first.indexes, length] };
  const resources = [first, second].map((each) => ({
    model: each,
    createRouter: (service: RunningServer["service"]) => createResourceRouter(service, each),
  }));
  return { ...plugin, controllers: [], endpoints: [], resources };
}
