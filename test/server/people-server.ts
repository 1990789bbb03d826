import { silentLog, startServer, type Plugin, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { createResourceRouter } from "@cmgen/runtime/codegen";
import { plugin } from "../../examples/people/src/generated/plugin.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases } from "../tier.js";

export { databases };
export type Database = (typeof databases)[number];

/** The people plugin, with another model in the place of its own where a test wants one. */
export function peoplePlugin(change: Partial<Plugin["resources"][number]["model"]> = {}): Plugin {
  return {
    ...plugin,
    resources: plugin.resources.map((resource) => {
      const model = { ...resource.model, ...change };
      return { model, createRouter: (service) => createResourceRouter(service, model) };
    }),
  };
}

/** Starts the people service in this process, on an empty database, and waits until it is ready. */
export async function startPeople(database: Database, options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const databaseUrl = database === "sqlite" ? ":memory:" : await createDatabase();
  const server = await startServer({
    plugins: [plugin],
    root: plugin.root,
    host: "127.0.0.1",
    port: 0,
    databaseUrl,
    log: silentLog,
    ...options,
  });
  await server.started;
  return server;
}
