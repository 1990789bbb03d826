import { buildIndexes } from "../../../../packages/runtime/dist/indexes/build-indexes.js";
import { openStore } from "../../../../packages/store/dist/open/open-store.js";
import type { BenchPlugin } from "../data/build-plugin.js";
import type { EngineName } from "./engine.js";
import type { ItemTables } from "./raw-items.js";

/** What is to be seeded. */
export interface Seed {
  readonly plugin: BenchPlugin;
  readonly tables: ItemTables;
  readonly size: number;
}

/** Makes a new database's tables as a service would, with none of its indexes left to build. */
export async function makeTables(url: string, { plugin }: Seed, engine: EngineName): Promise<void> {
  const store = await openStore(url, { migrations: plugin.migrations[engine] });
  await buildIndexes(store, [plugin.items, plugin.notes]);
  await store.close();
}
