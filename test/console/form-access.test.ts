import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import type { Authenticator } from "@cmgen/runtime";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [] };
};

const access = defineAccess({
  authenticate: [byToken],
  roles: {
    triager: {
      pages: ["/openapi.json"],
      resources: {
        projects: "viewer",
        issues: { verbs: ["get", "list", "watch", "update"], readOnly: ["spec.project"], hidden: ["spec.due"] },
      },
    },
    reader: { pages: ["/openapi.json"], resources: { issues: "viewer", projects: "viewer" } },
  },
  bindings: { triager: { users: ["tina"] }, reader: { users: ["rita"] }, admin: { users: ["root"] } },
});

describe.skipIf(!hasChromium)("forms for callers with rights", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  const at = "/tracker.example.com/v1alpha1";

  const send = async (method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const headers = { authorization: "Bearer root", "content-type": "application/json" };
    const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    return (await (await fetch(`${console.service.url}/apis${path}`, init)).json()) as Record<string, unknown>;
  };

  beforeAll(async () => {
    console = await startConsole({ ...tracker, access });
    await send("POST", `${at}/projects`, { metadata: { name: "app" }, spec: { title: "App" } });
    const spec = { title: "Login fails", project: "app", due: "2030-01-01T00:00:00Z" };
    await send("POST", `${at}/issues`, { metadata: { name: "one" }, spec });
  });
  afterAll(() => console?.close());

  const openAs = async (token: string, path: string): Promise<Page> => {
    const page = await console.open(path);
    await page.getByLabel("Token").fill(token);
    await page.keyboard.press("Enter");
    await page.getByRole("radio", { name: "Form" }).check();
    return page;
  };

  it("lock what the caller may not change, and keep what it may not see", async () => {
    const page = await openAs("tina", `${at}/issues/one?edit=true`);
    const project = page.getByRole("combobox", { name: "project (required)" });
    await expect.poll(() => project.getAttribute("readonly")).not.toBeNull();
    const due = page.getByLabel("due", { exact: true });
    expect(await due.getAttribute("readonly")).not.toBeNull();
    expect(await due.inputValue()).toBe("");
    expect(await page.getByText("You may not change this field.").count()).toBe(2);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByLabel("title (required)").fill("Login works");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as version 2.").waitFor();
    expect((await send("GET", `${at}/issues/one`))["spec"]).toMatchObject({
      title: "Login works",
      project: "app",
      due: "2030-01-01T00:00:00Z",
    });
    await page.close();
  });

  it("are locked for whoever may only read", async () => {
    const page = await openAs("rita", `${at}/issues/one?edit=true`);
    await page.getByText("You may not change this object.").waitFor();
    for (const label of ["title (required)", "due"])
      expect(await page.getByLabel(label, { exact: true }).getAttribute("readonly")).not.toBeNull();
    expect(await page.getByRole("button", { name: "Save" }).getAttribute("aria-disabled")).toBe("true");
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("are not offered to whoever may create nothing", async () => {
    const page = await openAs("rita", `${at}/issues/one?edit=true`);
    const reason = async (name: string): Promise<string | null> =>
      page.getByRole("button", { name, exact: true }).getAttribute("title");
    await expect.poll(() => reason("Duplicate")).toBe("You may not create issues.");
    await page.getByRole("link", { name: "issues", exact: true }).last().click();
    for (const name of ["New", "Import"]) await expect.poll(() => reason(name)).toBe("You may not create issues.");
    await page.goto(`${console.service.url}/console${at}/issues/-/new`);
    await page.getByLabel("Token").fill("rita");
    await page.keyboard.press("Enter");
    await page.getByText("You may not create issues.").first().waitFor();
    expect(await page.getByRole("button", { name: "Create" }).getAttribute("aria-disabled")).toBe("true");
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
