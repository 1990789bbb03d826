import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const projects = "/tracker.example.com/v1alpha1/projects";

describe.skipIf(!hasChromium)("the command palette", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(plugin);
    for (const name of ["app", "apple", "web"]) await create("projects", name, { title: name });
    await create("issues", "applause", { title: "Too loud", project: "app" });
  });
  afterAll(() => console?.close());

  const create = (plural: string, name: string, spec: object): Promise<unknown> =>
    console.send("POST", `${base}/${plural}`, { metadata: { name }, spec });
  const search = (page: Page) => page.getByRole("combobox", { name: "Search for commands, models and objects" });
  const options = (page: Page) => page.getByRole("option");
  const openPalette = async (path = ""): Promise<Page> => {
    const page = await console.open(path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // A key that comes before the page has been drawn leads out of it.
    await expect
      .poll(async () => {
        await page.keyboard.press("ControlOrMeta+k");
        return search(page).count();
      })
      .toBe(1);
    return page;
  };

  it("finds models and objects of all models by how their names begin, and leads there by the keyboard", async () => {
    const page = await openPalette();
    expect(await seriousIssues(page)).toEqual([]);
    console.requested.length = 0;
    await search(page).pressSequentially("appl");
    await expect
      .poll(async () => (await options(page).allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ")))
      .toEqual(["applause Too loud Issue", "apple Project"]);
    // One request for each model once nothing more is typed, and none for each letter.
    const asked = console.requested.filter((url) => decodeURIComponent(url).includes("metadata.name^="));
    expect(asked.map((url) => new URL(url).searchParams.get("fieldSelector"))).toEqual(
      Array(3).fill("metadata.name^=appl"),
    );
    expect(await seriousIssues(page)).toEqual([]);
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => page.locator("[role=option][data-highlighted]").innerText()).toContain("apple");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/console${projects}/apple`);
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("ControlOrMeta+k");
    await search(page).fill("issues v1alpha");
    await expect.poll(() => options(page).first().innerText()).toMatch(/^issues\s/);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/console/tracker.example.com/v1alpha1/issues");
    await page.close();
  });

  it("looks among the objects of one model whose name is in front", async () => {
    const page = await openPalette();
    await search(page).fill("project app");
    await expect
      .poll(async () => (await options(page).allInnerTexts()).map((text) => text.split(/\s/)[0]))
      .toEqual(["app", "apple"]);
    await page.close();
  });

  it("does what can be done with the page's object, and with the console", async () => {
    const page = await openPalette(`${projects}/web`);
    await search(page).fill("edit");
    await page.keyboard.press("Enter");
    await page.locator(".cm-content").waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await search(page).fill("dark");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    expect(await page.getByLabel("Theme").inputValue()).toBe("dark");
    await page.keyboard.press("ControlOrMeta+k");
    await search(page).fill("delete");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("alertdialog", { name: "Delete web?" });
    await dialog.waitFor();
    // What asks something comes first.
    await page.keyboard.press("ControlOrMeta+k");
    expect(await search(page).count()).toBe(0);
    await dialog.getByRole("button", { name: "Delete", disabled: false }).click();
    await page.waitForURL(`**/console${projects}`);
    await page.close();
  });

  it("does what can be done with a list, and with what is selected in it", async () => {
    const page = await openPalette(projects);
    await expect.poll(() => options(page).allInnerTexts()).toContain("Columns");
    const offered = await options(page).allInnerTexts();
    expect(offered).toEqual(expect.arrayContaining(["Groups", "Columns", "Export…", "Save this view…"]));
    expect(offered).not.toContain("Change fields…");
    await search(page).fill("columns");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Columns that are shown" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("checkbox").nth(1).check();
    await page.keyboard.press("ControlOrMeta+k");
    await search(page).fill("change fields");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Change fields of 1 project" }).waitFor();
    await page.close();
  });

  it("keeps what is typed before it is there", async () => {
    const page = await console.open(projects);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // Its module takes a while, as on a slow connection.
    await page.route(/\/assets\/palette-/, async (route) => {
      await delay(1000);
      await route.continue();
    });
    // A key that comes before the page has been drawn leads out of it.
    await page.getByRole("button", { name: /^Search/ }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.keyboard.type("applx");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("a");
    await expect.poll(() => search(page).inputValue()).toBe("appla");
    await page.keyboard.type("use");
    await expect.poll(() => search(page).inputValue()).toBe("applause");
    await page.keyboard.press("Enter");
    await page.close();
  });

  it("lists what can be done with the page first, and what every page has last", async () => {
    const page = await openPalette(`${projects}/apple`);
    await expect.poll(() => options(page).allInnerTexts()).toContain("Delete");
    const all = (await options(page).allInnerTexts()).map((text) => text.split("\n")[0]);
    expect(all.slice(0, 3)).toEqual(["Edit", "Duplicate", "Delete"]);
    expect(all.slice(-4)).toEqual(["Theme as the system", "Light theme", "Dark theme", "Recent changes"]);
    await page.close();
  });

  it("leads to all where it shows the first alone", async () => {
    for (let number = 1; number <= 6; number++) await create("projects", `many-${number}`, { title: `Many ${number}` });
    const page = await openPalette();
    await search(page).fill("many-");
    await page.getByRole("option", { name: /^many-5 Many 5/ }).waitFor();
    expect(await page.getByRole("option", { name: /^many-6/ }).count()).toBe(0);
    await page.getByRole("option", { name: /^More projects…/ }).click();
    await expect.poll(() => page.locator("tbody th a").count()).toBe(6);
    await page.close();
  });

  it("makes a new object, as another one or of a list's model", async () => {
    const page = await openPalette(projects);
    await search(page).fill("new project");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/console${projects}/-/new`);
    await page.goto(`${console.service.url}/console${projects}/apple`);
    await page.getByRole("heading", { level: 1, name: "apple" }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await search(page).fill("duplicate");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/console${projects}/-/new?from=apple`);
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("New Project from apple");
    await page.close();
  });

  it("is closed by Escape, is where the user was, and is opened by its button on a phone", async () => {
    const page = await console.open(projects);
    await page.setViewportSize({ width: 375, height: 700 });
    const button = page.getByRole("button", { name: /^Search/ });
    await button.click();
    await search(page).fill("zzz");
    await page.getByText("Nothing found").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/console${projects}`);
    await expect.poll(() => button.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
