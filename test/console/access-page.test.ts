import type { Authenticator } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { openAs, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/tracker.example.com/v1alpha1";

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: ["staff"] };
};

const access = defineAccess({
  authenticate: [byToken],
  roles: {
    reader: {
      pages: ["/openapi.json"],
      resources: { issues: { verbs: ["read"], where: () => ({ "spec.state": "open" }), hidden: ["spec.due"] } },
    },
  },
  bindings: { reader: { users: ["rita"] }, admin: { users: ["root"] } },
});

describe.skipIf(!hasChromium)("pages about access", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole({ ...tracker, access, controllers: [] });
    const write = async (method: string, path: string, metadata: object, spec: object): Promise<void> => {
      const headers = { authorization: "Bearer root", "content-type": "application/json" };
      const init = { method, headers, body: JSON.stringify({ metadata, spec }) };
      expect((await fetch(`${console.service.url}/apis${base}${path}`, init)).ok).toBe(true);
    };
    await write("POST", "/projects", { name: "app" }, { title: "App" });
    for (const state of ["open", "closed"])
      await write("POST", "/issues", { name: state }, { title: "Title", project: "app", state });
    await write("PUT", "/issues/open", {}, { title: "Other", project: "app", state: "open" });
  });
  afterAll(() => console?.close());

  it("say who you are, and nothing that only operators are told", async () => {
    const page = await openAs(console, "rita");
    await page.getByRole("navigation", { name: "Models" }).getByRole("link", { name: "Access" }).click();
    await page.getByText("staff").waitFor();
    await page.getByText("authenticated, reader").waitFor();
    expect(await page.getByRole("heading", { name: "Who may do what" }).count()).toBe(0);
    expect(await page.getByRole("link", { name: "Recent changes" }).count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    // Nothing was asked that would be refused.
    expect(console.requested.filter((url) => url.includes("/admin/") && !url.endsWith("/admin/models"))).toEqual([]);
    await page.close();
  });

  it("explain to operators which rule decides about somebody", async () => {
    const page = await openAs(console, "root", "/-/access");
    await page.getByLabel(/^Who/).fill("rita");
    await page.getByRole("combobox", { name: "Model" }).selectOption({ label: "issues (tracker.example.com)" });
    await page.getByLabel("Object (empty for any)").fill("open");
    await page.getByRole("button", { name: "Explain" }).click();
    await page.getByText("Allowed", { exact: true }).waitFor();
    await page.getByRole("row", { name: "reader a binding of rita" }).waitFor();
    const rule = page.getByRole("table", { name: "Rules" }).getByRole("row", { name: /^reader/ });
    expect(await rule.innerText()).toMatch(/covers the object\s+\{"spec\.state":"open"\}\s+spec\.due/);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel("Object (empty for any)").fill("closed");
    await page.keyboard.press("Enter");
    await page.getByText("Not allowed", { exact: true }).waitFor();
    await page.getByText(/No rule covers the object/).waitFor();
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("show operators the roles and who has them", async () => {
    const page = await openAs(console, "root", "/-/access");
    await page.getByText("reader rita").click();
    const rules = page.getByRole("table", { name: "Rules of reader" }).locator("tbody tr");
    expect((await rules.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim())).toEqual([
      "issues.tracker.example.com get, list, watch some, by the caller spec.due",
    ]);
    await page.getByText("Besides: /openapi.json").waitFor();
    expect(await page.getByText("issues:editor").count()).toBe(0);
    await page.getByLabel("With those that models bring").check();
    await page.getByText("issues:editor", { exact: true }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("list what was changed, by whom, and what of it is asked for", async () => {
    const page = await openAs(console, "root", "/-/changes");
    const rows = page.getByRole("table", { name: "Recent changes" }).locator("tbody tr");
    const names = async (): Promise<readonly string[]> =>
      (await rows.allInnerTexts()).map((text) => text.split(/\s/, 1)[0] ?? "");
    await expect.poll(names).toEqual(["open", "closed", "open", "app"]);
    await page.getByRole("main").getByLabel("Model").selectOption({ label: "Issue (tracker.example.com)" });
    await page.getByLabel("Object").fill("open");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect.poll(names).toEqual(["open", "open"]);
    expect(await rows.first().innerText()).toContain("changed to version 2");
    expect(new URL(page.url()).search).toBe("?resource=issues.tracker.example.com&name=open");
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel("By").fill("nobody");
    await page.keyboard.press("Enter");
    await page.getByText("There are no such changes in the log.").waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(async () => (await names()).length).toBe(4);
    await page.close();
  });

  it("complain of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
