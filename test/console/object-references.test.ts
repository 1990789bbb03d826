import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const issues = "/tracker.example.com/v1alpha1/issues";

describe.skipIf(!hasChromium)("references of an object in the console", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(plugin);
    await create("projects", "app", { title: "App" });
    await create("issues", "login", { title: "Login fails", project: "app" });
    for (let number = 1; number <= 12; number++)
      await create("issues", `after-${number}`, { title: "Waits", project: "app", blockedBy: ["login"] });
    await create("comments", "seen", { issue: "login", text: "Seen." });
  });
  afterAll(() => console?.close());

  const create = (plural: string, name: string, spec: object): Promise<unknown> =>
    console.send("POST", `${base}/${plural}`, { metadata: { name }, spec });
  const openDeletion = async (page: Page) => {
    await page.getByRole("button", { name: "Delete" }).click();
    return page.getByRole("alertdialog");
  };

  it("are listed in both directions, the first ten of a field with a link to all", async () => {
    const page = await console.open(`${issues}/login`);
    const card = page.locator("section", { has: page.getByRole("heading", { name: "References" }) });
    await card.getByRole("link", { name: "seen" }).waitFor();
    await expect.poll(() => card.getByRole("link", { name: /^after-/ }).count()).toBe(10);
    expect(await card.getByRole("link", { name: "app", exact: true }).count()).toBe(1);
    // The graph is a picture of the lists.
    expect(await card.locator("svg .node.self").count()).toBe(1);
    expect(await card.locator("svg a").count()).toBe(6);
    expect(await seriousIssues(page)).toEqual([]);
    await card.locator("svg a", { hasText: "seen" }).click();
    await page.waitForURL("**/comments/seen");
    await page.goBack();
    await card.getByRole("link", { name: "All issues" }).click();
    await expect.poll(() => page.locator("tbody th a").count()).toBe(12);
    expect(new URL(page.url()).searchParams.get("select")).toBe("spec.blockedBy=login");
    await page.close();
  });

  it("are searched for right below their field, with what they are called", async () => {
    const page = await console.open(`${issues}/login?edit=true`);
    const field = page.getByRole("combobox", { name: /^project/ });
    await field.fill("ap");
    await page.getByRole("option", { name: "app App" }).waitFor();
    await page.getByText("Searches by how names begin.").waitFor();
    const [box, offers] = [await field.boundingBox(), await page.locator(".popup.as-wide").boundingBox()];
    expect(Math.abs((offers?.x ?? 0) - (box?.x ?? 0))).toBeLessThanOrEqual(2);
    expect(offers?.width).toBeGreaterThanOrEqual((box?.width ?? 0) - 2);
    await page.close();
  });

  it("a deletion says first what goes with it and what is taken out of others", async () => {
    const page = await console.open(`${issues}/login`);
    const dialog = await openDeletion(page);
    const gone = dialog.locator("section", { has: page.getByRole("heading", { name: "Deleted with it" }) });
    await expect.poll(() => gone.getByRole("link").allInnerTexts()).toEqual(["seen"]);
    await gone.getByText("No history is kept of Comment: what is deleted of them cannot be brought back.").waitFor();
    const changed = dialog.locator("section", {
      has: page.getByRole("heading", { name: "The reference is taken out of" }),
    });
    await expect.poll(() => changed.getByRole("link").count()).toBe(11);
    expect(await seriousIssues(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.close();
    // Looking has deleted nothing.
    expect(await console.send("GET", `${base}/comments/seen`)).toMatchObject({ metadata: { version: 1 } });
  });

  it("a deletion that the service would refuse says why, and cannot be asked for", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/projects/app");
    const dialog = await openDeletion(page);
    await expect.poll(() => dialog.getByRole("link", { name: /^after-/ }).count()).toBeGreaterThanOrEqual(9);
    await dialog.getByRole("link", { name: "All 13 issues" }).waitFor();
    // Each name once, as a link.
    const name = await dialog
      .getByRole("link", { name: /^after-/ })
      .first()
      .innerText();
    expect((await dialog.innerText()).split(/\s+/).filter((word) => word.includes(name))).toEqual([name]);
    const button = dialog.getByRole("button", { name: "Delete" });
    expect(await button.getAttribute("title")).toBe("It cannot be deleted");
    // What would become of it is not said where it stays.
    expect(await dialog.getByText("brought back").count()).toBe(0);
    await button.press("Enter");
    expect(await console.send("GET", `${base}/projects/app`)).toMatchObject({ metadata: { name: "app" } });
    expect(await seriousIssues(page)).toEqual([]);
    await dialog.getByRole("link", { name: "All 13 issues" }).click();
    await expect.poll(() => page.locator("tbody th a").count()).toBe(13);
    expect(new URL(page.url()).searchParams.get("select")).toBe("spec.project=app");
    await page.close();
  });

  it("without any, a deletion says so, and the page fits a phone", async () => {
    await create("projects", "empty", { title: "Empty" });
    const page = await console.open("/tracker.example.com/v1alpha1/projects/empty");
    await page.setViewportSize({ width: 375, height: 700 });
    await page.getByText("Nothing that you may list refers to this object.").waitFor();
    const dialog = await openDeletion(page);
    await dialog.getByText("Nothing that you may list is changed by this.").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    await dialog.getByRole("button", { name: "Delete", disabled: false }).click();
    await page.waitForURL("**/console/tracker.example.com/v1alpha1/projects");
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
