import type { ModelDescriptor } from "../../../../packages/runtime/dist/model/model-descriptor.js";
import type { Plugin } from "../../../../packages/runtime/dist/plugin/plugin.js";
import type { DatasetName } from "../data/dataset.js";
import type { EngineName } from "./engine.js";
import { openPostgresItems } from "./postgres-items.js";
import { itemTables, type RawItems } from "./raw-items.js";
import { openSqliteItems } from "./sqlite-items.js";

/** What a process needs to know of a database that another has made. */
export interface ServedDatabase {
  readonly engine: EngineName;
  readonly url: string;
  /** URL of the plugin's module. */
  readonly plugin: string;
}

export async function loadPlugin({ plugin }: ServedDatabase): Promise<Plugin> {
  return ((await import(plugin)) as { readonly plugin: Plugin }).plugin;
}

export async function loadModel(database: ServedDatabase, name: DatasetName): Promise<ModelDescriptor> {
  const { resources } = await loadPlugin(database);
  const found = resources.find(({ model }) => model.plural === name);
  if (found === undefined) throw new Error(`The benches' plugin has no ${name}`);
  return found.model;
}

/** The items by the raw driver. */
export async function openItems(database: ServedDatabase): Promise<RawItems> {
  const tables = itemTables(await loadModel(database, "items"));
  const { engine, url } = database;
  return engine === "sqlite" ? openSqliteItems(url.slice("file:".length), tables) : openPostgresItems(url, tables);
}
