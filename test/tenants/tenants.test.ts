import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { emptyDatabase } from "../store/engines.js";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "./tenants-service.js";

let built: TenantsPlugin;
beforeAll(async () => {
  built = await buildTenantsPlugin();
}, 120_000);
afterAll(() => built.remove());

describe.each(["sqlite file", "postgresql"] as const)("tenants on %s", (engine) => {
  let service: TenantsService | undefined;
  let cleanUp: () => Promise<void> = async () => undefined;

  async function start(...options: Parameters<typeof TenantsService.start> extends [unknown, unknown, ...infer R] ? R : never) {
    const database = await emptyDatabase(engine);
    ({ cleanUp } = database);
    service = await TenantsService.start(built.plugin, database.url, ...options);
    return service;
  }

  afterEach(async () => {
    await service?.server.close();
    service = undefined;
    await cleanUp();
    cleanUp = async () => undefined;
  });

  it("are made on first use, and each has objects of its own", async () => {
    const { send } = await started();
    expect((await send("acme", "POST", "notes", { body: note("one", { text: "of acme" }) })).status).toBe(201);
    expect((await send("beta", "POST", "notes", { body: note("one", { text: "of beta" }) })).status).toBe(201);
    expect((await send("", "POST", "notes", { body: note("one", { text: "of nobody" }) })).status).toBe(201);
    expect((await send("acme", "GET", "notes/one")).body.spec).toMatchObject({ text: "of acme" });
    expect((await send("beta", "GET", "notes/one")).body.spec).toMatchObject({ text: "of beta" });
    expect((await send("", "GET", "notes/one")).body.spec).toMatchObject({ text: "of nobody" });
    expect((await send("acme", "GET", "notes/one", { as: "eve writers" })).status).toBe(403);
  });

  async function started() {
    const running = await start();
    return { running, send: running.send.bind(running) };
  }
});
