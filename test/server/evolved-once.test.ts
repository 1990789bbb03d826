import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { startTasks, tasksPlugin } from "../declaration/tasks-server.js";
import { createDatabase } from "../postgres/create-database.js";
import { peoplePlugin, startPeople } from "./people-server.js";
import { ServiceProcess } from "./service-process.js";

/** How often the evolution is disturbed in each way; `npm run soak -- evolve` asks for fifty. */
const rounds = Number(process.env["CMGEN_EVOLUTIONS"] ?? 1);
const OBJECTS = 2000;

/** For a whole test. What it waits for within has shares of that, so that a slow machine is not taken for a fault. */
const LIMIT_MS = 400_000;

/** How long the other process goes on, at most, before the one that is stopped does. */
const BOTH_MS = 2000;

const scriptOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Rows of objects as an earlier release has stored them, whose JSON is a text in SQL about the number `n`. */
function rows(table: string, json: string): string {
  return `INSERT INTO ${table} (name, version, created_at, data)
 SELECT 'o' || n, 1, 1767225600000, convert_to(${json}, 'UTF8') FROM generate_series(1, ${OBJECTS}) AS n`;
}

const metadata = `"metadata":{"name":"o' || n || '","creationTimestamp":"2026-01-01T00:00:00.000Z","version":1}`;
const task = `'{"apiVersion":"tasks.example.com/v1alpha1","kind":"Task",${metadata},"spec":{"title":"Task","project":"garden","assignee":"a"}}'`;
const person = `'{"apiVersion":"people.example.com/v1alpha1","kind":"Person",${metadata},"spec":{"name":"Person ' || n || '"}}'`;

describe("two processes on PostgreSQL that walk over the same objects", () => {
  let databaseUrl = "";
  let client: pg.Client;
  let services: ServiceProcess[] = [];

  beforeEach(async () => {
    databaseUrl = await createDatabase();
    client = new pg.Client(databaseUrl);
    await client.connect();
  });
  afterEach(async () => {
    await Promise.all(services.map((service) => service.end("SIGKILL")));
    services = [];
    await client.end();
  });

  const startBoth = async (script: string, milliseconds: number): Promise<readonly string[]> => {
    services = [1, 2].map(() => new ServiceProcess([scriptOf(script), databaseUrl, String(milliseconds)]));
    return Promise.all(services.map((service) => service.url()));
  };
  const textOf = (url: string): Promise<string> => fetch(`${url}/readyz`).then((answer) => answer.text());
  const isReady = (url: string): Promise<boolean> => fetch(`${url}/readyz`).then(({ ok }) => ok);
  const allReady = async (urls: readonly string[]): Promise<void> => {
    await expect.poll(() => Promise.all(urls.map(isReady)), { timeout: LIMIT_MS / 2 }).toEqual([true, true]);
  };
  /** The process that has come to some objects and not to all, once there is one. */
  const walking = async (urls: readonly string[]): Promise<number> => {
    let place = -1;
    await expect
      .poll(
        async () => {
          const texts = await Promise.all(urls.map(textOf));
          place = texts.findIndex(
            (text) => !text.includes("another process") && Number(/: (\d+) of \d+ objects/.exec(text)?.[1] ?? 0) > 100,
          );
          return place;
        },
        { interval: 10, timeout: LIMIT_MS / 4 },
      )
      .toBeGreaterThanOrEqual(0);
    return place;
  };

  const disturbances = {
    "whose locks the server ends again and again": async (urls: readonly string[]): Promise<void> => {
      await walking(urls);
      let times = 0;
      while (!(await Promise.all(urls.map(isReady))).every(Boolean)) {
        if (times < 20) {
          await client.query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cmgen locks' AND datname = current_database()",
          );
          times += 1;
        }
        await delay(200);
      }
      expect(times).toBeGreaterThan(3);
    },
    "one of which is stopped for a while": async (urls: readonly string[]): Promise<void> => {
      const place = await walking(urls);
      const stopped = services[place];
      stopped?.child.kill("SIGSTOP");
      // The server ends its session for locks first.
      const other = urls[1 - place] ?? expect.unreachable();
      await expect.poll(() => textOf(other), { timeout: LIMIT_MS / 4 }).not.toContain("another process");
      await delay(Math.random() * BOTH_MS);
      stopped?.child.kill("SIGCONT");
    },
  };
  const each = Object.entries(disturbances);
  const often = each.flatMap((disturbance) => Array.from({ length: rounds }, () => disturbance));

  it.each(often)("%s, make each evolve step once", { timeout: LIMIT_MS }, async (_, disturb) => {
    await (await startTasks("postgresql", { plugins: [{ ...tasksPlugin(), manifests: false }], databaseUrl })).close();
    await client.query(rows(taskModel.table, task));
    const urls = await startBoth("evolve-process.mjs", 2);
    await disturb(urls);
    await allReady(urls);
    const found = await client.query<{ data: Buffer }>(`SELECT data FROM ${taskModel.table}`);
    const times = found.rows.map(({ data }) => {
      const object = JSON.parse(data.toString()) as {
        readonly metadata: { readonly version: number };
        readonly spec: { readonly fields?: { readonly times?: string } };
      };
      return `${object.spec.fields?.times} at version ${object.metadata.version}`;
    });
    expect([...new Set(times)]).toEqual(["1 at version 2"]);
    expect(times).toHaveLength(OBJECTS);
  });

  it.each(each)("%s, build indexes that are complete", { timeout: LIMIT_MS }, async (_, disturb) => {
    await (
      await startPeople("postgresql", {
        plugins: [{ ...peoplePlugin(), manifests: false, controllers: [] }],
        databaseUrl,
      })
    ).close();
    // As of a database whose indexes no release has built.
    await client.query(`DELETE FROM cmgen_indexes WHERE "index" <> ''; ${rows(personModel.table, person)}`);
    const urls = await startBoth("build-process.mjs", 2);
    await disturb(urls);
    await allReady(urls);
    const states = await client.query<{ state: string }>(`SELECT DISTINCT state FROM cmgen_indexes`);
    expect(states.rows).toEqual([{ state: "ready" }]);
    const found: unknown[] = [];
    await examineDatabase(databaseUrl, [personModel], (finding) => {
      // The log knows nothing of objects that the test has put there.
      if (finding.code !== "change") found.push(finding);
    });
    expect(found.slice(0, 3)).toEqual([]);
  });
});
