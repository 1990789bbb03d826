import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { silentLog, startServer, type RunningServer, type ServerOptions } from "@cmgen/runtime";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received } from "../server/exchange.js";
import type { Database } from "../server/people-server.js";
import { buildPlugin, type ReferencesPlugin } from "./build-plugin.js";

/** A folder with the plugin, or one of other sources, in it, until it is disposed of. */
export async function temporaryPlugin(
  sources?: ReadonlyMap<string, string>,
): Promise<ReferencesPlugin & { readonly folder: string; dispose(): void }> {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-references-"));
  const built = await buildPlugin(folder, sources);
  return { ...built, folder, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A service of the plugin, and how it is asked. */
export interface ReferencesServer {
  readonly server: RunningServer;
  ask(method: string, below: string, body?: unknown, type?: string): Promise<Received>;
  /** Creates an object; its answer must be 201. */
  make(plural: string, name: string, spec?: object, metadata?: object): Promise<void>;
  names(plural: string): Promise<readonly string[]>;
}

export async function startReferences(
  { plugin }: ReferencesPlugin,
  database: Database,
  options: Partial<ServerOptions> = {},
): Promise<ReferencesServer> {
  const server = await startServer({
    plugins: [plugin],
    root: plugin.root,
    host: "127.0.0.1",
    port: 0,
    databaseUrl: database === "sqlite" ? ":memory:" : await createDatabase(),
    log: silentLog,
    ...options,
  });
  await server.started;
  const ask = (method: string, below: string, body?: unknown, type = "application/json"): Promise<Received> =>
    exchange(server.url, {
      method,
      path: `/apis/references.example.com/v1/${below}`,
      ...(body !== undefined && { headers: { "content-type": type }, body: JSON.stringify(body) }),
    });
  return {
    server,
    ask,
    make: async (plural, name, spec = {}, metadata = {}) => {
      const { status, bytes } = await ask("POST", plural, { metadata: { name, ...metadata }, spec });
      if (status !== 201) throw new Error(`${plural} ${name}: ${status} ${bytes.toString()}`);
    },
    names: async (plural) => {
      const { json } = await ask("GET", `${plural}?sort=metadata.name`);
      return (json as { items: { metadata: { name: string } }[] }).items.map(({ metadata }) => metadata.name);
    },
  };
}

export const mergePatch = "application/merge-patch+json";
