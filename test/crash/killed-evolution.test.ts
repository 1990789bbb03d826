import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { WalkRecords, openSnapshot } from "@cmgen/store/inspect";
import { databases, startTasks, tasksPlugin } from "../declaration/tasks-server.js";
import { createDatabase } from "../postgres/create-database.js";
import { ServiceProcess } from "../server/service-process.js";

/** How often an evolution is killed on each database; `npm run soak -- evolve` asks for fifty, over more objects. */
const rounds = Number(process.env["CMGEN_EVOLUTIONS"] ?? 1);
const objects = rounds < 10 ? 600 : 100_000;
/** What the change of one object takes, so that few objects last long enough to be killed. */
const milliseconds = rounds < 10 ? 1 : 0;

const script = fileURLToPath(new URL("../server/evolve-process.mjs", import.meta.url));

describe.each(databases)("an evolution on %s that is killed", (database) => {
  let folder = "";
  let databaseUrl = "";
  let service: ServiceProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-killed-evolution-"));
    databaseUrl = database === "sqlite" ? `file:${join(folder, "tasks.db")}` : await createDatabase();
    const server = await startTasks(database, { plugins: [{ ...tasksPlugin(), manifests: false }], databaseUrl });
    await server.close();
    await fill();
  });
  afterEach(async () => {
    await service?.end("SIGKILL");
    await rm(folder, { recursive: true });
  });

  /** Puts objects of an earlier release into the database, as it would have stored them. */
  async function fill(): Promise<void> {
    const text = `'{"apiVersion":"tasks.example.com/v1alpha1","kind":"Task","metadata":{"name":"t' || n || '",
"creationTimestamp":"2026-01-01T00:00:00.000Z","version":1},"spec":{"title":"Task","project":"garden","assignee":"a' || n || '","gone":1}}'`;
    const data = database === "postgresql" ? `convert_to(${text}, 'UTF8')` : `CAST(${text} AS BLOB)`;
    const statement = `INSERT INTO ${taskModel.table} (name, version, created_at, data) WITH RECURSIVE numbers (n) AS
 (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${objects}) SELECT 't' || n, 1, 1767225600000, ${data} FROM numbers`;
    if (database === "postgresql") {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      await client.query(statement);
      await client.end();
    } else {
      const file = new Database(databaseUrl.slice("file:".length));
      file.exec(statement);
      file.close();
    }
  }

  async function start(): Promise<string> {
    service = new ServiceProcess([script, databaseUrl, String(milliseconds)]);
    return service.url();
  }

  /**
   * Kills the service while it changes objects, at some place before it has done its part of what is left: so the kills are spread over the
   * whole evolution.
   *
   * @returns how many objects were done by then; undefined where all were.
   */
  async function killWhileEvolving(killsLeft: number): Promise<number | undefined> {
    const url = await start();
    let place: number | undefined;
    for (;;) {
      const done = await progressOf(url);
      if (done === undefined) return undefined;
      if (done >= 0) place ??= done + (Math.random() * (objects - done)) / (killsLeft + 1);
      if (place !== undefined && done > place) {
        await delay(Math.random() * 20);
        await service?.end("SIGKILL");
        return done;
      }
      await delay(2);
    }
  }

  it(
    `changes each object once, though it is killed ${rounds} times`,
    { timeout: 120_000 + rounds * 60_000 },
    async () => {
      const begun = performance.now();
      const places: number[] = [];
      while (places.length < rounds) {
        const place = await killWhileEvolving(rounds - places.length);
        expect(place).toBeDefined();
        places.push(place ?? 0);
      }
      const url = await start();
      const status = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
      await expect.poll(status, { timeout: 600_000, interval: 100 }).toBe(200);
      await service?.end("SIGTERM");
      expect(await wrongObjects()).toEqual([]);
      if (rounds < 10) return;
      const seconds = ((performance.now() - begun) / 1000).toFixed(0);
      process.stdout.write(
        `${database}: killed ${rounds} times while ${objects} objects were changed, after ${places.join(", ")} of them; each was changed once. ${seconds} s\n`,
      );
    },
  );

  /** Objects that were changed more than once, or not at all, or are missing. */
  async function wrongObjects(): Promise<readonly unknown[]> {
    const snapshot = await openSnapshot(databaseUrl);
    try {
      const records = new WalkRecords(snapshot.dialect, snapshot.rows);
      const wrong: unknown[] = [];
      let count = 0;
      for (let after = 0; ;) {
        const found = await records.numberedAfter(taskModel.table, after);
        for (const { name, data } of found) {
          const object = JSON.parse(Buffer.from(data).toString()) as {
            readonly metadata: { readonly version: number };
            readonly spec: object;
          };
          count += 1;
          const fields = { owner: `a${name.slice(1)}`, times: "1" };
          const spec = JSON.stringify({ title: "Task", project: "garden", fields, priority: "NORMAL" });
          if (object.metadata.version !== 2 || JSON.stringify(object.spec) !== spec) wrong.push(object);
        }
        const last = found.at(-1);
        if (last === undefined) break;
        after = last.id;
      }
      return count === objects ? wrong : [...wrong, `${count} of ${objects} objects`];
    } finally {
      await snapshot.close();
    }
  }
});

/** How many objects are done; undefined once nothing is to be changed any more. */
async function progressOf(url: string): Promise<number | undefined> {
  const response = await fetch(`${url}/readyz`);
  const text = await response.text();
  if (response.status === 200 || text.includes("building the ind")) return undefined;
  const [, done] = /by the evolve step .*: (\d+) of \d+ objects/.exec(text) ?? [];
  return done === undefined ? -1 : Number(done);
}
