import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";

describe.skipIf(!hasChromium)("the console's start page", { timeout: 120_000 }, () => {
  let tracker: ConsoleBrowser;

  beforeAll(async () => {
    tracker = await startConsole(plugin, { basePath: "/team" });
    await tracker.send("POST", `${base}/projects`, { metadata: { name: "web" }, spec: { title: "The web site" } });
  });
  afterAll(() => tracker?.close());

  it("shows the models with their counts, which follow what happens, and the plugins", async () => {
    const page = await tracker.open();
    const row = page.getByRole("table", { name: "Models" }).getByRole("row", { name: /Project/ });
    await expect.poll(() => row.innerText()).toMatch(/tracker\.example\.com\/v1alpha1\s+1$/);
    await tracker.send("POST", `${base}/projects`, { metadata: { name: "app" }, spec: { title: "The app" } });
    await expect.poll(() => row.innerText()).toMatch(/\s2$/);
    await expect.poll(() => page.getByRole("row", { name: "tracker started" }).count()).toBe(1);
    expect(await page.title()).toBe("tracker · Console");
    await page.close();
  });

  it("works below a path, and finds its way from any address", async () => {
    const page = await tracker.open("/");
    const side = page.getByRole("navigation", { name: "Models" });
    await side.getByRole("link", { name: /projects/ }).click();
    await page.waitForURL(`${tracker.service.url}/team/console/tracker.example.com/v1alpha1/projects`);
    await page.reload();
    await page.getByRole("link", { name: "web" }).waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole("heading", { level: 1 }).innerText()).toBe("tracker");
    await page.close();
  });

  it("is used by the keyboard: the first key leads past the navigation", async () => {
    const page = await tracker.open();
    // The page has been drawn: a key that comes before that leads out of it.
    await page.getByRole("row", { name: "tracker started" }).waitFor();
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Skip to the content");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("content");
    expect(new URL(page.url()).hash).toBe("");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Comment");
    await page.close();
  });

  it("is dark or light as the user chose, also after it is loaded again", async () => {
    const page = await tracker.open();
    const ground = (): Promise<unknown> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.getByLabel("Theme").selectOption("dark");
    expect(await ground()).toBe("rgb(20, 23, 28)");
    await page.reload();
    await page.getByLabel("Theme").waitFor();
    expect(await ground()).toBe("rgb(20, 23, 28)");
    await page.close();
  });

  it("fits a phone, with its navigation behind a button", async () => {
    const page = await tracker.open();
    await page.setViewportSize({ width: 375, height: 700 });
    await page.getByRole("button", { name: "Menu" }).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^issues/ })
      .click();
    await page.getByRole("heading", { level: 1, name: "issues" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("says that there is nothing at an address that leads nowhere", async () => {
    const page = await tracker.open("/nowhere");
    await page.getByRole("heading", { name: "There is nothing here" }).waitFor();
    await page.goto(`${tracker.service.url}/team/console/tracker.example.com/v1alpha1/pets`);
    const told = page.getByText("This service has no model at /apis/tracker.example.com/v1alpha1/pets.");
    await expect.poll(() => told.count()).toBe(1);
    await page.close();
  });

  it("has no serious issue of accessibility", async () => {
    const page = await tracker.open();
    await page.getByRole("row", { name: "tracker started" }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("asks nobody else for anything, and breaks no rule of its policy", () => {
    const hosts = tracker.requested.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).origin);
    expect([...new Set(hosts)]).toEqual([tracker.service.url]);
    expect(tracker.complaints).toEqual([]);
  });
});
