import { buildIndexes } from "../../../../packages/runtime/dist/indexes/build-indexes.js";
import { openDatabase } from "../../../../packages/store/dist/open/open-database.js";
import type { BenchPlugin } from "../data/build-plugin.js";
import type { Dataset } from "../data/dataset.js";
import type { EngineName } from "./engine.js";

/** What is to be seeded. */
export interface Seed {
  readonly plugin: BenchPlugin;
  readonly dataset: Dataset;
  readonly size: number;
}

/** Makes a new database's tables as a service would, with none of its indexes left to build. */
export async function makeTables(url: string, { plugin }: Seed, engine: EngineName): Promise<void> {
  const database = openDatabase(url);
  await database.migrate(plugin.migrations[engine]);
  const store = await database.openStore();
  await buildIndexes(
    store,
    plugin.plugin.resources.map(({ model }) => model),
  );
  await store.close();
}
