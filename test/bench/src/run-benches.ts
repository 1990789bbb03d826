import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg } from "node:os";
import { dirname } from "node:path";
import { benches, type Bench } from "./benches.js";
import type { BenchContext } from "./bench-context.js";
import type { Engine, EngineName } from "./databases/engine.js";
import { openGround, type Ground } from "./databases/open-ground.js";
import { printFigures } from "./measure/print-figures.js";
import type { Figure } from "./measure/figure.js";
import { recordFigures } from "./record-figures.js";
import { inRepository } from "./repository.js";

/** The options of benches; scripts/runs/benches.mjs tells of each, and reads them. */
export interface BenchOptions {
  /** Sizes to run at; each bench has its own otherwise. */
  readonly sizes?: readonly number[];
  readonly databases: readonly EngineName[];
  readonly rounds: number;
  readonly seconds: number;
  readonly cache?: string;
  readonly postgres?: string;
  readonly cells?: number;
  readonly only?: string;
  readonly row?: string;
  readonly apart?: boolean;
  readonly json?: boolean;
  readonly plot?: boolean;
  readonly record?: boolean;
}

/** Runs benches, and prints what they measured. `store` is run on each of the databases, `store@sqlite` on that one alone. */
export async function runBenches(names: readonly string[], options: BenchOptions): Promise<void> {
  const ground = await openGround(options);
  try {
    const figures: Figure[] = [];
    for (const name of names) figures.push(...(await runBench(name, options, ground)));
    if (options.json) console.log(JSON.stringify({ node: process.version, figures }, null, 2));
    if (options.record) await recordFigures(figures);
  } finally {
    await ground.close();
  }
}

async function runBench(asked: string, options: BenchOptions, ground: Ground): Promise<readonly Figure[]> {
  const [name = "", alone] = asked.split("@");
  const bench = benches[name];
  if (bench === undefined) throw new Error(`There is no bench ${name}`);
  const context = { ...options, plugin: ground.plugin, report };
  const figures: Figure[] = [];
  for (const engine of ground.engines.filter((each) => alone === undefined || each.name === alone)) {
    const ofEngine: Figure[] = [];
    for (const size of options.sizes ?? bench.sizes) {
      report(`… ${name}: ${engine.title}, ${size.toLocaleString("en")} objects${busyness()}`);
      ofEngine.push(...show(await runAt(bench, context, { engine, size }), options));
    }
    figures.push(...ofEngine, ...show(bench.conclude?.(ofEngine) ?? [], options));
  }
  if (options.plot) for (const [path, text] of bench.plot?.(figures) ?? []) await writeText(inRepository(path), text);
  return figures;
}

async function runAt(
  bench: Bench,
  context: BenchContext,
  { engine, size }: { readonly engine: Engine; readonly size: number },
): Promise<readonly Figure[]> {
  const database = await engine.open(size, bench.dataset);
  try {
    return await bench.run(context, database);
  } finally {
    await database.remove();
  }
}

function show(figures: readonly Figure[], { json }: BenchOptions): readonly Figure[] {
  if (!json && figures.length > 0) console.log(`\n${printFigures(figures)}`);
  return figures;
}

async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** What others do on the machine goes into every figure, and into the longest latencies most of all. */
function busyness(): string {
  const [load = 0] = loadavg();
  const processors = availableParallelism();
  if (load < processors / 2) return "";
  return ` (the machine is busy: ${load.toFixed(1)} processes on ${processors} processors want to run)`;
}

/** Apart from what was measured, which may be read by a program. */
function report(text: string): void {
  console.error(text);
}
