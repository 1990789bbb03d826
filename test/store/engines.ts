import { mkdtemp, rm } from "node:fs/promises";
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
  close(): Promise<void>;
}

export const engineNames = ["sqlite file", "sqlite memory", "postgresql"] as const;
export type EngineName = (typeof engineNames)[number];

/** How a test's store differs from a service's. */
export interface TestOptions extends Partial<StoreSettings> {
  readonly tuning?: ListTuning;
}

/** Makes an empty database for `models`. */
export async function openTestDatabase(
  engine: EngineName,
  models: readonly ModelDescriptor[],
  { tuning, ...settings }: TestOptions = {},
): Promise<TestDatabase> {
  const { url, cleanUp } = await emptyDatabase(engine);
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
  const close = async (): Promise<void> => {
    await Promise.all(stores.map((opened) => opened.close()));
    await cleanUp();
  };
  return { url, store, open, close };
}

/** A place for a database without tables. */
export async function emptyDatabase(
  engine: EngineName,
): Promise<{ readonly url: string; readonly cleanUp: () => Promise<void> }> {
  if (engine === "sqlite memory") return { url: ":memory:", cleanUp: async () => undefined };
  if (engine === "postgresql") return { url: await createDatabase(), cleanUp: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), "cmgen-store-"));
  return { url: `file:${join(folder, "test.db")}`, cleanUp: () => rm(folder, { recursive: true, force: true }) };
}
