import { readFile, writeFile } from "node:fs/promises";
import type { Figure } from "./measure/figure.js";
import { placeOf, printFigures } from "./measure/print-figures.js";
import { inRepository } from "./repository.js";

/** Puts tables into docs/measurements.md. */
export async function recordFigures(figures: readonly Figure[]): Promise<void> {
  const path = inRepository("docs/measurements.md");
  await writeFile(path, pageWithFigures(await readFile(path, "utf8"), figures));
}

/**
 * A page with new tables of the benches that were run, each bench's between `<!-- figures: <bench> -->` and `<!-- end -->`.
 *
 * @throws {Error} if it has no such place for one.
 */
export function pageWithFigures(page: string, figures: readonly Figure[]): string {
  const heading = (figure: Figure): string => `**${placeOf(figure)}**`;
  let text = page;
  for (const bench of new Set(figures.map((figure) => figure.bench))) {
    const own = figures.filter((figure) => figure.bench === bench);
    text = withFigures(text, bench, printFigures(own, heading));
  }
  return text;
}

function withFigures(page: string, bench: string, tables: string): string {
  const start = `<!-- figures: ${bench} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf("<!-- end -->", from);
  if (from < 0 || to < 0) throw new Error(`The page has no place for the figures of ${bench}`);
  return `${page.slice(0, from + start.length)}\n\n${tables}\n${page.slice(to)}`;
}
