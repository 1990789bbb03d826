import { parseArgs } from "node:util";
import { engineNames, isEngineName, type EngineName } from "./databases/engine.js";

export interface BenchOptions {
  /** Sizes to run at; each bench has its own otherwise. */
  readonly sizes?: readonly number[];
  readonly databases: readonly EngineName[];
  readonly rounds: number;
  readonly seconds: number;
  readonly cache: string | undefined;
  readonly cells?: number;
  readonly only?: string;
  readonly apart: boolean;
  readonly json: boolean;
  readonly plot: boolean;
  readonly record: boolean;
}

/**
 * Reads the command line of a bench.
 *
 * - `--sizes 10000,1000000`: how many objects there are.
 * - `--databases sqlite,postgresql`.
 * - `--rounds 500`: of short measurements; long ones have fewer.
 * - `--seconds 1`: how long each turn of a load over HTTP lasts.
 * - `--cache <folder>`: keeps what was seeded there for the next run (4 GB at a million objects), one run at a time.
 * - `--cells 150`: of `lists`, how many cells of its matrix are measured; all without it.
 * - `--only <text>`: of `lists`, only cells with this text in their words, such as a term, `page 50 with total` or `cold`.
 * - `--apart`: of `watch`, servers are limited to the first processor and clients to the second, by taskset.
 * - `--json`: prints JSON in the place of tables.
 * - `--plot`: draws what is measured into docs/images, where a bench has something to draw.
 * - `--record`: puts the tables into docs/performance.md.
 */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: "string" },
      databases: { type: "string", default: engineNames.join() },
      rounds: { type: "string", default: "500" },
      seconds: { type: "string", default: "1" },
      cache: { type: "string" },
      cells: { type: "string" },
      only: { type: "string" },
      apart: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      plot: { type: "boolean", default: false },
      record: { type: "boolean", default: false },
    },
  });
  const databases = values.databases.split(",").map((name) => {
    if (isEngineName(name)) return name;
    throw new Error(`There is no database ${name}; there are ${engineNames.join(" and ")}`);
  });
  return {
    ...(values.sizes !== undefined && { sizes: values.sizes.split(",").map((size) => positive("sizes", size)) }),
    databases,
    rounds: positive("rounds", values.rounds),
    seconds: positive("seconds", values.seconds),
    cache: values.cache,
    ...(values.cells !== undefined && { cells: positive("cells", values.cells) }),
    ...(values.only !== undefined && { only: values.only }),
    apart: values.apart,
    json: values.json,
    plot: values.plot,
    record: values.record,
  };
}

function positive(option: string, text: string): number {
  const number = Number(text);
  if (number > 0 && Number.isFinite(number)) return number;
  throw new Error(`--${option} takes positive numbers, not ${JSON.stringify(text)}`);
}
