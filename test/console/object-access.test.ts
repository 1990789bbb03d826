import type { Authenticator } from "@cmgen/runtime";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { openAs, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/tracker.example.com/v1alpha1";

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [] };
};

const access = defineAccess({
  authenticate: [byToken],
  roles: {
    reader: {
      pages: ["/openapi.json"],
      resources: {
        projects: { verbs: ["read", "delete"] },
        issues: { verbs: ["read"], where: () => ({ "spec.state": "open" }), hidden: ["spec.blockedBy"] },
      },
    },
  },
  bindings: { reader: { users: ["rita"] }, admin: { users: ["root"] } },
});

describe.skipIf(!hasChromium)("an object whose caller may not see everything", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole({ ...tracker, access });
    await create("projects", "app", { title: "App" });
    await create("issues", "seen", { title: "Seen", project: "app" });
    await create("issues", "unseen", { title: "Unseen", project: "app", state: "closed", blockedBy: ["seen"] });
    await create("issues", "blocked", { title: "Blocked", project: "app", blockedBy: ["seen"] });
    await create("comments", "unread", { issue: "seen", text: "Not for everybody." });
  });
  afterAll(() => console?.close());

  const create = async (plural: string, name: string, spec: object): Promise<void> => {
    const headers = { authorization: "Bearer root", "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ metadata: { name }, spec }) };
    expect((await fetch(`${console.service.url}/apis${base}/${plural}`, init)).status).toBe(201);
  };
  const open = (path: string): Promise<Page> => openAs(console, "rita", base + path);
  const bodyOf = (page: Page): Promise<string> => page.locator("body").innerText();

  it("is referred to by what they may list, by fields that they may see", async () => {
    const page = await open("/projects/app");
    await page.getByRole("link", { name: "seen" }).waitFor();
    expect(await bodyOf(page)).not.toContain("unseen");
    await page.close();
    const issue = await open("/issues/seen");
    await issue.getByText("Nothing that you may list refers to this object.").waitFor();
    expect(await bodyOf(issue)).not.toMatch(/unread|blocked|unseen/);
    await issue.close();
  });

  it("is not deleted while something refers to it that they do not see, and nothing says what", async () => {
    const page = await open("/projects/app");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("It cannot be deleted").first().waitFor();
    expect(await bodyOf(page)).not.toContain("unseen");
    await page.close();
  });

  it("has no history for them, by its button or its address", async () => {
    const page = await open("/issues/seen?history=true");
    await page.getByText("You may not read the history of this object.").waitFor();
    expect(await page.getByRole("table", { name: "Versions, the newest first" }).count()).toBe(0);
    await page.close();
  });
});
