import { silentLog, startServer, type Plugin, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { createResourceRouter, type ModelDescriptor, type Service } from "@cmgen/runtime/codegen";
import { plugin } from "../../examples/tasks/src/generated/plugin.js";
import { type Task, taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received, type Sent } from "../server/exchange.js";
import { databases } from "../tier.js";

export { databases };

export const collection = "/apis/tasks.example.com/v1alpha1/tasks";

/** The tasks plugin without its controllers and hooks, so that nothing changes by itself; with another model of tasks where a test wants one. */
export function tasksPlugin(model: ModelDescriptor<Task> = taskModel): Plugin {
  const task = { model, createRouter: (service: Service) => createResourceRouter(service, model) };
  const resources = plugin.resources.map((resource) => (resource.model.kind === model.kind ? task : resource));
  return { ...plugin, resources, hooks: [], controllers: [] };
}

export async function startTasks(
  database: (typeof databases)[number],
  options: Partial<ServerOptions> = {},
): Promise<RunningServer> {
  const server = await startServer({
    plugins: [tasksPlugin()],
    root: plugin.root,
    host: "127.0.0.1",
    port: 0,
    databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
    log: silentLog,
    ...options,
  });
  await server.started;
  return server;
}

/** Sends to the collection of tasks, or to what is below it. */
export type Send = (method: string, below: string, body?: unknown, type?: string) => Promise<Received>;

export function sender(server: () => RunningServer): Send {
  return (method, below, body, type = "application/json") => {
    const sent: Sent = { method, path: collection + below };
    if (body === undefined) return exchange(server().url, sent);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return exchange(server().url, { ...sent, headers: { "content-type": type }, body: text });
  };
}

export const mergePatch = "application/merge-patch+json";
export const jsonPatch = "application/json-patch+json";

/** The status of a refusal, and of each of its causes the place and the code. */
export function refusalOf({ status, json }: Received): readonly (number | string)[] {
  const { errors = [] } = json as { errors?: readonly { path: string; code: string }[] };
  return [status, ...errors.map(({ path, code }) => `${path} ${code}`)];
}
