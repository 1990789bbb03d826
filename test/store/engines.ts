import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../../packages/store/dist/open/open-store.js";
import type { OpenStoreOptions } from "../../packages/store/src/open/open-store-options.js";
import type { Store } from "../../packages/store/src/store.js";
import type { ModelDescriptor } from "../../packages/runtime/src/model/model-descriptor.js";
import type { Migration } from "../../packages/store/src/migrate/migration.js";
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

/** Makes an empty database for `models`. */
export async function openTestDatabase(
  engine: EngineName,
  models: readonly ModelDescriptor[],
  options: OpenStoreOptions = {},
): Promise<TestDatabase> {
  if (engine === "postgresql") return openPostgres(models, options);
  return engine === "sqlite file" ? openFile(models, options) : openMemory(models, options);
}

async function openPostgres(models: readonly ModelDescriptor[], options: OpenStoreOptions): Promise<TestDatabase> {
  return testDatabase(await createDatabase(), {
    ...options,
    migrations: migrationsFor("postgresql", models),
    cleanUp: async () => undefined,
  });
}

async function openFile(models: readonly ModelDescriptor[], options: OpenStoreOptions): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "cmgen-store-"));
  const cleanUp = (): Promise<void> => rm(folder, { recursive: true, force: true });
  return testDatabase(`file:${join(folder, "test.db")}`, {
    ...options,
    migrations: migrationsFor("sqlite", models),
    cleanUp,
  });
}

function openMemory(models: readonly ModelDescriptor[], options: OpenStoreOptions): Promise<TestDatabase> {
  return testDatabase(":memory:", {
    ...options,
    migrations: migrationsFor("sqlite", models),
    cleanUp: async () => undefined,
  });
}

function migrationsFor(engine: "sqlite" | "postgresql", models: readonly ModelDescriptor[]): readonly Migration[] {
  return [{ name: "20300101000000_init", sql: physicalSchema(engine, models) }];
}

interface Setup extends OpenStoreOptions {
  cleanUp(): Promise<void>;
}

async function testDatabase(url: string, { cleanUp, ...options }: Setup): Promise<TestDatabase> {
  const stores: Store[] = [];
  const open = async (): Promise<Store> => {
    const store = await openStore(url, options);
    stores.push(store);
    return store;
  };
  const store = await open();
  const close = async (): Promise<void> => {
    await Promise.all(stores.map((opened) => opened.close()));
    await cleanUp();
  };
  return { url, store, open, close };
}
