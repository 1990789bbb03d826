import { writeFile } from "node:fs/promises";
import { benches } from "./benches.js";
import { openGround, type Ground } from "./databases/open-engines.js";
import { printFigures } from "./measure/print-figures.js";
import type { Figure } from "./measure/figure.js";
import { readOptions, type BenchOptions } from "./read-options.js";

/** Runs benches as the command line says, and prints what they measured. */
export async function runBenches(names: readonly string[], args: readonly string[]): Promise<void> {
  const options = readOptions(args);
  const ground = await openGround(options.databases, options.cache);
  try {
    const figures: Figure[] = [];
    for (const name of names) figures.push(...(await runBench(name, options, ground)));
    if (options.json) console.log(JSON.stringify({ node: process.version, figures }, null, 2));
  } finally {
    await ground.close();
  }
}

async function runBench(name: string, options: BenchOptions, ground: Ground): Promise<readonly Figure[]> {
  const bench = benches[name];
  if (bench === undefined) throw new Error(`There is no bench ${name}`);
  const context = { ...options, plugin: ground.plugin, report };
  const figures: Figure[] = [];
  for (const engine of ground.engines) {
    for (const size of options.sizes ?? bench.sizes) {
      report(`${name}: ${engine.title}, ${size.toLocaleString("en")} objects`);
      const database = await engine.open(size);
      try {
        const measured = await bench.run(context, database);
        if (!options.json) console.log(`\n${printFigures(measured)}`);
        figures.push(...measured);
      } finally {
        await database.remove();
      }
    }
  }
  if (options.plot) for (const [path, text] of bench.plot?.(figures) ?? []) await writeFile(path, text);
  return figures;
}

/** Apart from what was measured, which may be read by a program. */
function report(text: string): void {
  console.error(text);
}
