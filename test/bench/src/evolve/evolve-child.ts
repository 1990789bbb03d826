import { setTimeout as delay } from "node:timers/promises";
import { createResourceRouter } from "../../../../packages/runtime/dist/codegen.js";
import {
  type ModelDescriptor,
  type Plugin,
  type PluginPhase,
  type RunningServer,
  silentLog,
  startServer,
  type Service,
} from "../../../../packages/runtime/dist/index.js";
import { loadPlugin, type ServedDatabase } from "../databases/open-items.js";
import { answerMessages } from "../processes/answer-messages.js";
import { peakMegabytes } from "../processes/peak-memory.js";

/** Asked for a database, the release starts. Asked for a part of its start then, it tells when that is over. */
export type EvolveRequest = ServedDatabase | { readonly until: "changed" | "built" };

/** What is answered to a database, when the release answers requests: the objects have been checked until then. */
export interface EvolvingServer {
  readonly url: string;
  readonly check: Spent;
}

/** What a part of the start has taken, in seconds. */
export interface Spent {
  readonly seconds: number;
  /** Processor time of this process. */
  readonly cpuSeconds: number;
  /** Peak resident memory of this process so far. */
  readonly megabytes: number;
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

let server: RunningServer | undefined;

answerMessages<EvolveRequest>(
  async (request) => {
    if ("url" in request) return start(request);
    if (server === undefined) throw new Error("It is not started");
    return request.until === "changed" ? changed(server) : built(server);
  },
  async () => server?.close(),
);

async function start(database: ServedDatabase): Promise<EvolvingServer> {
  const plugin = await loadPlugin(database);
  const checking = clock();
  server = await startServer({
    plugins: [evolving(plugin)],
    root: plugin.root,
    databaseUrl: database.url,
    host: "127.0.0.1",
    port: 0,
    log: silentLog,
  });
  return { url: server.url, check: checking() };
}

async function changed(running: RunningServer): Promise<Spent> {
  const changing = clock();
  const phases: readonly (PluginPhase | undefined)[] = ["building-indexes", "started", "failed"];
  while (!phases.includes(running.plugins[0]?.state)) await delay(ASK_MS);
  return changing();
}

async function built(running: RunningServer): Promise<Spent> {
  const building = clock();
  await running.started;
  const unready = running.unready();
  if (unready.length > 0) throw new Error(unready.join("\n"));
  return building();
}

/** Returns what has been spent since it was called. */
function clock(): () => Spent {
  const begun = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return {
      seconds: (performance.now() - begun) / 1000,
      cpuSeconds: (user + system) / 1e6,
      megabytes: peakMegabytes(),
    };
  };
}
