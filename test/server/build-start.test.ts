import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { silentLog, startServer } from "@cmgen/runtime";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, peoplePlugin } from "./people-server.js";
import { collection } from "./rule.js";
import { ServiceProcess } from "./service-process.js";

const script = fileURLToPath(new URL("build-process.mjs", import.meta.url));
const people = 3000;

/** Milliseconds that one object takes: nine seconds for all of them, so that a build is seen however busy the machine is. */
const SLOW = 3;
const table = "people_example_com_people";

interface Service {
  readonly url: string;
  readonly process: ServiceProcess;
}

/** SIGUSR2 ends the slowness. */
async function start(databaseUrl: string, milliseconds: number): Promise<Service> {
  const service = new ServiceProcess([script, databaseUrl, String(milliseconds)]);
  return { url: await service.url(), process: service };
}

/** Objects done, as each line about a build has it. */
function doneOf(service: Service): readonly unknown[] {
  return service.process.logged("building indexes").map(({ done }) => done);
}

/** What `/readyz` says of the build: its indexes, and how many objects are done. */
async function progressOf({ url }: Service): Promise<{ indexes: string; done: number; total: number } | undefined> {
  const response = await fetch(`${url}/readyz`);
  const text = await response.text();
  const said = /building the ind\S+ (.*) of people\.people\.example\.com: (\d+) of (\d+) objects/.exec(text);
  if (said === null) return undefined;
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  return { indexes: said[1] ?? "", done: Number(said[2]), total: Number(said[3]) };
}

async function progressBeyond(service: Service, share: number): Promise<{ indexes: string; done: number }> {
  for (;;) {
    const progress = await progressOf(service);
    if (progress !== undefined && progress.done >= progress.total * share) return progress;
    await delay(20);
  }
}

