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
import { type Figure, megabytes, perSecond } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { inRepository } from "../repository.js";

const ROUNDS = 3;
const run = promisify(execFile);

/** What an import of an object on SQLite is to be, with all of its indexes. */
const AIM = 10_000;

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
      const imports = await timesOf(
        context,
        () => cmgen(context, database, ["import", "--as-is", file]),
        () => cmgen(context, database, ["migrate", "reset", "--force"]),
      );
      figures.push(figureOf(database, name, imports, (await stat(file)).size));
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
    ...(name.startsWith("import") &&
      engine === "sqlite" && { aim: { bound: "at least", amount: AIM, of: "objects" } as const }),
  };
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
