import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildPlugin } from "../bench/src/data/build-plugin.js";
import { dataset, type Dataset } from "../bench/src/data/dataset.js";
import { seedSqlite } from "../bench/src/databases/seed-sqlite.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { startConsole, type ConsoleBrowser } from "./console-browser.js";

const SIZE = 1_000_000;
const items = "/bench.example.com/v1/items";
/** Several times what a busy machine takes, in milliseconds: the test is that nothing grows with the number of objects which must not. */
const GENEROUS = { first: 20_000, page: 20_000, deep: 60_000, count: 120_000, groups: 120_000, export: 600_000 };

const LONGEST = Math.max(...Object.values(GENEROUS));

interface Steps {
  do(): Promise<unknown>;
  until(): Promise<boolean>;
}

/** The benches' items without what brings each to a kilobyte. */
function small({ record, ...rest }: Dataset): Dataset {
  return {
    ...rest,
    record: (number, size) => {
      const { data, ...others } = record(number, size);
      return {
        ...others,
        data: Buffer.from(
          Buffer.from(data)
            .toString()
            .replace(/,"padding":"x*"/, ""),
        ),
      };
    },
  };
}

const rows = (page: Page): Promise<string[]> => page.locator("tbody tr").allInnerTexts();

describe.skipIf(!hasChromium)("a list of a million objects", { timeout: 900_000 }, () => {
  let folder: string;
  let console: ConsoleBrowser;
  let page: Page;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-million-"));
    const plugin = await buildPlugin(join(folder, "plugin"));
    const file = join(folder, "million.db");
    const began = performance.now();
    await seedSqlite(file, { plugin, dataset: small(dataset(plugin, "items")), size: SIZE });
    process.stdout.write(
      `${SIZE.toLocaleString()} objects were written in ${Math.round(performance.now() - began)} ms\n`,
    );
    console = await startConsole(plugin.plugin, { databaseUrl: `file:${file}` });
    page = await console.open();
    await page.getByRole("heading", { level: 1 }).waitFor();
  }, 900_000);
  afterAll(async () => {
    await console?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Does something, waits until the page is as it should be, and prints how long that took, in milliseconds. */
  const timed = async (what: string, steps: Steps): Promise<number> => {
    const began = performance.now();
    await steps.do();
    await expect.poll(() => steps.until(), { timeout: LONGEST, interval: 20 }).toBe(true);
    const took = Math.round(performance.now() - began);
    process.stdout.write(`${what}: ${took} ms
`);
    return took;
  };
  const goTo = (search: string): Promise<unknown> => page.goto(`${console.service.url}/console${items}${search}`);
  const press = (name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
  const isShown = async (pattern: RegExp): Promise<boolean> => {
    const [first = "", ...others] = await rows(page);
    return pattern.test(first) && others.length > 0 && (await page.locator("table[aria-busy=true]").count()) === 0;
  };

  it("is shown, sorted, filtered and gone through", async () => {
    expect(await timed("first page", { do: () => goTo(""), until: () => isShown(/code-1000000/) })).toBeLessThan(
      GENEROUS.first,
    );
    expect(await timed("second page", { do: () => press("Next"), until: () => isShown(/code-999950/) })).toBeLessThan(
      GENEROUS.page,
    );
    expect(
      await timed("sorted by age", { do: () => press("Sort by age"), until: () => isShown(/\t149\t/) }),
    ).toBeLessThan(GENEROUS.page);
    expect(
      await timed("filtered by group and score", {
        do: () => goTo("?select=spec.group%3Dgroup-7,spec.score%3E%3D900000&sort=spec.score"),
        until: () => isShown(/group-7\s+900,?\d+/),
      }),
    ).toBeLessThan(GENEROUS.page);
    expect(
      await timed("filtered by a label few have", {
        do: () => goTo("?labels=bench.example.com/env%3Dcanary"),
        until: () => isShown(/code-/),
      }),
    ).toBeLessThan(GENEROUS.page);
  });

  it("is gone through far from its beginning", async () => {
    expect(
      await timed("page 10,000 by its number", {
        do: () => goTo("?page=10000"),
        until: () => isShown(/code-500050/),
      }),
    ).toBeLessThan(GENEROUS.deep);
    expect(
      await timed("page 10,001 by its number", {
        do: () => press("Next"),
        until: () => isShown(/code-500000/),
      }),
    ).toBeLessThan(GENEROUS.deep);
    expect(await timed("page 10,002", { do: () => press("Next"), until: () => isShown(/code-499950/) })).toBeLessThan(
      GENEROUS.page,
    );
    expect(
      await timed("counted", {
        do: () => press("Count"),
        until: () => page.getByText("1,000,000 objects").isVisible(),
      }),
    ).toBeLessThan(GENEROUS.count);
    expect(await timed("last page", { do: () => press("Last"), until: () => isShown(/code-50\t/) })).toBeLessThan(
      GENEROUS.deep,
    );
    await page.getByText("Page 20000 of 20000").waitFor();
    expect(
      await timed("the one before", { do: () => press("Previous"), until: () => isShown(/code-100\t/) }),
    ).toBeLessThan(GENEROUS.deep);
  });

  it("is counted and added up in groups", async () => {
    expect(
      await timed("sums of twenty groups", {
        do: () => goTo("?group=spec.group&sums=avg(spec.age),max(spec.score)"),
        until: () => page.getByText("20 groups").isVisible(),
      }),
    ).toBeLessThan(GENEROUS.groups);
  });

  it("is exported whole", async () => {
    await goTo("");
    await press("Export…");
    const began = performance.now();
    const [download] = await Promise.all([
      page.waitForEvent("download", { timeout: GENEROUS.export }),
      page.getByRole("dialog").getByRole("button", { name: "Export" }).click(),
    ]);
    let lines = 0;
    for await (const chunk of createReadStream(await download.path()))
      for (const byte of chunk as Buffer) if (byte === 10) lines++;
    process.stdout.write(`exported as CSV: ${Math.round(performance.now() - began)} ms\n`);
    expect(lines).toBe(SIZE + 1);
    expect(console.complaints).toEqual([]);
  });
});
