import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { emptyDatabase } from "../store/engines.js";
import { ServiceProcess } from "../server/service-process.js";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "./tenants-service.js";

const TENANTS = Number(process.env["CMGEN_TENANTS"] ?? 30);
const MOST_BYTES = 300 * 1024 * 1024;
const MOST_CONNECTIONS = 20;

const module = join(import.meta.dirname, "service.mjs");

let built: TenantsPlugin;
beforeAll(async () => {
  built = await buildTenantsPlugin();
}, 120_000);
afterAll(() => built.remove());

describe.each(["sqlite file", "postgresql"] as const)(`${TENANTS} tenants on %s`, (engine) => {
  it(
    "cost a process little while nobody uses them, and each is there when somebody does",
    { timeout: 120_000 + TENANTS * 6000 },
    async () => {
      const { url: databaseUrl, cleanUp } = await emptyDatabase(engine);
      const process = new ServiceProcess([module, built.module, databaseUrl]);
      try {
        const service = TenantsService.at(await process.url());
        const before = residentBytes(process);
        const made = await timed(async (tenant) => {
          const created = await service.send(tenant, "POST", "notes", { body: note("one", { text: tenant }) });
          expect(created.status).toBe(201);
        });
        await expect.poll(() => openTenants(service), { timeout: 60_000, interval: 500 }).toBe(0);
        const idle = residentBytes(process);
        const connections = engine === "postgresql" ? await connectionsOf(databaseUrl) : 0;
        const opened = await timed(async (tenant) => {
          const read = await service.send(tenant, "GET", "notes/one");
          expect(read.body.spec).toMatchObject({ text: tenant });
          expect(read.body.status).toMatchObject({ stamps: 1 });
        });
        const inMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
        globalThis.process.stdout.write(
          `${engine}: ${TENANTS} tenants, made in ${made} ms each, opened in ${opened} ms each (medians); idle ${inMegabytes(idle)} MB (${inMegabytes(before)} before), ${connections} connections\n`,
        );
        expect(idle).toBeLessThan(MOST_BYTES);
        expect(connections).toBeLessThanOrEqual(MOST_CONNECTIONS);
      } finally {
        await process.end("SIGKILL");
        await cleanUp();
      }
    },
  );
});

/** Does something with each tenant, two at a time; returns the median of the times, in milliseconds. */
async function timed(use: (tenant: string) => Promise<void>): Promise<number> {
  const left = Array.from({ length: TENANTS }, (_, number) => `tenant-${number}`);
  const times: number[] = [];
  const work = async (): Promise<void> => {
    for (let tenant = left.pop(); tenant !== undefined; tenant = left.pop()) {
      const begun = performance.now();
      await use(tenant);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all([work(), work()]);
  return Math.round(times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0);
}

function residentBytes({ child }: ServiceProcess): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) * 1024;
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
