import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import type { Authenticator } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "../browser/launch-chromium.js";
import { buildUsersPlugin, post, startUsers, type UsersPlugin } from "../sign-in/users-service.js";
import { lookAt, openAs as openAsCaller, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const PASSWORD = "correct horse battery";

describe.skipIf(!hasChromium)("signing in to the console", { timeout: 240_000 }, () => {
  let built: UsersPlugin;
  let console: ConsoleBrowser;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    built = await buildUsersPlugin();
    const service = await startUsers(built, "sqlite", { console: true });
    console = await lookAt(service.server);
    await post(service.server.url, "sign-up", { name: "ann", password: PASSWORD, email: "ann@example.com" });
    stop = () => service.close();
  });
  afterAll(async () => {
    await console?.browser.close();
    await stop?.();
    built?.remove();
  });

  it("is asked for, and a wrong password is said to be wrong", async () => {
    const page = await console.open();
    await page.getByText("This service asks who you are.").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel("Name or email address").fill("ann");
    await page.getByLabel("Password").fill("a wrong password");
    await page.keyboard.press("Enter");
    await page.getByText("The user or the password is wrong.").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("somebody who may not read what the service has is told so", async () => {
    const page = await console.open();
    await page.getByLabel("Name or email address").fill("ann@example.com");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByText("ann may not read what this service has.").waitFor();
    expect(await page.evaluate("document.cookie")).toBe("");
    await page.close();
  });
});

/** Tokens that are no longer valid. */
const revoked = new Set<string>();

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined || revoked.has(name) ? undefined : { name, groups: [] };
};

const access = defineAccess({
  authenticate: [byToken],
  roles: {
    reader: {
      pages: ["/openapi.json"],
      resources: { projects: { verbs: ["get", "list", "watch"], where: () => ({ "metadata.name": "app" }) } },
    },
  },
  bindings: { reader: { users: ["rita"] }, admin: { users: ["root"] } },
});

describe.skipIf(!hasChromium)("what the console shows to callers with rights", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  const projects = "/tracker.example.com/v1alpha1/projects";

  beforeAll(async () => {
    console = await startConsole({ ...tracker, access });
    for (const name of ["app", "web"])
      await fetch(`${console.service.url}/apis${projects}`, {
        method: "POST",
        headers: { authorization: "Bearer root", "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name }, spec: { title: name } }),
      });
  });
  afterAll(() => console?.close());

  const openAs = (token: string, path?: string) => openAsCaller(console, token, path);

  it("is what they may see, and no more", async () => {
    const page = await openAs("rita");
    const rows = page.locator("main tbody tr");
    await expect.poll(() => rows.allInnerTexts()).toEqual([expect.stringMatching(/^Project\s.*\s1$/)]);
    expect(await page.getByRole("heading", { name: "Plugins" }).count()).toBe(0);
    await page.getByRole("link", { name: "Project", exact: true }).click();
    await page.getByRole("link", { name: "app", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "app" }).waitFor();
    const button = page.getByRole("button", { name: "Delete" });
    await expect.poll(() => button.getAttribute("title")).toBe("You may not delete this object.");
    await button.press("Enter");
    expect(await page.getByRole("alertdialog").count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("a list that they may not read says so", async () => {
    const page = await openAs("rita", "/tracker.example.com/v1alpha1/issues");
    await page.getByText("You may not do this").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("the token is forgotten with the page, and when it is signed out", async () => {
    const page = await openAs("root");
    await page.getByRole("heading", { name: "Plugins" }).waitFor();
    const kept = await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])");
    expect(kept).not.toContain("root");
    await page.reload();
    await page.getByText("This service asks who you are.").waitFor();
    await page.close();
    const other = await openAs("root");
    await other.getByRole("button", { name: "Sign out" }).click();
    await other.getByText("This service asks who you are.").waitFor();
    await other.close();
  });

  it("a session that ends while somebody edits is begun again over the page, and nothing is lost", async () => {
    const page = await openAs("root", `${projects}/app?edit=true`);
    const content = page.locator(".cm-content");
    await content.press("ControlOrMeta+End");
    await content.pressSequentially("# not saved");
    revoked.add("root");
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    revoked.delete("root");
    await page.getByRole("button", { name: "With a token" }).click();
    await page.getByLabel("Token").fill("root");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await content.innerText()).toContain("# not saved");
    page.on("dialog", (dialog) => void dialog.accept());
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
