import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { moveSchema, tenantUrl } from "@cmgen/store";
import { ServiceProcess } from "../server/service-process.js";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "../tenants/tenants-service.js";
import { ask, citusPrograms, startCluster, type Cluster, type ClusterNode } from "./cluster.js";

const programs = citusPrograms();
const module = join(import.meta.dirname, "..", "tenants", "service.mjs");

/** `npm run soak -- citus` asks for 300 by CMGEN_CITUS_TENANTS. */
const TENANTS = Number(process.env["CMGEN_CITUS_TENANTS"] ?? 6);

/** Tenants that one test makes, and that one moves: no test lasts so long that it seems to hang. */
const PART = 50;
const MOVES = 10;

/** Tenants that are written to while others are moved. */
const WRITTEN = 6;

describe.skipIf(programs === undefined)(
  `${TENANTS} tenants on two workers`,
  { timeout: 120_000 + TENANTS * 10_000 },
  () => {
    let built: TenantsPlugin;
    let cluster: Cluster;
    let url: string;
    const processes: ServiceProcess[] = [];
    let services: readonly TenantsService[] = [];
    const names = Array.from({ length: TENANTS }, (_, number) => `t${number}`);
    // Spread, so that some of them are among those that are moved.
    const written = names.filter((_, number) => number % Math.ceil(TENANTS / WRITTEN) === 0);
    // A third worker takes a third of them, and one more round finds nothing to do.
    const rounds = Array.from({ length: Math.ceil(TENANTS / 3 / MOVES) + 1 }, (_, round) => round + 1);
    const parts = Array.from({ length: Math.ceil(TENANTS / PART) }, (_, part) => part * PART);

    beforeAll(async () => {
      built = await buildTenantsPlugin();
      cluster = await startCluster(programs ?? "", 2);
      url = `${cluster.coordinator.url}?schema=home`;
      for (let count = 0; count < 2; count += 1) processes.push(new ServiceProcess([module, built.module, url]));
      services = await Promise.all(processes.map(async (process) => TenantsService.at(await process.url())));
    }, 300_000);
    afterAll(async () => {
      for (const process of processes) await process.end("SIGKILL");
      cluster?.stop();
      built?.remove();
    });

    const at = (place: number): TenantsService => services[place % services.length] as TenantsService;

    async function ownerOf(tenant: string): Promise<ClusterNode | undefined> {
      return cluster.ownerOf(new URL(tenantUrl(url, tenant)).searchParams.get("schema") ?? "");
    }

    /** Writes to a tenant until `signal` is aborted; returns the statuses that were answered, the names that were acknowledged, and what was refused. */
    async function write(tenant: string, label: string, signal: AbortSignal) {
      const statuses = new Set<number>();
      const acknowledged: string[] = [];
      const refusals: string[] = [];
      for (let count = 0; !signal.aborted; count += 1) {
        const name = `${label}-${count}`;
        const { status, body } = await at(count).send(tenant, "POST", "notes", { body: note(name) });
        statuses.add(status);
        if (status !== 201) refusals.push(`${name}: ${status} ${body.detail}`);
        if (status === 201) acknowledged.push(name);
      }
      return { statuses, acknowledged, refusals };
    }

    it.each(parts)("are made on first use, and served by two processes: those from %s", async (first) => {
      for (const [place, tenant] of names.slice(first, first + PART).entries()) {
        const created = await at(place).send(tenant, "POST", "notes", { body: note("first", { text: tenant }) });
        expect(created.status).toBe(201);
        const read = await at(place + 1).send(tenant, "GET", "notes/first");
        expect(read.body.spec).toMatchObject({ text: tenant });
      }
    });

    it("are spread over them", async () => {
      const owners = await Promise.all(names.map(ownerOf));
      for (const worker of cluster.workers)
        expect(owners.filter((owner) => owner === worker).length).toBeGreaterThan(TENANTS / 4);
      for (const [place, tenant] of names.entries())
        await expect
          .poll(async () => (await at(place).send(tenant, "GET", "notes/first")).body.metadata?.version, {
            timeout: 20_000,
          })
          .toBe(2);
    });

    /** Does something while every one of `written` is written to; returns the statuses that were answered. */
    async function whileWritten(label: string, action: () => Promise<void>): Promise<readonly number[]> {
      const stopping = new AbortController();
      onTestFinished(() => stopping.abort());
      const writing = written.map((tenant) => write(tenant, label, stopping.signal));
      await delay(500);
      await action();
      await delay(500);
      stopping.abort();
      const answered = await Promise.all(writing);
      return [...new Set(answered.flatMap(({ statuses }) => [...statuses]))];
    }

    it("are moved while they are written to, and no caller sees an error", async () => {
      const [moved = ""] = written;
      const from = await ownerOf(moved);
      const target = cluster.workers.find((worker) => worker !== from);
      const statuses = await whileWritten("moved", () =>
        moveSchema(tenantUrl(url, moved), { host: "127.0.0.1", port: target?.port ?? 0 }),
      );
      expect(statuses).toEqual([201]);
      expect(await ownerOf(moved)).toBe(target);
    });

    it("are written to while a worker is added, and no caller sees an error", async () => {
      const statuses = await whileWritten("added", async () => void (await cluster.addWorker()));
      expect(statuses).toEqual([201]);
    });

    it.each(rounds)(
      "are rebalanced while they are written to, and no caller sees an error: round %s",
      async (round) => {
        const statuses = await whileWritten(`round-${round}`, async () => {
          await ask(
            cluster.coordinator.url,
            `SELECT rebalance_table_shards(rebalance_strategy => 'by_shard_count', max_shard_moves => ${MOVES})`,
          );
        });
        expect(statuses).toEqual([201]);
      },
    );

    it("are on all three workers then, those that were written to as well", async () => {
      const owners = await Promise.all(names.map(ownerOf));
      const counts = cluster.workers.map((worker) => owners.filter((owner) => owner === worker).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(Math.max(1, TENANTS / 10));
      const added = cluster.workers.at(-1);
      expect(written.filter((tenant) => owners[names.indexOf(tenant)] === added).length).toBeGreaterThan(0);
    });

    it("of one worker are away with it, and the others are not", async () => {
      const stopping = new AbortController();
      onTestFinished(() => stopping.abort());
      const owners = await Promise.all(names.map(ownerOf));
      const down = owners[0];
      if (down === undefined) throw new Error("A worker has the first tenant");
      const lost = names.find((_, place) => owners[place] === down) ?? "";
      const kept = names.find((_, place) => owners[place] !== down) ?? "";
      const writing = [lost, kept].map((tenant) => write(tenant, "down", stopping.signal));
      await delay(1000);
      down.kill();
      await delay(3000);
      // One that is closed is opened when somebody asks for it: not while its worker is away.
      const closed = names.findLast((_, place) => owners[place] === down) ?? "";
      expect((await at(0).send(closed, "GET", "notes/first")).status).toBe(503);
      down.start();
      await expect
        .poll(async () => (await at(0).send(closed, "GET", "notes/first")).status, { timeout: 10_000 })
        .toBe(200);
      await delay(2000);
      expect((await at(0).send("", "GET", "/metrics")).text).toMatch(/^cmgen_tenants_failing 0$/m);
      stopping.abort();
      const [ofLost, ofKept] = await Promise.all(writing);
      expect(ofKept?.refusals).toEqual([]);
      expect([...(ofLost?.statuses ?? [])].filter((status) => status !== 201 && status !== 503)).toEqual([]);
      for (const name of ofLost?.acknowledged ?? [])
        await expect
          .poll(async () => (await at(0).send(lost, "GET", `notes/${name}`)).status, { timeout: 20_000 })
          .toBe(200);
    });
  },
);
