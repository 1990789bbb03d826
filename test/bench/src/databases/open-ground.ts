import { chmod, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildPlugin, type BenchPlugin } from "../data/build-plugin.js";
import type { Engine, EngineName } from "./engine.js";
import { postgresEngine } from "./postgres-engine.js";
import { sqliteEngine } from "./sqlite-engine.js";

/** What benches run on. */
export interface Ground {
  readonly plugin: BenchPlugin;
  readonly engines: readonly Engine[];
  close(): Promise<void>;
}

export interface GroundOptions {
  readonly databases: readonly EngineName[];
  /** The folder where what is seeded is kept for the next run. Default: a folder of this run. */
  readonly cache?: string;
  /** As of {@link postgresEngine}. */
  readonly postgres?: string;
}

/** Builds the benches' plugin and prepares databases. */
export async function openGround({ databases: names, cache, postgres }: GroundOptions): Promise<Ground> {
  const folder = cache === undefined ? await mkdtemp(join(tmpdir(), "cmgen-bench-")) : resolve(cache);
  await mkdir(folder, { recursive: true });
  // The PostgreSQL server may run as another user, who has to get at its own folder inside.
  await chmod(folder, 0o755);
  const plugin = await buildPlugin(join(folder, "plugin"));
  const engines: Engine[] = [];
  if (names.includes("sqlite")) engines.push(await sqliteEngine(folder, plugin));
  if (names.includes("postgresql")) engines.push(await postgresEngine(folder, plugin, postgres));
  const close = async (): Promise<void> => {
    for (const engine of engines) await engine.close();
    if (cache === undefined) await rm(folder, { recursive: true, force: true });
  };
  return { plugin, engines, close };
}
