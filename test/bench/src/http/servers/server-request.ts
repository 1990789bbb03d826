import type { EngineName } from "../../databases/engine.js";
import { openPostgresItems } from "../../databases/postgres-items.js";
import { itemTables, type RawItems, type RawStatements } from "../../databases/raw-items.js";
import { openSqliteItems } from "../../databases/sqlite-items.js";
import type { Plugin } from "../../../../../packages/runtime/dist/plugin/plugin.js";
import type { ModelDescriptor } from "../../../../../packages/runtime/dist/model/model-descriptor.js";

/** What a server is to serve. */
export interface ServerRequest {
  readonly engine: EngineName;
  readonly url: string;
  /** URL of the plugin's module. */
  readonly plugin: string;
  readonly statements: RawStatements;
}

export interface ServerAnswer {
  readonly url: string;
}

export async function loadPlugin({ plugin }: Pick<ServerRequest, "plugin">): Promise<Plugin> {
  return ((await import(plugin)) as { readonly plugin: Plugin }).plugin;
}

/** The items by the raw driver. */
export async function openItems(request: Pick<ServerRequest, "engine" | "url" | "plugin">): Promise<RawItems> {
  const { resources } = await loadPlugin(request);
  const models: readonly ModelDescriptor[] = resources.map(({ model }) => model);
  const items = models.find(({ plural }) => plural === "items");
  if (items === undefined) throw new Error("The benches' plugin has no items");
  const tables = itemTables(items);
  return request.engine === "sqlite"
    ? openSqliteItems(request.url.slice("file:".length), tables)
    : openPostgresItems(request.url, tables);
}
