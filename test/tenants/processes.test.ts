import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { emptyDatabase } from "../store/engines.js";
import { ServiceProcess } from "../server/service-process.js";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "./tenants-service.js";
import { databaseEngines } from "../tier.js";

const module = join(import.meta.dirname, "service.mjs");

let built: TenantsPlugin;
beforeAll(async () => {
  built = await buildTenantsPlugin();
}, 120_000);
afterAll(() => built.remove());

describe.each(databaseEngines)("processes with tenants on %s", (engine) => {
  const processes: ServiceProcess[] = [];
  let cleanUp: () => Promise<void> = async () => undefined;
  let databaseUrl = "";

  async function start(): Promise<TenantsService> {
    const process = new ServiceProcess([module, built.module, databaseUrl]);
    processes.push(process);
    return TenantsService.at(await process.url());
  }

  beforeAll(async () => {
    ({ url: databaseUrl, cleanUp } = await emptyDatabase(engine));
  });
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((process) => process.end("SIGKILL")));
  });
  afterAll(() => cleanUp());

  it("go on with what a killed one had begun, though nobody calls", { timeout: 120_000 }, async () => {
    const first = await start();
    const stamped = ["acme", "beta", "gamma"];
    // The other process has no tenant open.
    const [other] = engine === "postgresql" ? [await start()] : [];
    for (const tenant of stamped) expect((await first.send(tenant, "GET", "notes")).status).toBe(200);
    const created = stamped.map((tenant) =>
      first.send(tenant, "POST", "notes", { body: note("slow", { text: "much later" }) }),
    );
    for (const { status } of await Promise.all(created)) expect(status).toBe(201);
    await processes[0]?.end("SIGKILL");
    const next = other ?? (await start());
    const opened = (): readonly unknown[] =>
      (processes.at(-1)?.logged("plugin started") ?? [])
        .map(({ tenant }) => tenant)
        .filter((tenant) => tenant !== undefined);
    await expect.poll(() => new Set(opened()), { timeout: 60_000 }).toEqual(new Set(stamped));
    for (const tenant of stamped)
      await expect
        .poll(async () => (await next.send(tenant, "GET", "notes/slow")).body.status, { timeout: 15_000 })
        .toMatchObject({ stamps: 1 });
  });

  it("stamp each note of each tenant once, together", { timeout: 120_000 }, async () => {
    const all = engine === "postgresql" ? [await start(), await start()] : [await start()];
    const tenants = ["acme", "beta", "gamma"];
    for (let count = 0; count < 10; count += 1)
      for (const [at, tenant] of tenants.entries()) {
        const service = all[(count + at) % all.length] as TenantsService;
        const created = await service.send(tenant, "POST", "notes", { body: note(`note-${count}`) });
        expect(created.status).toBe(201);
      }
    for (const tenant of tenants) {
      const versions = async (): Promise<readonly (number | undefined)[]> => {
        const listed = await all[0]?.send(tenant, "GET", "notes?size=100&fieldSelector=spec.owner=ann");
        return (listed?.body.items ?? [])
          .filter(({ metadata }) => metadata.name.startsWith("note-"))
          .map((each) => (each.metadata as { readonly version?: number }).version);
      };
      // Version 2 is the stamp: a second one would be version 3.
      await expect.poll(versions, { timeout: 30_000 }).toEqual(Array.from({ length: 10 }, () => 2));
    }
  });
});
