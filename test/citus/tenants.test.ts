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

/** Tenants that one test makes. */
const PART = 50;

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
    // A tenant takes seconds to make: no test lasts so long that it seems to hang.
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

    /** Writes to a tenant until `signal` is aborted; returns the statuses that were answered, and the names that were acknowledged. */
    async function write(tenant: string, label: string, signal: AbortSignal) {
      const statuses = new Set<number>();
      const acknowledged: string[] = [];
      for (let count = 0; !signal.aborted; count += 1) {
        const name = `${label}-${count}`;
        const { status } = await at(count).send(tenant, "POST", "notes", { body: note(name) });
        statuses.add(status);
        if (status === 201) acknowledged.push(name);
      }
      return { statuses, acknowledged };
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

    it("are moved and rebalanced while they are written to, and no caller sees an error", async () => {
      const stopping = new AbortController();
      const [moved = "", other = ""] = names;
      const writing = [moved, other].map((tenant) => write(tenant, "moved", stopping.signal));
      onTestFinished(() => stopping.abort());
      await delay(500);
      const from = await ownerOf(moved);
      const target = cluster.workers.find((worker) => worker !== from);
      await moveSchema(tenantUrl(url, moved), { host: "127.0.0.1", port: target?.port ?? 0 });
      expect(await ownerOf(moved)).toBe(target);
      await cluster.addWorker();
      await ask(cluster.coordinator.url, "SELECT rebalance_table_shards()");
      stopping.abort();
      for (const { statuses } of await Promise.all(writing)) expect([...statuses]).toEqual([201]);
    });

    it("of one worker are away with it, and the others are not", async () => {
      const stopping = new AbortController();
      const owners = await Promise.all(names.map(ownerOf));
      const down = owners[0];
      if (down === undefined) throw new Error("A worker has the first tenant");
      const lost = names.find((_, place) => owners[place] === down) ?? "";
      const kept = names.find((_, place) => owners[place] !== down) ?? "";
      const writing = [lost, kept].map((tenant) => write(tenant, "down", stopping.signal));
      await delay(1000);
      down.kill();
      await delay(3000);
      down.start();
      await delay(2000);
      stopping.abort();
      const [ofLost, ofKept] = await Promise.all(writing);
      expect([...(ofKept?.statuses ?? [])]).toEqual([201]);
      expect([...(ofLost?.statuses ?? [])].filter((status) => status !== 201 && status !== 503)).toEqual([]);
      for (const name of ofLost?.acknowledged ?? [])
        await expect
          .poll(async () => (await at(0).send(lost, "GET", `notes/${name}`)).status, { timeout: 20_000 })
          .toBe(200);
    });
  },
);
