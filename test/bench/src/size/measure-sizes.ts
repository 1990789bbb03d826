import pg from "pg";
import { mkdir, mkdtemp, chmod, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresProcess } from "../../../postgres/postgres-process.mjs";
import { buildPlugin, type BenchPlugin } from "../data/build-plugin.js";
import { dataset } from "../data/dataset.js";
import type { EngineName } from "../databases/engine.js";
import type { Seed } from "../databases/make-tables.js";
import { seedPostgres } from "../databases/seed-postgres.js";
import { seedSqlite } from "../databases/seed-sqlite.js";
import { type Measurement, megabytes, perSecond, seconds } from "../measure/figure.js";
import { printFigures } from "../measure/print-figures.js";
import { measureEvolution } from "./measure-evolution.js";
import { measureService } from "./measure-service.js";

/** The size with which a large one is compared. */
const SMALL = 100_000;

/** How long objects may be loaded into one database. */
const LOAD_SECONDS = 2 * 60 * 60;

/** Loading slows down as the indexes outgrow the memory. */
const SLOWER = 1.6;

/** A database that has been filled. */
interface Filled {
  readonly url: string;
  readonly loadSeconds: number;
  readonly bytes: number;
  readonly remove: () => Promise<void>;
}

type Fill = (size: number) => Promise<Filled>;

/**
 * Fills each database with a small number of objects and then with many, and prints what a service of them takes, and a release that
 * changes them.
 */
export async function measureSizes(objects: number, databases: readonly EngineName[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "cmgen-size-"));
  // The PostgreSQL server may run as another user, who has to get at its own folder inside.
  await chmod(folder, 0o755);
  try {
    const plugin = await buildPlugin(join(folder, "plugin"));
    if (databases.includes("sqlite"))
      await measureSizesOf("sqlite", { plugin, objects, fill: fillSqlite(folder, plugin) });
    if (!databases.includes("postgresql")) return;
    const server = await postgresProcess({ programs: undefined, data: join(folder, "postgresql"), settings: [] });
    await server.start();
    try {
      await measureSizesOf("postgresql", { plugin, objects, fill: fillPostgres(server.url, plugin) });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Measuring {
  readonly plugin: BenchPlugin;
  readonly objects: number;
  readonly fill: Fill;
}

async function measureSizesOf(engine: EngineName, { plugin, objects, fill }: Measuring): Promise<void> {
  const measure = async (size: number): Promise<number> => {
    console.error(`… size: ${engine}, ${size.toLocaleString("en")} objects`);
    const filled = await fill(size);
    try {
      const { url, loadSeconds, bytes } = filled;
      // As they come: what comes last may take hours.
      const tell = (measured: readonly Measurement[]): void =>
        console.log(printFigures(measured.map((each) => ({ bench: "size", database: engine, size, ...each }))));
      tell([
        { name: "load", values: { measured: seconds(loadSeconds) } },
        { name: "objects loaded", values: { measured: perSecond(size / loadSeconds) } },
        { name: "size on the disk", values: { measured: megabytes(bytes / 2 ** 20) } },
      ]);
      const served = { engine, url, plugin: plugin.module, size };
      tell(await measureService(served));
      await measureEvolution(served, tell);
      return loadSeconds;
    } finally {
      await filled.remove();
    }
  };
  const each = (await measure(SMALL)) / SMALL;
  const most = Math.floor(LOAD_SECONDS / (each * SLOWER));
  if (most < objects)
    console.error(`  ${objects.toLocaleString("en")} cannot be loaded in ${LOAD_SECONDS / 60} minutes`);
  await measure(Math.min(objects, most));
}

function fillSqlite(folder: string, plugin: BenchPlugin): Fill {
  return async (size) => {
    const place = join(folder, `sqlite-${size}`);
    await mkdir(place);
    const file = join(place, "items.db");
    const loadSeconds = await timed(() => seedSqlite(file, seedOf(plugin, size)));
    const { size: bytes } = await stat(file);
    return { url: `file:${file}`, loadSeconds, bytes, remove: () => rm(place, { recursive: true }) };
  };
}

function fillPostgres(server: string, plugin: BenchPlugin): Fill {
  return async (size) => {
    const name = `items_${size}`;
    const admin = new pg.Client({ connectionString: `${server}/postgres` });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const url = `${server}/${name}`;
    const loadSeconds = await timed(() => seedPostgres(url, seedOf(plugin, size)));
    const { rows } = await admin.query<{ bytes: string }>("SELECT pg_database_size($1) AS bytes", [name]);
    const remove = async (): Promise<void> => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    };
    return { url, loadSeconds, bytes: Number(rows[0]?.bytes), remove };
  };
}

function seedOf(plugin: BenchPlugin, size: number): Seed {
  return { plugin, dataset: dataset(plugin, "items"), size };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
