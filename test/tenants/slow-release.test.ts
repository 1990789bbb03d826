import { setTimeout as delay } from "node:timers/promises";
import { type LogFields, type ModelDescriptor, type Plugin, type Service, silentLog } from "@cmgen/runtime";
import { createResourceRouter } from "@cmgen/runtime/codegen";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { emptyDatabase } from "../store/engines.js";
import { buildTenantsPlugin, note, type TenantsPlugin, TenantsService } from "./tenants-service.js";
import { databaseEngines } from "../tier.js";

/** Notes that a slow release changes, which takes it longer than a first request waits for its tenant. */
const CHANGED = 300;
const CHANGE_MS = 40;

function slowlyChanged(plugin: Plugin): Plugin {
  const change = (): object => {
    const end = performance.now() + CHANGE_MS;
    while (performance.now() < end);
    return { spec: { owner: "ann", text: "changed" } };
  };
  const resources = plugin.resources.map((resource) => {
    if (resource.model.plural !== "notes") return resource;
    const model: ModelDescriptor = { ...resource.model, evolve: [{ id: "slow", change }] };
    return { model, createRouter: (service: Service) => createResourceRouter(service, model) };
  });
  return { ...plugin, resources, controllers: [], hooks: [] };
}

let built: TenantsPlugin;
beforeAll(async () => {
  built = await buildTenantsPlugin();
}, 120_000);
afterAll(() => built.remove());

describe.each(databaseEngines)("tenants on %s", (engine) => {
  it(
    "stay open while a release changes their objects, and are not said to fail for it",
    { timeout: 120_000 },
    async () => {
      const { url: databaseUrl, cleanUp } = await emptyDatabase(engine);
      onTestFinished(cleanUp);
      const first = await TenantsService.start(built.plugin, databaseUrl);
      const operations = Array.from({ length: CHANGED }, (_, count) => ({
        op: "create",
        object: { apiVersion: "notes.example.com/v1", kind: "Note", ...note(`n${count}`) },
      }));
      for (let at = 0; at < CHANGED; at += 100) {
        const body = { operations: operations.slice(at, at + 100) };
        expect((await first.send("acme", "POST", "/apis/-/batch", { body })).status).toBe(200);
      }
      await first.server.close();
      const states: unknown[] = [];
      const info = ({ tenant, state }: LogFields): void =>
        void (tenant === "acme" && state !== undefined && states.push(state));
      const service = await TenantsService.start(
        slowlyChanged(built.plugin),
        databaseUrl,
        { idleTimeout: "1s" },
        { log: { ...silentLog, info } },
      );
      onTestFinished(() => service.server.close());
      const { tenants } = service.server.service.store;
      // Nobody asks for it meanwhile.
      while (!states.includes("started") && !states.includes("stopped")) {
        expect((await tenants.find("acme"))?.problem).toBeNull();
        await delay(100);
      }
      expect(states).toContain("started");
      await expect.poll(() => states).toContain("stopped");
      expect((await service.send("acme", "GET", "notes/n7")).body.spec).toMatchObject({ text: "changed" });
    },
  );
});
