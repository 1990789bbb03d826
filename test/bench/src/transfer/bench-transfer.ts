import { execFile } from "node:child_process";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { BenchContext } from "../bench-context.js";
import type { BenchDatabase } from "../databases/engine.js";
import type { ServerAnswer } from "../http/servers/server-request.js";
import { type Figure, megabytes, perSecond } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { startChild } from "../processes/child.js";
import { inRepository } from "../repository.js";

const ROUNDS = 3;
const run = promisify(execFile);

/** Objects a second that are to be imported on SQLite, with all of their indexes. */
const AIM = { "as they are": 10_000, "through the service": 2000 };

/** A database that is exported as it is, emptied and imported again, by commands, with all that their processes take to start. */
export async function benchTransfer(context: BenchContext, database: BenchDatabase): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "cmgen-bench-transfer-"));
  try {
    const exported = join(folder, "exported.copy");
    const indexed = join(folder, "indexed.copy");
    const plain = join(folder, "plain.copy");
    const exports = await timesOf(context, () => cmgen(context, database, ["export", "--as-is", "-o", exported]));
    await pipeline(Readable.from(changedLines(exported, withUid)), createWriteStream(indexed));
    await pipeline(Readable.from(changedLines(indexed, asPlain)), createWriteStream(plain));
    const figures = [figureOf(database, "export, a kilobyte each", exports, (await stat(exported)).size)];
    for (const [name, file] of [
      ["import, nine indexes", indexed],
      ["import, no index", plain],
    ] as const) {
      const empty = (): Promise<void> => cmgen(context, database, ["migrate", "reset", "--force"]);
      const imports = await timesOf(context, () => cmgen(context, database, ["import", "--as-is", file]), empty);
      const { size } = await stat(file);
      figures.push(figureOf(database, `${name}, as they are`, imports, size));
      const objects = join(folder, "objects.jsonl");
      await pipeline(Readable.from(objectsOf(file)), createWriteStream(objects));
      figures.push(
        figureOf(database, `${name}, through the service`, await servedTimes(context, database, objects), size),
      );
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function cmgen({ plugin }: BenchContext, { url }: BenchDatabase, args: readonly string[]): Promise<void> {
  const cwd = join(fileURLToPath(plugin.module), "../../..");
  await run(process.execPath, [inRepository("packages/cli/bin/cmgen.js"), ...args, "--database-url", url], { cwd });
}

/** The same objects sent to a service, which is there already. */
async function servedTimes(context: BenchContext, database: BenchDatabase, file: string): Promise<readonly number[]> {
  const { engine, statements, url: databaseUrl } = database;
  const times: number[] = [];
  for (let round = 0; round < Math.min(context.rounds, ROUNDS); round += 1) {
    await cmgen(context, database, ["migrate", "reset", "--force"]);
    const child = startChild("../http/servers/cmgen-server.js", import.meta.url);
    try {
      const served = { engine, statements, plugin: context.plugin.module, url: databaseUrl };
      const { url } = await child.ask<ServerAnswer>(served);
      const begun = performance.now();
      await run(process.execPath, [inRepository("packages/cli/bin/cmgen.js"), "import", file, "--server", url]);
      times.push((performance.now() - begun) / 1000);
    } finally {
      await child.stop();
    }
  }
  return times;
}

async function timesOf(
  { rounds }: BenchContext,
  work: () => Promise<void>,
  before: () => Promise<void> = async () => {},
): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < Math.min(rounds, ROUNDS); round += 1) {
    await before();
    const begun = performance.now();
    await work();
    times.push((performance.now() - begun) / 1000);
  }
  return times;
}

function figureOf({ engine, size }: BenchDatabase, name: string, times: readonly number[], bytes: number): Figure {
  const taken = median(times);
  return {
    bench: "transfer",
    database: engine,
    size,
    name,
    values: { objects: perSecond(size / taken), "a second": megabytes(bytes / taken / 2 ** 20) },
    ...aimOf(engine, name),
  };
}

function aimOf(engine: BenchDatabase["engine"], name: string): Pick<Figure, "aim"> {
  const [, amount] = Object.entries(AIM).find(([way]) => name.startsWith("import") && name.endsWith(way)) ?? [];
  return engine === "sqlite" && amount !== undefined ? { aim: { bound: "at least", amount, of: "objects" } } : {};
}

/** What a line has in front of its object. */
const OBJECT = '},"object":';

async function* objectsOf(file: string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const at = line.indexOf(OBJECT);
    if (at >= 0) yield `${line.slice(at + OBJECT.length, -1)}\n`;
  }
}

async function* changedLines(file: string, change: (line: string) => string): AsyncGenerator<string> {
  for await (const line of createInterface({ input: createReadStream(file) })) yield `${change(line)}\n`;
}

let uids = 0;

/** The objects of benches have none in their bytes. */
function withUid(line: string): string {
  return line.replace('"creationTimestamp":', `"uid":"uid-${(uids += 1)}","creationTimestamp":`);
}

/** The same object of a kind without indexes. */
function asPlain(line: string): string {
  return line.replace('"resource":"entries.', '"resource":"plains.').replace('"kind":"Entry"', '"kind":"Plain"');
}
