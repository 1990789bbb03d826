import type { BenchContext } from "../bench-context.js";
import { scattered } from "../data/scattered.js";
import { printList, type Cell } from "./matrix.js";

/** The cells to measure: all; those whose list in words has one of the texts of `--only`; of these as many as `--cells` says, from all over the matrix. */
export function sampleCells<Asked extends Cell>(
  cells: readonly Asked[],
  { cells: count, only = "" }: Pick<BenchContext, "cells" | "only">,
): readonly Asked[] {
  const texts = only.split(";").map((text) => text.trim());
  const named = cells.filter((cell) => texts.some((text) => `${printList(cell)}, ${cell.state}`.includes(text)));
  if (count === undefined || count >= named.length) return named;
  // The same ones in each run, so that runs can be compared.
  const drawn = named.map((cell, place) => ({ cell, draw: scattered(place + 1, 2 ** 31) }));
  const chosen = new Set(
    drawn
      .toSorted((left, right) => left.draw - right.draw)
      .slice(0, count)
      .map(({ cell }) => cell),
  );
  return named.filter((cell) => chosen.has(cell));
}
