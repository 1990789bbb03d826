import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../packages/store/dist/open/open-database.js";
import type { ListTuning } from "../../packages/store/src/list-tuning.js";
import type { StoreSettings } from "../../packages/store/src/store-settings.js";
import type { Store } from "../../packages/store/src/store.js";
import type { ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";
import { createDatabase } from "../postgres/create-database.js";
import { physicalSchema } from "./physical-schema.js";

/** A database with a model's tables, on one of the engines. */
export interface TestDatabase {
  readonly url: string;
  readonly store: Store;
  /** Opens another store on the same database, as another process would. */
  open(): Promise<Store>;
  /** Closes its stores, so that it can be copied. */
  closeStores(): Promise<void>;
  close(): Promise<void>;
}

export const engineNames = ["sqlite file", "sqlite memory", "postgresql"] as const;
export type EngineName = (typeof engineNames)[number];

/** How a test's store differs from a service's. */
export interface TestOptions extends Partial<StoreSettings> {
  readonly tuning?: ListTuning;
  /** URL of a database to begin with a copy of, which no store has open. */
  readonly copyOf?: string;
}

/** Makes a database for `models`: an empty one, or a copy. */
export async function openTestDatabase(
  engine: EngineName,
  models: readonly ModelDescriptor[],
  { tuning, copyOf, ...settings }: TestOptions = {},
): Promise<TestDatabase> {
  const { url, cleanUp } = await emptyDatabase(engine, copyOf);
  const sql = physicalSchema(engine === "postgresql" ? "postgresql" : "sqlite", models);
  const stores: Store[] = [];
  const open = async (): Promise<Store> => {
    const database = openDatabase(url, tuning);
    try {
      await database.migrate([{ name: "20300101000000_init", sql }]);
      const store = await database.openStore(settings);
      stores.push(store);
      return store;
    } catch (error) {
      await database.close();
      throw error;
    }
  };
  const store = await open();
  const closeStores = async (): Promise<void> => {
    await Promise.all(stores.splice(0).map((opened) => opened.close()));
  };
  const close = async (): Promise<void> => {
    await closeStores();
    await cleanUp();
  };
  return { url, store, open, closeStores, close };
}

/** A place for a database without tables, or a copy of another database. */
export async function emptyDatabase(
  engine: EngineName,
  original?: string,
): Promise<{ readonly url: string; readonly cleanUp: () => Promise<void> }> {
  if (engine === "sqlite memory") return { url: ":memory:", cleanUp: async () => undefined };
  if (engine === "postgresql") return { url: await createDatabase(original), cleanUp: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), "cmgen-store-"));
  const file = join(folder, "test.db");
  if (original !== undefined) await copyFile(original.slice("file:".length), file);
  return { url: `file:${file}`, cleanUp: () => rm(folder, { recursive: true, force: true }) };
}
