import { setTimeout as delay } from "node:timers/promises";
import { createResourceRouter } from "../../../../packages/runtime/dist/codegen.js";
import {
  type ModelDescriptor,
  type Plugin,
  type PluginPhase,
  silentLog,
  startServer,
  type Service,
} from "../../../../packages/runtime/dist/index.js";
import { loadPlugin, type ServedDatabase } from "../databases/open-items.js";
import { answerMessages } from "../processes/answer-messages.js";

/** What each part of the start has taken, in seconds. */
export interface EvolvedStart {
  readonly check: Spent;
  readonly steps: Spent;
  readonly indexes: Spent;
}

export interface Spent {
  readonly seconds: number;
  /** Processor time of this process. */
  readonly cpuSeconds: number;
}

const ASK_MS = 20;

/** A release that changes a field of every item when it starts. */
function evolving(plugin: Plugin): Plugin {
  const resources = plugin.resources
    .filter(({ model }) => model.plural === "items")
    .map(({ model: stored }) => {
      const older = ({ spec }: { readonly spec: { readonly age: number } }): object => ({
        spec: { ...spec, age: (spec.age + 1) % 150 },
      });
      const model: ModelDescriptor = { ...stored, evolve: [{ id: "older", change: older }] };
      return { model, createRouter: (service: Service) => createResourceRouter(service, model) };
    });
  return { ...plugin, resources, controllers: [], hooks: [], endpoints: [], manifests: false };
}

answerMessages<ServedDatabase>(async (request) => {
  const plugin = await loadPlugin(request);
  const checking = clock();
  const server = await startServer({
    plugins: [evolving(plugin)],
    root: plugin.root,
    databaseUrl: request.url,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
  });
  const check = checking();
  const until = async (phases: readonly PluginPhase[]): Promise<void> => {
    while (!phases.includes(server.plugins[0]?.state ?? "registered")) await delay(ASK_MS);
  };
  const changing = clock();
  await until(["building-indexes", "started", "failed"]);
  const steps = changing();
  const building = clock();
  await server.started;
  const indexes = building();
  const unready = server.unready();
  await server.close();
  if (unready.length > 0) throw new Error(unready.join("\n"));
  return { check, steps, indexes } satisfies EvolvedStart;
});

/** Returns what has been spent since it was called. */
function clock(): () => Spent {
  const begun = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - begun) / 1000, cpuSeconds: (user + system) / 1e6 };
  };
}
