import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const issues = "/tracker.example.com/v1alpha1/issues";

const heads = async (page: Page): Promise<string[]> =>
  (await page.locator("thead th").allInnerTexts()).map((text) => text.replace(/\s*[↕↑↓]/, ""));
const names = (page: Page): Promise<string[]> => page.locator("tbody th a").allInnerTexts();
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();

describe.skipIf(!hasChromium)("columns and views of a list", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(tracker);
    await console.send("POST", `${base}/projects`, { metadata: { name: "app" }, spec: { title: "App" } });
    for (const [at, state] of ["open", "closed", "open"].entries())
      await console.send("POST", `${base}/issues`, {
        metadata: { name: `i${at}`, labels: { team: "red" } },
        spec: { title: `Title ${at}`, project: "app", state },
      });
  });
  afterAll(() => console?.close());

  it("are chosen, ordered and kept by the browser", async () => {
    const page = await console.open(issues);
    await expect
      .poll(() => heads(page))
      .toEqual(["Issue", "title", "state", "due", "tags", "project", "blockedBy", "Created"]);
    await press(page, "Columns");
    const shown = page.getByRole("list", { name: "Columns that are shown" });
    for (const name of ["due", "tags", "blockedBy", "Created"]) await shown.getByRole("checkbox", { name }).click();
    await page.getByRole("textbox", { name: "Other columns" }).fill("LAB");
    const labels = page.getByRole("checkbox", { name: "labels" });
    await labels.check();
    expect(
      await shown.getByRole("checkbox", { name: "labels" }).evaluate((box) => box === document.activeElement),
    ).toBe(true);
    await page.getByRole("button", { name: "Move state to the front" }).press("Enter");
    expect(await heads(page)).toEqual(["Issue", "state", "title", "project", "labels"]);
    await page
      .getByRole("row", { name: /team=red/ })
      .first()
      .waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.reload();
    await expect.poll(() => heads(page)).toEqual(["Issue", "state", "title", "project", "labels"]);
    expect(new URL(page.url()).search).toBe("");
    await press(page, "Columns");
    await press(page, "As the model has them");
    await expect.poll(async () => (await heads(page)).length).toBe(8);
    await page.close();
  });

  it("are those that the model declares", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/comments");
    await expect.poll(() => heads(page)).toEqual(["Comment", "issue", "text", "Created"]);
    await page.close();
  });

  it("are those of the model where what is kept makes no sense", async () => {
    const page = await console.open(issues);
    const key = "cmgen-console /console columns tracker.example.com/v1alpha1/issues";
    const keep = (text: string): Promise<unknown> =>
      page.evaluate(([name, value]) => localStorage.setItem(name ?? "", value ?? ""), [key, text]);
    for (const text of ["{", '{"a":1}', "7"]) {
      await keep(text);
      await page.reload();
      await expect.poll(async () => (await heads(page)).length).toBe(8);
    }
    // A field that an earlier release had.
    await keep('["spec.gone","spec.title","spec.title",3]');
    await page.reload();
    await expect.poll(() => heads(page)).toEqual(["Issue", "title"]);
    await page.close();
  });

  it("a view has a name, is shown again, and is removed", async () => {
    const page = await console.open(`${issues}?select=spec.state%3Dopen&sort=-metadata.name&page=2&size=1`);
    await press(page, "Save this view…");
    await page.getByLabel("Name of the view").fill("Open ones");
    expect(await seriousIssues(page)).toEqual([]);
    await page.keyboard.press("Enter");
    const link = page.getByRole("list", { name: "Saved views" }).getByRole("link", { name: "Open ones" });
    expect(await link.getAttribute("aria-current")).toBe("page");
    expect(await seriousIssues(page)).toEqual([]);
    await page.goto(`${console.service.url}/console${issues}`);
    await expect.poll(async () => (await names(page)).length).toBe(3);
    expect(await link.getAttribute("aria-current")).toBeNull();
    await link.click();
    await expect.poll(() => names(page)).toEqual(["i2"]);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      select: "spec.state=open",
      sort: "-metadata.name",
      size: "1",
    });
    await press(page, "Remove the view Open ones");
    expect(await link.count()).toBe(0);
    await page.reload();
    await expect.poll(() => names(page)).toEqual(["i2"]);
    expect(await link.count()).toBe(0);
    await page.close();
  });

  it("the view that is open is marked, says when the list is changed, and is updated", async () => {
    const page = await console.open(`${issues}?select=spec.state%3Dopen`);
    const chip = (name: string): Locator =>
      page.getByRole("list", { name: "Saved views" }).getByRole("listitem").filter({ hasText: name });
    const current = (name: string): Promise<string | null> => chip(name).getByRole("link").getAttribute("aria-current");
    const save = async (name: string): Promise<void> => {
      await press(page, "Save this view…");
      await page.getByLabel("Name of the view").fill(name);
      await page.keyboard.press("Enter");
      await chip(name).waitFor();
    };
    await save("Open ones");
    await page.getByRole("button", { name: "Sort by state" }).click();
    await chip("Open ones").getByText("changed").waitFor();
    expect(await current("Open ones")).toBeNull();
    expect(await seriousIssues(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1280, height: 900 });
    await save("Sorted");
    await expect.poll(() => current("Sorted")).toBe("page");
    // A view is not open because its conditions are among those of the list.
    expect(await current("Open ones")).toBeNull();
    expect(await page.getByText("changed", { exact: true }).count()).toBe(0);
    await chip("Open ones").getByRole("link").click();
    await expect.poll(() => current("Open ones")).toBe("page");
    // Neither a page nor a count is a part of a view.
    await page.goto(`${console.service.url}/console${issues}?select=spec.state%3Dopen&count=true&page=2`);
    await expect.poll(() => current("Open ones")).toBe("page");
    await page.goto(`${console.service.url}/console${issues}?select=spec.state%3Dopen`);
    await page.getByRole("button", { name: "Sort by due" }).click();
    await press(page, "Update Open ones");
    await expect.poll(() => current("Open ones")).toBe("page");
    expect(await page.getByRole("button", { name: "Update Open ones" }).count()).toBe(0);
    // Another list that a link leads to is no change of the view, and neither is one without anything.
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^issues/ })
      .click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expect(await page.getByText("changed", { exact: true }).count()).toBe(0);
    await chip("Open ones").getByRole("link").click();
    await expect
      .poll(() => Object.fromEntries(new URL(page.url()).searchParams))
      .toEqual({ select: "spec.state=open", sort: "spec.due" });
    await page.close();
  });

  it("a view of today is one of the day on which it is opened, as are its groups and its files", async () => {
    const page = await console.open(`${issues}?select=metadata.creationTimestamp%3Dtoday&group=spec.state`);
    await press(page, "Save this view…");
    await page.getByLabel("Name of the view").fill("Of today");
    await page.keyboard.press("Enter");
    const link = page.getByRole("link", { name: "Of today" });
    expect(await link.getAttribute("href")).toContain("select=metadata.creationTimestamp%3Dtoday");
    const groups = page.getByRole("region", { name: "Groups", exact: true });
    await expect.poll(() => groups.locator("tbody tr").count()).toBe(2);
    const exported = async (): Promise<string> => {
      await press(page, "Export…");
      const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Export")]);
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      return readFileSync(await download.path(), "utf8");
    };
    expect((await exported()).split("\r\n").length).toBe(1 + 3 + 1);
    const day = 24 * 60 * 60 * 1000;
    await page.clock.setFixedTime(Date.now() + day);
    await page.goto(`${console.service.url}/console${issues}`);
    await link.click();
    await page.getByText("No issues match these filters.").waitFor();
    await expect.poll(() => groups.locator("tbody tr").count()).toBe(0);
    expect((await exported()).split("\r\n").length).toBe(1 + 1);
    await page.close();
  });

  it("the way back from an object leads to the list as it was, with the view that was open", async () => {
    const page = await console.open(`${issues}?select=spec.state%3Dopen&sort=-metadata.name&size=1`);
    await press(page, "Save this view…");
    await page.getByLabel("Name of the view").fill("One by one");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(() => names(page)).toEqual(["i0"]);
    const address = page.url();
    await page.getByRole("link", { name: "i0" }).click();
    await page.getByRole("heading", { level: 1, name: "i0" }).waitFor();
    const back = page.getByRole("main").getByRole("link", { name: "issues", exact: true });
    await back.click();
    await expect.poll(() => page.url()).toBe(address);
    await expect.poll(() => names(page)).toEqual(["i0"]);
    // So do changes of the view, also when the page was loaded again.
    await page.getByRole("button", { name: "Sort by state" }).click();
    const changed = page.url();
    await page.getByRole("link", { name: /^i[02]$/ }).click();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.reload();
    await back.click();
    await expect.poll(() => page.url()).toBe(changed);
    await page.getByRole("button", { name: "Update One by one" }).waitFor();
    // Another tab has shown no list.
    const other = await console.browser.newPage();
    await other.goto(`${console.service.url}/console${issues}/i0`);
    await other.getByRole("main").getByRole("link", { name: "issues", exact: true }).click();
    await expect.poll(() => other.url()).toBe(`${console.service.url}/console${issues}`);
    await other.close();
    await page.close();
  });

  it("a view of the same name is replaced, and other models have none of it", async () => {
    const page = await console.open(`${issues}?sort=metadata.name`);
    for (const sort of ["metadata.name", "-metadata.name"]) {
      await page.goto(`${console.service.url}/console${issues}?sort=${sort}`);
      await press(page, "Save this view…");
      await page.getByLabel("Name of the view").fill("Mine");
      await page.keyboard.press("Enter");
      await page.getByRole("link", { name: "Mine" }).waitFor();
    }
    expect(await page.getByRole("link", { name: "Mine" }).count()).toBe(1);
    await page.goto(`${console.service.url}/console/tracker.example.com/v1alpha1/projects`);
    await page.getByRole("heading", { level: 1, name: "projects" }).waitFor();
    expect(await page.getByRole("link", { name: "Mine" }).count()).toBe(0);
    await page.goBack();
    await page.getByRole("link", { name: "Mine" }).click();
    await expect.poll(() => names(page)).toEqual(["i2", "i1", "i0"]);
    await page.close();
    expect(console.complaints).toEqual([]);
  });
});
