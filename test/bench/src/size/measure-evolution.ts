import { setTimeout as delay } from "node:timers/promises";
import { itemName, itemsPath } from "../data/bench-item.js";
import type { EvolvingServer, Spent } from "../evolve/evolve-child.js";
import type { LoadAnswer } from "../http/load-child.js";
import { type Measurement, megabytes, seconds } from "../measure/figure.js";
import { median } from "../measure/quantile.js";
import { type Child, startChild } from "../processes/child.js";
import type { Served } from "./measure-service.js";

/** How long objects are read before the figures of it are kept. */
const READ_SECONDS = 5;

/** Reads of each of {@link READERS} callers: one in so many milliseconds. */
const READ_EVERY_MS = 20;
const READERS = 2;

const ASK_MS = 5;

/**
 * The start of a release that changes every stored object and builds its indexes again, beside callers who read objects by name. Tells of
 * each part when it is over.
 */
export async function measureEvolution(
  { size, ...served }: Served,
  tell: (measured: readonly Measurement[]) => void,
): Promise<void> {
  const release = startChild("../evolve/evolve-child.js", import.meta.url);
  const reader = startChild("../http/load-child.js", import.meta.url);
  try {
    const { url, check } = await release.ask<EvolvingServer>(served);
    tell([spent("check of the objects before an evolve step", check)]);
    await readable(`${url}${itemsPath}/${itemName(1)}`);
    for (const [until, name] of [
      ["changed", "an evolve step over all objects"],
      ["built", "all indexes of the objects, built again"],
    ] as const) {
      const over = release.ask<Spent>({ until });
      const reads = await readWhile(over, reader, { url, size });
      const part = await over;
      tell([
        spent(name, part),
        {
          name: `reads by name, beside ${name}`,
          values: {
            measured: seconds(median(reads.map(({ p50 }) => p50))),
            p99: seconds(median(reads.map(({ p99 }) => p99))),
            longest: seconds(Math.max(...reads.map(({ max }) => max))),
          },
        },
        { name: `memory of the service with ${name}, at most`, values: { measured: megabytes(part.megabytes) } },
      ]);
    }
  } finally {
    await reader.stop();
    await release.stop();
  }
}

/** Waits until the step has begun: until then, nothing is read. */
async function readable(url: string): Promise<void> {
  while (!(await fetch(url)).ok) await delay(ASK_MS);
}

function spent(name: string, { seconds: measured, cpuSeconds }: Spent): Measurement {
  return { name, values: { measured: seconds(measured), processor: seconds(cpuSeconds) } };
}

/** Reads of objects from all over the table. Each must be answered. */
async function readWhile(
  over: Promise<unknown>,
  reader: Child,
  { url, size }: { readonly url: string; readonly size: number },
): Promise<readonly LoadAnswer[]> {
  const state = { isOver: false };
  const ended = (): void => void (state.isOver = true);
  over.then(ended, ended);
  const reads: LoadAnswer[] = [];
  do {
    reads.push(
      await reader.ask<LoadAnswer>({
        url,
        load: { does: "read", size },
        connections: READERS,
        seconds: READ_SECONDS,
        everyMs: READ_EVERY_MS,
      }),
    );
  } while (!state.isOver);
  return reads;
}
