import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin as people } from "../../examples/people/dist/generated/plugin.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const list = (page: Page): Promise<string[]> => page.locator(".stack > .table-frame tbody th a").allInnerTexts();
const panel = (page: Page): Locator => page.getByRole("region", { name: "Groups", exact: true });
/** Rows of the groups, cell by cell. */
const groups = async (page: Page): Promise<string[][]> => {
  const rows = await panel(page).locator("tbody tr").all();
  return Promise.all(rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).map((text) => text.trim())));
};
const parameters = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

describe.skipIf(!hasChromium)("groups of a list", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  const peoplePage = "/people.example.com/v1alpha1/people";

  beforeAll(async () => {
    console = await startConsole(people);
    const operations = Array.from({ length: 60 }, (_, at) => ({
      op: "create",
      object: {
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: `p-${String(at).padStart(2, "0")}` },
        spec: {
          name: `${at % 3 === 0 ? "Ann" : "Bob"} ${at}`,
          ...(at > 1 && { age: at }),
          tags: at % 2 === 0 ? ["chess"] : ["chess", "sailing"],
        },
      },
    }));
    await console.send("POST", "/apis/-/batch", { operations });
  });
  afterAll(() => console?.close());

  it("are counted and added by an index, and the address says so", async () => {
    const page = await console.open(`${peoplePage}?select=metadata.name%5E%3Dp-`);
    await press(page, "Groups");
    await expect.poll(() => groups(page)).toEqual([["All objects", "60"]]);
    await page.getByLabel("Group by").selectOption({ label: "initial" });
    await expect
      .poll(() => groups(page))
      .toEqual([
        ["A", "20"],
        ["B", "40"],
      ]);
    await page.getByLabel("Compute").selectOption({ label: "sum of age" });
    await page.getByLabel("Compute").selectOption({ label: "average age" });
    await page.getByLabel("Compute").selectOption({ label: "largest age" });
    await expect
      .poll(() => groups(page))
      .toEqual([
        ["A", "20", "570", "30", "57"],
        ["B", "40", "1,199", "30.744", "59"],
      ]);
    expect(parameters(page)).toEqual({
      select: "metadata.name^=p-",
      group: "initial",
      sums: "sum(spec.age),avg(spec.age),max(spec.age)",
    });
    expect(await seriousIssues(page)).toEqual([]);
    const shared = await console.browser.newPage();
    await shared.goto(page.url());
    await expect.poll(async () => (await groups(shared))[1]?.[2]).toBe("1,199");
    await shared.close();
    await press(page, "Remove average age");
    await expect.poll(async () => (await groups(page))[0]).toEqual(["A", "20", "570", "57"]);
    await press(page, "Objects, the largest group first");
    expect((await groups(page)).map(([value]) => value)).toEqual(["B", "A"]);
    await panel(page).getByRole("button", { name: "Close" }).click();
    await expect.poll(() => parameters(page)).toEqual({ select: "metadata.name^=p-" });
    await page.close();
  });

  it("filter the list when one is chosen", async () => {
    const page = await console.open(`${peoplePage}?select=metadata.name%5E%3Dp-&group=initial&page=2`);
    await panel(page).getByRole("button", { name: "A", exact: true }).click();
    await expect.poll(async () => (await list(page)).length).toBe(20);
    expect(parameters(page)).toEqual({ select: "metadata.name^=p-,initial=A", group: "initial" });
    await expect.poll(() => groups(page)).toEqual([["A", "20"]]);
    // Values of several count for each, and add to what is asked for already.
    await page.getByLabel("Group by").selectOption({ label: "tags" });
    await panel(page).getByRole("button", { name: "sailing" }).click();
    await expect.poll(async () => (await list(page)).length).toBe(10);
    await page.getByLabel("Group by").selectOption({ label: "age" });
    await page.goto(`${console.service.url}/console${peoplePage}?select=metadata.name%5E%3Dp-&group=spec.age`);
    await expect.poll(async () => (await groups(page))[0]).toEqual(["no value", "2"]);
    await page.getByText("59 groups").waitFor();
    await press(page, "Show more");
    expect((await groups(page)).length).toBe(59);
    await panel(page).getByRole("button", { name: "no value" }).click();
    await expect.poll(async () => (await list(page)).toSorted()).toEqual(["p-00", "p-01"]);
    await page.close();
  });

  it("that make no sense are refused with the reason, and the list stays", async () => {
    const page = await console.open(`${peoplePage}?select=metadata.name%5E%3Dp-&group=spec.nothing&sums=sum(initial)`);
    await page.getByRole("alert").getByText("spec.nothing is not an index").first().waitFor();
    await expect.poll(async () => (await list(page)).length).toBe(50);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("fit on the screen of a phone", async () => {
    const page = await console.open(`${peoplePage}?group=initial&sums=sum(spec.age),avg(spec.age)`);
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(async () => (await groups(page)).length).toBeGreaterThan(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.close();
    expect(console.complaints).toEqual([]);
  });
});

describe.skipIf(!hasChromium)("groups of times", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  const base = "/apis/tracker.example.com/v1alpha1";

  beforeAll(async () => {
    console = await startConsole(tracker);
    await console.send("POST", `${base}/projects`, { metadata: { name: "app" }, spec: { title: "App" } });
    for (const [at, due] of ["2030-01-01T00:00:00Z", "2030-01-31T23:59:59Z", "2030-02-01T00:00:00Z"].entries())
      await console.send("POST", `${base}/issues`, {
        metadata: { name: `i${at}` },
        spec: { title: `Title ${at}`, project: "app", due },
      });
  });
  afterAll(() => console?.close());

  it("are days and months, and filter by their beginning and end", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/issues?sort=metadata.name&group=month(spec.due)");
    await expect
      .poll(() => groups(page))
      .toEqual([
        ["2030-01", "2"],
        ["2030-02", "1"],
      ]);
    await panel(page).getByRole("button", { name: "2030-01" }).click();
    await expect.poll(() => list(page)).toEqual(["i0", "i1"]);
    await page.getByLabel("Group by").selectOption({ label: "due by day" });
    await panel(page).getByRole("button", { name: "2030-01-31" }).click();
    await expect.poll(() => list(page)).toEqual(["i1"]);
    await page.close();
    expect(console.complaints).toEqual([]);
  });
});