describe.each(databases)("a service on %s whose indexes are to be built", (database) => {
  const sqliteUrl = (name: string): string => `file:${join(folder, `${name}.db`)}`;
  let folder = "";
  let filled = "";
  let url = "";
  let copies = 0;
  const services: Service[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-build-"));
    filled = database === "sqlite" ? sqliteUrl("filled") : await createDatabase();
    await fill();
  });
  beforeEach(async () => {
    url = database === "sqlite" ? sqliteUrl(`copy-${(copies += 1)}`) : await createDatabase(filled);
    if (database === "sqlite") await copyFile(new URL(filled), new URL(url));
  });
  const endAll = (): Promise<unknown> =>
    Promise.all(services.splice(0).map((service) => service.process.end("SIGKILL")));
  afterEach(endAll);
  afterAll(async () => {
    await endAll();
    await rm(folder, { recursive: true });
  });

  const started = async (milliseconds: number): Promise<Service> => {
    const service = await start(url, milliseconds);
    services.push(service);
    return service;
  };
  /** Makes the tables and builds the indexes of the database that the test begins with; that takes no process of its own. */
  const buildOnce = async (): Promise<void> => {
    const plugin = { ...peoplePlugin(), controllers: [] };
    const server = await startServer({
      plugins: [plugin],
      root: plugin.root,
      port: 0,
      databaseUrl: url,
      log: silentLog,
    });
    await server.started;
    expect(server.unready()).toEqual([]);
    await server.close();
  };
  const ready = async (service: Service): Promise<void> => {
    const status = async (): Promise<number> => (await fetch(`${service.url}/readyz`)).status;
    await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000, interval: 20 });
  };

  async function run(...statements: readonly string[]): Promise<void> {
    if (database === "postgresql") {
      const client = new pg.Client(url);
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
      return;
    }
    const file = new Database(url.slice("file:".length));
    for (const statement of statements) file.exec(statement);
    file.close();
  }

  /** Makes people whom no index knows: every test begins with a copy of them. */
  async function fill(): Promise<void> {
    url = filled;
    await buildOnce();
    const object = (
      name: string,
    ): string => `'{"apiVersion":"people.example.com/v1alpha1","kind":"Person","metadata":{"name":"' || ${name} || '",
"creationTimestamp":"2026-01-01T00:00:00.000Z","version":1},"spec":{"name":"Name ' || ${name} || '","age":7,"tags":["a"]}}'`;
    const text = object("'p' || n");
    const data = database === "postgresql" ? `convert_to(${text}, 'UTF8')` : `CAST(${text} AS BLOB)`;
    await run(
      `INSERT INTO ${table} (name, version, created_at, data) WITH RECURSIVE numbers (n) AS
 (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${people}) SELECT 'p' || n, 1, 1767225600000, ${data} FROM numbers`,
      "DELETE FROM cmgen_indexes",
    );
  }

  const disagreements = async (): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    const models = peoplePlugin().resources.map(({ model }) => model);
    await examineDatabase(url, models, (finding) => {
      // The people were not made by the service: its log knows nothing of them.
      if (finding.code !== "change") found.push(finding);
    });
    return found;
  };

  it("says how far it is, refuses the plugin alone, and goes on where it was killed", { timeout: 90_000 }, async () => {
    const killed = await started(SLOW);
    const before = await progressBeyond(killed, 0.1);
    expect(before.indexes).toBe("spec.name, spec.age, spec.tags, initial");
    const list = await fetch(`${killed.url}${collection}`);
    expect([list.status, list.headers.get("retry-after")]).toEqual([503, "2"]);
    expect(await list.json()).toMatchObject({ code: "NotReady", detail: expect.stringContaining("initial") });
    expect(await (await fetch(`${killed.url}/apis/api.other.example.com/v1/hello`)).text()).toBe("hello");
    expect((await fetch(`${killed.url}/healthz`)).status).toBe(200);
    await killed.process.end("SIGKILL");
    expect(doneOf(killed)[0]).toBe(0);

    const next = await started(0);
    await ready(next);
    const [done] = doneOf(next);
    expect(done).toBeGreaterThanOrEqual(before.done);
    expect(done).toBeLessThan(people);
    expect(next.process.logged("indexes built")).toMatchObject([{ plugin: "people", seconds: expect.any(Number) }]);
    expect(await disagreements()).toEqual([]);
  });

  it.runIf(database === "postgresql")("goes on when its connections broke", { timeout: 90_000 }, async () => {
    const service = await started(SLOW);
    const before = await progressBeyond(service, 0.1);
    await run(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    service.process.child.kill("SIGUSR2");
    await ready(service);
    const breaks = service.process.logged("index build continues when the database is back");
    expect(breaks).toMatchObject([{ level: "warn", plugin: "people", err: { stack: expect.any(String) } }]);
    expect(doneOf(service).at(-1)).toBeGreaterThanOrEqual(before.done);
    expect(await disagreements()).toEqual([]);
  });

  it("builds those alone whose declaration has changed, and those of nobody else", { timeout: 60_000 }, async () => {
    await buildOnce();
    await run(`UPDATE cmgen_indexes SET fingerprint = 'another' WHERE "index" = 'initial'`);
    const next = await started(SLOW);
    expect((await progressBeyond(next, 0.01)).indexes).toBe("initial");
    next.process.child.kill("SIGUSR2");
    await ready(next);
    await next.process.end("SIGTERM");
    const last = await started(0);
    await ready(last);
    expect(doneOf(last)).toEqual([]);
    expect(await disagreements()).toEqual([]);
  });

  it(
    "does not start a plugin that has a unique value twice; names both; others run on",
    { timeout: 60_000 },
    async () => {
      const twice = (from: string): string =>
        database === "postgresql"
          ? `UPDATE ${table} SET data = convert_to(replace(convert_from(data, 'UTF8'), '${from}', 'Name p7"'), 'UTF8') WHERE name = 'p1500'`
          : `UPDATE ${table} SET data = CAST(replace(CAST(data AS TEXT), '${from}', 'Name p7"') AS BLOB) WHERE name = 'p1500'`;
      await run(twice('Name p1500"'));
      const service = await started(0);
      await expect
        .poll(async () => (await fetch(`${service.url}/readyz`)).text(), { timeout: 20_000 })
        .toContain("The plugin people could not start: the log says why.");
      expect(service.process.logged("plugin could not start")).toMatchObject([
        {
          err: {
            message: expect.stringContaining(
              'The index spec.name of people.people.example.com cannot be built: p1500 and p7 both have the value "Name p7", which must be unique',
            ),
          },
        },
      ]);
      expect((await fetch(`${service.url}${collection}`)).status).toBe(503);
      expect(await (await fetch(`${service.url}/apis/api.other.example.com/v1/hello`)).text()).toBe("hello");
    },
  );
});
