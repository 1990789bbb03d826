import { defineController } from "@cmgen/runtime";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { projectModel } from "../../examples/tracker/dist/generated/v1alpha1/models.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { openAs, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const model = "/tracker.example.com/v1alpha1/issues";
const WIDTH = 375;

const welcome = defineController({
  name: "welcome-with-a-name-that-is-longer-than-most",
  model: projectModel,
  reconcile: () => {
    throw new Error(`No${"!".repeat(300)}`);
  },
});

describe.skipIf(!hasChromium)("the console on a phone", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole({ ...plugin, controllers: [welcome] });
    await create("projects", "app", { title: "App" });
    await create("issues", "login", { title: `Login ${"fails ".repeat(20)}`, project: "app", tags: ["bug"] });
    for (let number = 1; number <= 12; number++)
      await create("issues", `after-${number}`, { title: "Waits", project: "app", blockedBy: ["login"] });
  });
  afterAll(() => console?.close());

  const create = (plural: string, name: string, spec: object): Promise<unknown> =>
    console.send("POST", `${base}/${plural}`, { metadata: { name }, spec });
  const openPhone = async (path: string): Promise<Page> => {
    const page = await console.open(path);
    await page.setViewportSize({ width: WIDTH, height: 700 });
    await page.getByRole("heading", { level: 1 }).waitFor();
    return page;
  };
  const heightOfHeader = (page: Page): Promise<unknown> =>
    page.evaluate("document.querySelector('header.top').getBoundingClientRect().height");

  it.each([
    "",
    model,
    `${model}?group=spec.state&count=true`,
    `${model}/login`,
    `${model}/login?edit=true`,
    `${model}/login?history=true`,
    "/tracker.example.com/v1alpha1/projects/app",
    `${model}/-/new`,
    "/-/import",
    "/-/changes",
  ])("has no page that scrolls sideways: %s", async (path) => {
    const page = await openPhone(path);
    await expect.poll(() => page.getByText("Loading…").count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(WIDTH);
    expect(await heightOfHeader(page)).toBeLessThanOrEqual(60);
    await page.close();
  });

  it("shows the figures of the overview on the screen", async () => {
    const page = await openPhone("");
    const count = page.getByRole("table", { name: "Models" }).getByRole("cell", { name: "13", exact: true });
    const figures = page.getByRole("row", { name: /^welcome-with/ }).getByRole("cell");
    await count.waitFor();
    await figures.first().waitFor();
    for (const figure of [count, ...(await figures.all())]) {
      const box = await figure.boundingBox();
      if (box === null || box.height === 0) continue;
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(WIDTH);
    }
    // Each figure says what it is.
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('.table.data td'), '::before').content"),
    ).toMatch(/^"\w/);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("has the theme and the caller in its menu", async () => {
    const page = await openPhone("");
    expect(await page.getByLabel("Theme").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog");
    await menu.getByLabel("Theme").selectOption("dark");
    await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    await menu.getByText("Everybody may do everything here").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });
});

describe.skipIf(!hasChromium)("the console on a phone of somebody who is known", { timeout: 120_000 }, () => {
  it("fits, also on the pages of operators", async () => {
    const access = defineAccess({
      authenticate: [
        ({ headers }) => (headers.authorization === "Bearer root" ? { name: "root", groups: [] } : undefined),
      ],
      roles: {},
      bindings: { admin: { users: ["root"] } },
    });
    const console = await startConsole({ ...plugin, access });
    const page = await openAs(console, "root");
    await page.setViewportSize({ width: WIDTH, height: 700 });
    for (const link of ["Overview", "Access", "Tokens", "Recent changes"]) {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog").getByRole("link", { name: link }).click();
      await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
      await page.getByRole("heading", { level: 1 }).waitFor();
      expect([link, await page.evaluate("document.documentElement.scrollWidth")]).toEqual([link, WIDTH]);
    }
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).waitFor();
    await console.close();
  });
});
