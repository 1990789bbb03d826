import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyDatabase } from "../store/engines.js";
import { ServiceProcess } from "../server/service-process.js";
import { type Answered, buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "./tenants-service.js";
import { databaseEngines } from "../tier.js";

const TENANTS = Number(process.env["CMGEN_TENANTS"] ?? 30);
/** How many of them one test makes. */
const BLOCK = 50;
/** Ten times what docs/tenants.md has measured for a thousand: less than as many would take that are open. */
const MOST_MEGABYTES = 3000;
const MOST_CONNECTIONS = 20;
/** More than before the first tenant: those of Node.js itself, which it starts when they are needed. On SQLite each open tenant has some of its own. */
const MORE_THREADS = 10;

const module = join(import.meta.dirname, "service.mjs");

let built: TenantsPlugin;
beforeAll(async () => {
  built = await buildTenantsPlugin();
}, 120_000);
afterAll(() => built.remove());

describe.each(databaseEngines)(`${TENANTS} tenants on %s`, (engine) => {
  const names = Array.from({ length: TENANTS }, (_, number) => `tenant-${number}`);
  /** Each is a test of its own: a run of tests is ended where none ends for minutes. */
  const blocks = Array.from({ length: Math.ceil(TENANTS / BLOCK) }, (_, place) => [place * BLOCK] as const);
  const times = { made: [] as number[], opened: [] as number[] };
  let databaseUrl = "";
  let cleanUp: () => Promise<void>;
  let process: ServiceProcess;
  let service: TenantsService;
  let before = { megabytes: 0, threads: 0 };

  beforeAll(async () => {
    ({ url: databaseUrl, cleanUp } = await emptyDatabase(engine));
    process = new ServiceProcess([module, built.module, databaseUrl]);
    service = TenantsService.at(await process.url());
    before = usedBy(process);
  }, 60_000);
  afterAll(async () => {
    await process.end("SIGKILL");
    await cleanUp();
  }, 120_000);

  it.each(blocks)("are made, from the %dth on", { timeout: 600_000 }, async (first) => {
    const made = await timed(names.slice(first, first + BLOCK), async (tenant) => {
      const created = await sendAgain(tenant, "POST", "notes", { body: note("one", { text: tenant }) });
      expect(created.status).toBe(201);
    });
    times.made.push(...made);
  });

  it("cost a process little while nobody uses them", { timeout: 120_000 }, async () => {
    await expect.poll(() => openTenants(service), { timeout: 100_000, interval: 500 }).toBe(0);
    await expect.poll(() => usedBy(process).threads).toBeLessThanOrEqual(before.threads + MORE_THREADS);
    const { megabytes, threads } = usedBy(process);
    const connections = engine === "postgresql" ? await connectionsOf(databaseUrl) : 0;
    print(
      `idle ${megabytes} MB and ${threads} threads (${before.megabytes} and ${before.threads} before), ${connections} connections`,
    );
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
    expect(connections).toBeLessThanOrEqual(MOST_CONNECTIONS);
  });

  it.each(blocks)("are there when somebody calls, from the %dth on", { timeout: 600_000 }, async (first) => {
    const opened = await timed(names.slice(first, first + BLOCK), async (tenant) => {
      const read = await sendAgain(tenant, "GET", "notes/one");
      expect(read.body.spec).toMatchObject({ text: tenant });
      expect(read.body.status).toMatchObject({ stamps: 1 });
    });
    times.opened.push(...opened);
  });

  it("cost no more when they were opened again", { timeout: 120_000 }, async () => {
    await expect.poll(() => openTenants(service), { timeout: 100_000, interval: 500 }).toBe(0);
    await expect.poll(() => usedBy(process).threads).toBeLessThanOrEqual(before.threads + MORE_THREADS);
    const { megabytes } = usedBy(process);
    print(`made in ${median(times.made)} ms, opened in ${median(times.opened)} ms (medians); ${megabytes} MB`);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  });

  /** A tenant whose plugins take long to start is answered 503, as clients know. */
  async function sendAgain(...asked: Parameters<TenantsService["send"]>): Promise<Answered> {
    for (;;) {
      const answer = await service.send(...asked);
      if (answer.status !== 503) return answer;
      expect(answer.headers.get("retry-after")).toBe("2");
      await delay(2000);
    }
  }

  function print(line: string): void {
    globalThis.process.stdout.write(`${engine}, ${TENANTS} tenants: ${line}\n`);
  }
});

/** Does something with each tenant, two at a time; returns how long each took, in milliseconds. */
async function timed(tenants: readonly string[], use: (tenant: string) => Promise<void>): Promise<readonly number[]> {
  const left = [...tenants];
  const times: number[] = [];
  const work = async (): Promise<void> => {
    for (let tenant = left.pop(); tenant !== undefined; tenant = left.pop()) {
      const begun = performance.now();
      await use(tenant);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all([work(), work()]);
  return times;
}

function median(times: readonly number[]): number {
  return Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0);
}

function usedBy({ child }: ServiceProcess): { readonly megabytes: number; readonly threads: number } {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  const figure = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
  return { megabytes: Math.round(figure("VmRSS") / 1024), threads: figure("Threads") };
}

async function openTenants(service: TenantsService): Promise<number> {
  const { text } = await service.send("", "GET", "/metrics", { as: "root admins" });
  return Number(/^cmgen_tenants_open (\d+)$/m.exec(text)?.[1]);
}

async function connectionsOf(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "test" });
  await client.connect();
  const { rows } = await client.query<{ count: string }>(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'cmgen%'",
  );
  await client.end();
  return Number(rows[0]?.count);
}
