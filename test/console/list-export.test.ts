import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "../browser/launch-chromium.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const model = `import { defineModel, type Extension, type Integer } from "@cmgen/model";
export interface ArticleSpec {
  /** @index @search */
  title: string;
  /** @index @search */
  notes?: string[];
  /** @index */
  year: Integer;
}
export interface Article extends Extension<ArticleSpec> {}
export default defineModel<Article>({
  group: "articles.example.com", version: "v1", kind: "Article", plural: "articles", singular: "article",
  columns: ["spec.title", "spec.year", "spec.notes"],
});
`;
const articles = "/articles.example.com/v1/articles";
const COUNT = 130;

/** Texts that a spreadsheet would run, or divide. */
const hostile = [
  "=cmd|' /C calc'!A0",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  'say "hello", twice',
  "two\nlines",
  "ümlaut 日本",
];
const titleOf = (at: number): string => hostile[at] ?? `Title ${at}`;

const names = (page: Page): Promise<string[]> => page.locator("tbody th a").allInnerTexts();
/** The day, as names of files have it. */
const today = (): string => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

describe.skipIf(!hasChromium)("a list that is searched and exported", { timeout: 240_000 }, () => {
  const releases = generatedReleases();
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(await releases.release(new Map([["src/models/article.ts", model]])));
    const operations = Array.from({ length: COUNT }, (_, at) => ({
      op: "create",
      object: {
        apiVersion: "articles.example.com/v1",
        kind: "Article",
        metadata: { name: `a-${String(at).padStart(3, "0")}` },
        spec: { title: titleOf(at), year: at - 5, ...(at % 2 === 0 && { notes: ["chess tournament", "=1"] }) },
      },
    }));
    await console.send("POST", "/apis/-/batch", { operations });
  });
  afterAll(async () => {
    await console?.close();
    releases.dispose();
  });

  const exported = async (page: Page, format: RegExp): Promise<{ readonly name: string; readonly text: string }> => {
    await press(page, "Export…");
    await page.getByRole("radio", { name: format }).check();
    const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Export")]);
    await page.getByText(/are in the file\./).waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };

  it("is exported as a table of its columns, with all pages, in its order", async () => {
    const page = await console.open(`${articles}?sort=-metadata.name&size=10&page=3`);
    await expect.poll(async () => (await names(page)).length).toBe(10);
    const { name, text } = await exported(page, /^CSV/);
    expect(name).toBe(`articles-${today()}.csv`);
    const [head, ...rows] = text.split("\r\n");
    expect(head).toBe("metadata.name,spec.title,spec.year,spec.notes,metadata.creationTimestamp");
    expect(rows.at(-1)).toBe("");
    expect(rows.length - 1).toBe(COUNT);
    expect(rows[0]).toMatch(/^a-129,Title 129,124,,20/);
    expect(rows[COUNT - 1]).toMatch(/^a-000,'=cmd\|' \/C calc'!A0,-5,"\[""chess tournament"",""=1""\]",20/);
    expect(text).toContain("'+1,-4,");
    expect(text).toContain("'@SUM(A1)");
    expect(text).toContain('"say ""hello"", twice"');
    await page.close();
  });

  it("is exported as whole objects, those that its filters select", async () => {
    const page = await console.open(`${articles}?select=spec.year%3E%3D100&sort=spec.year&size=10`);
    await expect.poll(async () => (await names(page)).length).toBe(10);
    await press(page, "Export…");
    await page.getByText("All objects that these filters select").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    const { name, text } = await exported(page, /^JSON Lines/);
    expect(name).toBe(`articles-year-100-${today()}.jsonl`);
    const objects = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { readonly metadata: { readonly name: string } });
    expect(objects.map(({ metadata }) => metadata.name)).toEqual(
      Array.from({ length: 25 }, (_, at) => `a-${105 + at}`),
    );
    expect(objects[0]).toEqual(await console.send("GET", `/apis${articles}/a-105`));
    await page.close();
  });

  it("is exported to a file that is named after the view that is open", async () => {
    const page = await console.open(`${articles}?select=spec.year%3E%3D100`);
    await press(page, "Save this view…");
    await page.getByLabel("Name of the view").fill("Late: 100 / more");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Late: 100 / more" }).waitFor();
    expect((await exported(page, /^CSV/)).name).toBe(`articles-late-100-more-${today()}.csv`);
    await page.close();
  });

  it("is no file where the answer breaks off or is refused, and can be stopped", async () => {
    const page = await console.open(articles);
    const downloads: unknown[] = [];
    page.on("download", (download) => downloads.push(download));
    const isExport = (url: URL): boolean =>
      url.pathname.endsWith("/articles") && !/limit=|size=|watch=/.test(url.search);
    await page.route(isExport, (route) => route.fulfill({ body: '{"metadata":{"name":"a"}}\n{"meta' }));
    await press(page, "Export…");
    await press(page, "Export");
    await page.getByRole("alert").getByText("The answer broke off").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.unroute(isExport);
    await page.route(isExport, (route) => route.abort());
    await press(page, "Export");
    await page.getByText("The service does not answer.").waitFor();
    await page.unroute(isExport);
    await page.route(isExport, () => {});
    await press(page, "Export");
    await press(page, "Stop");
    await expect.poll(() => page.getByRole("button", { name: "Stop" }).count()).toBe(0);
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(downloads).toEqual([]);
    await page.close();
  });

  it("is searched for words, in a field that is declared for that", async () => {
    const page = await console.open(`${articles}?sort=metadata.name`);
    await page.getByLabel("Search in").selectOption({ label: "notes" });
    await page.getByRole("searchbox", { name: "Words" }).fill("chess tourn");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await names(page))[1]).toBe("a-002");
    expect(new URL(page.url()).searchParams.get("select")).toBe('spec.notes.words contains "chess tourn"');
    const box = page.getByRole("searchbox", { name: "Words" });
    expect(await box.inputValue()).toBe("chess tourn");
    expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Remove the filter notes.words has the words chess tourn" }).click();
    await expect.poll(async () => (await names(page))[1]).toBe("a-001");
    expect(await page.getByRole("searchbox", { name: "Words" }).inputValue()).toBe("");
    await page.getByLabel("Search in").selectOption({ label: "title" });
    await page.getByRole("searchbox", { name: "Words" }).fill("日本");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["a-007"]);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
    expect(console.complaints).toEqual([]);
  });
});
