import type { Authenticator } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as people } from "../../examples/people/dist/generated/plugin.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { openAs, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const issues = "/tracker.example.com/v1alpha1/issues";

describe.skipIf(!hasChromium)("endpoints of plugins in the console", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(tracker);
    await console.send("POST", `${base}/projects`, { metadata: { name: "app" }, spec: { title: "App" } });
    for (const name of ["login", "logout"])
      await console.send("POST", `${base}/issues`, { metadata: { name }, spec: { title: name, project: "app" } });
  });
  afterAll(() => console?.close());

  it("are buttons of the object that they are about, which ask for what they take", async () => {
    const page = await console.open(`${issues}/login`);
    await page.getByRole("button", { name: "Close an issue and say why" }).click();
    const dialog = page.getByRole("dialog");
    const reason = dialog.getByRole("textbox", { name: /^reason/ });
    // Whoever has a keyboard alone begins where there is something to type, and the address is of this object.
    await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await dialog.locator("code").first().innerText()).toContain("/issues/login/");
    await dialog.getByRole("button", { name: "Cancel" }).waitFor();
    // The same form as objects have, with YAML beside it.
    const content = dialog.locator(".cm-content");
    await expect.poll(() => content.innerText()).toContain("{}");
    expect(await seriousIssues(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Run" }).click();
    await dialog.locator(".mistakes", { hasText: "is required" }).waitFor();
    await reason.fill("x".repeat(3000));
    await dialog.getByRole("button", { name: "Run" }).click();
    // Each cause is told, and marked at its place.
    await dialog.getByRole("button", { name: "Go to the field /reason" }).waitFor();
    await expect.poll(() => dialog.locator(".cm-lint-marker-error").count()).toBe(1);
    expect(await seriousIssues(page)).toEqual([]);
    await content.press("ControlOrMeta+a");
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), "reason: Works here");
    await page.keyboard.press("ControlOrMeta+v");
    await expect.poll(() => reason.inputValue()).toBe("Works here");
    // Escape is of the editor, and Ctrl+Enter is of the dialog.
    await page.keyboard.press("Escape");
    expect(await dialog.count()).toBe(1);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await dialog.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
    await reason.press("ControlOrMeta+Enter");
    await dialog.getByText("Answered with 200").waitFor();
    expect(await dialog.locator("pre").innerText()).toMatch(/"comment": "closing-/);
    expect(await seriousIssues(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Done" }).click();
    // The page shows what it has done.
    await page.getByText("closed").first().waitFor();
    await page.getByRole("link", { name: /^closing-/ }).waitFor();
    await page.close();
  });

  it("take values of an address in fields, and are found by the palette", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/projects/app");
    await page.getByRole("button", { name: "The titles of a project's issues by state" }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: /^Search for commands/ }).fill("titles");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "The titles of a project's issues by state" });
    await dialog.getByRole("button", { name: "Run" }).click();
    await expect.poll(() => dialog.locator("pre").innerText()).toContain('"logout"');
    await dialog.getByLabel("tag").fill("none");
    await page.keyboard.press("Enter");
    await expect.poll(() => dialog.locator("pre").innerText()).toMatch(/"open": \[\],\s+"closed": \[\]/);
    await dialog.getByLabel("tag").fill("");
    await page.keyboard.press("ControlOrMeta+s");
    await expect.poll(() => dialog.locator("pre").innerText()).toContain('"logout"');
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});

const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [] };
};
const access = defineAccess({
  authenticate: [byToken],
  roles: { reader: { pages: ["/openapi.json"], resources: { projects: "viewer" } } },
  bindings: { reader: { users: ["rita"] }, admin: { users: ["root"] } },
});

describe.skipIf(!hasChromium)("endpoints that a caller may not call", { timeout: 120_000 }, () => {
  it("are greyed out, and say why", async () => {
    const console = await startConsole({ ...tracker, access });
    const headers = { authorization: "Bearer root", "content-type": "application/json" };
    const body = JSON.stringify({ metadata: { name: "app" }, spec: { title: "App" } });
    await fetch(`${console.service.url}${base}/projects`, { method: "POST", headers, body });
    const page = await openAs(console, "rita", "/tracker.example.com/v1alpha1/projects/app");
    const button = page.getByRole("button", { name: "The titles of a project's issues by state" });
    await expect.poll(() => button.getAttribute("title")).toBe("You may not call this endpoint.");
    await button.press("Enter");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await console.close();
  });
});

describe.skipIf(!hasChromium)("endpoints about a model as a whole", { timeout: 120_000 }, () => {
  it("are buttons of its list", async () => {
    const console = await startConsole(people);
    const page = await console.open("/people.example.com/v1alpha1/people");
    await page.getByRole("button", { name: "List names of people" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("limit").fill("0");
    await dialog.getByRole("button", { name: "Run" }).click();
    await dialog.getByText("That did not work").waitFor();
    await dialog.getByLabel("limit").fill("3");
    await dialog.getByRole("button", { name: "Run" }).click();
    await expect.poll(() => dialog.locator("pre").innerText()).toContain('"limit": 3');
    expect(await seriousIssues(page)).toEqual([]);
    expect(console.complaints).toEqual([]);
    await console.close();
  });
});
