import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { LoadAnswer, LoadRequest } from "../http/load-child.js";
import type { ServerAnswer, ServerRequest } from "../http/servers/server-request.js";
import type { Measurement } from "../measure/figure.js";
import { startChild, type Child } from "../processes/child.js";
import { latencies } from "./latencies.js";

export interface WriteLoad {
  readonly context: BenchContext;
  readonly database: BenchDatabase;
  readonly reader: Child;
  /** The 99th percentile of an idle server, in seconds. */
  readonly idle: number;
}

/** As many changes as the log keeps: each further one has to go, and is looked for every few seconds. */
const KEPT_CHANGES = 100_000;

/** So long, in the bench's seconds, that the log is trimmed at least twice. */
const TRIM_TURN = 12;

/** Shorter than the time after which a write that waits for a lock is given up. */
const LONGEST_LOCK_SECONDS = 4;

/** Reads by name beside writes that cannot be done because somebody else holds the lock they need, and beside many that can. */
export async function readsBesideWrites({
  context,
  database,
  reader,
  idle,
}: WriteLoad): Promise<readonly Measurement[]> {
  const { engine, url, statements } = database;
  await fillChangeLog(database);
  const [server, writer] = [
    startChild("../http/servers/cmgen-server.js", import.meta.url),
    startChild("../http/load-child.js", import.meta.url),
  ];
  try {
    const request: ServerRequest = { engine, url, statements, plugin: context.plugin.module };
    const served = await server.ask<ServerAnswer>(request);
    const serving = { context, database, reader, writer, url: served.url };
    const { reads: locked, created } = await besideLock(serving);
    const trimmed = await besideTrimming(serving, database.size + 1 + created);
    return [
      latencies("reads by name, while others hold the lock for writing", { reads: [locked], idle, aimsAt: "longest" }),
      latencies("reads by name, beside 3,000 creates a second", { reads: [trimmed], idle, aimsAt: "longest" }),
    ];
  } finally {
    for (const child of [server, writer]) await child.stop();
  }
}

interface Serving {
  readonly context: BenchContext;
  readonly database: BenchDatabase;
  readonly reader: Child;
  readonly writer: Child;
  readonly url: string;
}

/** The reads, and how many objects were created once the lock was given up. */
async function besideLock({
  context,
  database,
  reader,
  writer,
  url,
}: Serving): Promise<{ readonly reads: LoadAnswer; readonly created: number }> {
  const { size } = database;
  const seconds = Math.min(LONGEST_LOCK_SECONDS, context.seconds * LONGEST_LOCK_SECONDS);
  const unlock = await database.lockWrites();
  const [reads, writes] = await Promise.all([
    readUntil(reader, paced(url, seconds, { does: "read", size }), unlock),
    writer.ask<LoadAnswer>({ ...paced(url, seconds, { does: "create", first: size + 1 }), everyMs: 40 }),
  ]);
  return { reads, created: writes.requests };
}

/** The writes come to their end after that, whatever became of the reads. */
async function readUntil(reader: Child, asked: LoadRequest, unlock: () => Promise<void>): Promise<LoadAnswer> {
  try {
    return await reader.ask<LoadAnswer>(asked);
  } finally {
    await unlock();
  }
}

async function besideTrimming({ context, database, reader, writer, url }: Serving, first: number): Promise<LoadAnswer> {
  const seconds = context.seconds * TRIM_TURN;
  const [reads, writes] = await Promise.all([
    reader.ask<LoadAnswer>(paced(url, seconds, { does: "read", size: database.size })),
    writer.ask<LoadAnswer>({ ...paced(url, seconds, { does: "create", first }), connections: 30 }),
  ]);
  context.report(`  beside creates: ${JSON.stringify(writes)}`);
  return reads;
}

/** Hundred requests a second on each connection. */
function paced(url: string, seconds: number, load: LoadRequest["load"]): LoadRequest {
  return { url, load, connections: 8, seconds, everyMs: 10 };
}

/** As if the newest objects had just been created. */
async function fillChangeLog({ openRaw, table }: BenchDatabase): Promise<void> {
  const raw = await openRaw();
  await raw.all(
    `INSERT INTO cmgen_changes (revision, at, type, "group", plural, object_id, name, data)
     SELECT id, created_at, 'ADDED', 'bench.example.com', 'items', id, name, data FROM "${table}"
     WHERE id > (SELECT max(id) - ${KEPT_CHANGES} FROM "${table}") RETURNING revision`,
    [],
  );
  await raw.close();
}
