import { readFile, writeFile } from "node:fs/promises";
import type { Figure } from "./measure/figure.js";
import { placeOf, printFigures } from "./measure/print-figures.js";
import { inRepository } from "./repository.js";

/**
 * Puts tables into docs/performance.md, each bench's between `<!-- figures: <bench> -->` and `<!-- end -->`.
 *
 * @throws {Error} if the page has no such place.
 */
export async function recordFigures(figures: readonly Figure[]): Promise<void> {
  const path = inRepository("docs/performance.md");
  let page = await readFile(path, "utf8");
  for (const bench of new Set(figures.map((figure) => figure.bench))) {
    const own = figures.filter((figure) => figure.bench === bench);
    page = withFigures(
      page,
      bench,
      printFigures(own, (figure) => `**${placeOf(figure)}**`),
    );
  }
  await writeFile(path, page);
}

function withFigures(page: string, bench: string, tables: string): string {
  const start = `<!-- figures: ${bench} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf("<!-- end -->", from);
  if (from < 0 || to < 0) throw new Error(`docs/performance.md has no place for the figures of ${bench}`);
  return `${page.slice(0, from + start.length)}\n\n${tables}\n${page.slice(to)}`;
}
