import { tokens, type Authenticator } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { openAs, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer ([a-z]+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [] };
};
const access = defineAccess({
  authenticate: [tokens(), byToken],
  roles: { keeper: { includes: ["viewer"], operator: ["tokens"] } },
  bindings: { keeper: { users: ["kim"] }, viewer: { users: ["rita"] } },
});

describe.skipIf(!hasChromium)("the page of tokens", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole({ ...tracker, access });
  });
  afterAll(() => console?.close());

  it("makes one, shows it once, and revokes it", async () => {
    const page = await openAs(console, "kim");
    await page.getByRole("navigation", { name: "Models" }).getByRole("link", { name: "Tokens" }).click();
    await page.getByText("There are no tokens yet.").waitFor();
    await page.getByLabel(/^Name/).fill("ci");
    await page.getByLabel(/^Roles/).fill("issues:viewer, projects:viewer");
    await page.getByLabel("Valid for").selectOption("7 days");
    await page.getByRole("button", { name: "Make a token" }).click();
    const shown = page.locator("code.secret");
    const secret = await shown.innerText();
    const list = (): Promise<number> =>
      fetch(`${console.service.url}/apis/tracker.example.com/v1alpha1/issues`, {
        headers: { authorization: `Bearer ${secret}` },
      }).then(({ status }) => status);
    expect(await list()).toBe(200);
    await page.getByRole("button", { name: "Copy" }).click();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
    const row = page.getByRole("row", { name: /^ci / });
    await expect.poll(() => row.innerText()).toMatch(/token:ci\s+issues:viewer, projects:viewer\s+valid/);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("button", { name: "Hide it" }).click();
    expect(await shown.count()).toBe(0);
    await page.getByRole("button", { name: /^Revoke ci/ }).click();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    await expect.poll(() => row.innerText()).toContain("revoked");
    expect(await list()).toBe(401);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    await page.close();
  });

  it("says why one cannot be made", async () => {
    const page = await openAs(console, "kim", "/-/tokens");
    await page.getByLabel(/^Name/).fill("boss");
    await page.getByLabel(/^Roles/).fill("admin");
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.getByText("The token has the role admin, and the caller has not all of its rights.").waitFor();
    await page.getByLabel(/^Roles/).fill("nothing");
    await page.getByRole("button", { name: "Make a token" }).click();
    await page.getByText("/roles/0", { exact: true }).waitFor();
    expect(await page.locator("code.secret").count()).toBe(0);
    await page.close();
  });

  it("is not there for others", async () => {
    const page = await openAs(console, "rita");
    await page.getByRole("navigation", { name: "Models" }).getByRole("link", { name: "Access" }).waitFor();
    expect(await page.getByRole("link", { name: "Tokens" }).count()).toBe(0);
    await page.close();
    const direct = await openAs(console, "rita", "/-/tokens");
    await direct.getByText("You may not do this").waitFor();
    await direct.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
