import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageFolder } from "@cmgen/console";
import * as react from "react";
import * as reactDom from "react-dom";
import * as jsxRuntime from "react/jsx-runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { type ConsoleBrowser, seriousIssues, startConsole } from "./console-browser.js";

const api = "/apis/tracker.example.com/v1alpha1";

describe("what a plugin adds to the console", () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(plugin);
    const issue = (name: string, spec: object): object => ({
      apiVersion: "tracker.example.com/v1alpha1",
      kind: "Issue",
      metadata: { name },
      spec: { title: `Issue ${name}`, project: "garden", ...spec },
    });
    await console.send("POST", `${api}/projects`, {
      apiVersion: "tracker.example.com/v1alpha1",
      kind: "Project",
      metadata: { name: "garden" },
      spec: { title: "Garden" },
    });
    await console.send("POST", `${api}/issues`, issue("late", { due: "2026-01-01T00:00:00Z" }));
    await console.send("POST", `${api}/issues`, issue("done", { due: "2026-01-01T00:00:00Z", state: "closed" }));
  });
  afterAll(() => console.close());

  it("is a column's cell, with its style", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/issues");
    const overdue = page.locator(".tracker-late");
    await overdue.waitFor();
    expect(await overdue.count()).toBe(1);
    expect(await overdue.evaluate((element) => getComputedStyle(element).fontWeight)).toBe("600");
  });

  it("is a panel with an object, which follows changes", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/projects/garden");
    const panel = page.locator("section", { has: page.getByRole("heading", { name: "Progress" }) });
    await expect.poll(() => panel.textContent()).toContain("1 of 2 closed");
    expect(await seriousIssues(page)).toEqual([]);
  });

  it("is a page in the navigation, which asks the service as the console does", async () => {
    const page = await console.open();
    await page.getByRole("link", { name: "Overdue issues" }).click();
    await page.getByRole("link", { name: "Issue late" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/console/tracker.example.com/v1alpha1/issues/late");
    await page.goto(`${console.service.url}/console/-/pages/tracker/overdue`);
    await page.getByRole("heading", { name: "Overdue issues" }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
  });

  it("is a field of the form", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/issues/late?edit=true");
    const tags = page.getByLabel("tags", { exact: true });
    await tags.fill("garden, urgent");
    await tags.blur();
    await page.getByRole("button", { name: "Save" }).click();
    const spec = async (): Promise<unknown> => (await console.send("GET", `${api}/issues/late`))["spec"];
    await expect.poll(spec).toMatchObject({ tags: ["garden", "urgent"], title: "Issue late" });
    expect(await seriousIssues(page)).toEqual([]);
  });

  it("has source maps beside what is loaded", async () => {
    const module = console.requested.find((url) => /\/extensions\/tracker\/issue-[^/]+\.js$/.test(url));
    const answer = await fetch(`${module}.map`);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await answer.json()).toMatchObject({ sources: ["src/console/issue.tsx"] });
  });

  it("breaks no policy", () => {
    expect(console.complaints).toEqual([]);
  });
});

/** As `cmgen build console` writes it, by hand: every part of it throws but one. */
const throwing = `
import { jsx } from "../../shared/react-jsx-runtime.js";
const fail = (what) => () => { throw new Error(what + " is broken"); };
export default {
  models: { issues: { group: "tracker.example.com", version: "v1alpha1", plural: "issues" } },
  extension: {
    resources: {
      issues: {
        columns: { "spec.title": { cell: fail("The cell") } },
        fields: { "spec.title": fail("The field") },
        panels: [
          { title: "Broken panel", panel: fail("The panel") },
          { title: "Good panel", panel: ({ object }) => jsx("p", { children: "This is " + object.metadata.name }) },
        ],
      },
      gone: { panels: [{ title: "Of no model", panel: fail("It") }] },
    },
    pages: [
      { path: "broken", title: "Broken page", page: fail("The page") },
      { path: "broken", title: "Second page", page: () => "Never" },
    ],
  },
};
`;

describe("an extension that throws", () => {
  let console: ConsoleBrowser;
  const root = mkdtempSync(join(tmpdir(), "cmgen-extension-"));

  beforeAll(async () => {
    const folder = join(root, "dist/console");
    mkdirSync(folder, { recursive: true });
    const files = {
      "throws-1.js": throwing,
      "unloaded-2.js": 'throw new Error("no");',
      "nothing-3.js": "export default 7;",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const modules = Object.keys(files).map((file) => ({ module: file.replace(/-.*/, ".tsx"), file, styles: [] }));
    writeFileSync(join(folder, "extension.json"), JSON.stringify({ modules }));
    const broken = { ...plugin, manifests: false as const, root: pathToFileURL(`${root}/`) };
    console = await startConsole(plugin, { plugins: [broken] });
    const apiVersion = "tracker.example.com/v1alpha1";
    await console.send("POST", `${api}/projects`, {
      apiVersion,
      kind: "Project",
      metadata: { name: "garden" },
      spec: { title: "Garden" },
    });
    await console.send("POST", `${api}/issues`, {
      apiVersion,
      kind: "Issue",
      metadata: { name: "one" },
      spec: { title: "Dig", project: "garden" },
    });
  });
  afterAll(async () => {
    await console.close();
    rmSync(root, { recursive: true });
  });

  it("in a cell leaves the plain value", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/issues");
    await expect.poll(() => page.getByRole("cell", { name: "Dig" }).count()).toBe(1);
    // Who looks for the cause finds the source.
    const named = "throws.tsx of the plugin tracker: The cell is broken";
    await expect.poll(() => console.complaints.some((text) => text.includes(named))).toBe(true);
  });

  it("in a panel leaves the other panels and the page", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/issues/one");
    await page.getByText("This is one").waitFor();
    await page.getByText("throws.tsx of the plugin tracker: The panel is broken").waitFor();
    expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(1);
  });

  it("in a field leaves the console's own", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/issues/one?edit=true");
    await page.getByLabel("title").fill("Dig deeper");
    await page.getByRole("button", { name: "Save" }).click();
    await expect
      .poll(async () => (await console.send("GET", `${api}/issues/one`))["spec"])
      .toMatchObject({ title: "Dig deeper" });
  });

  it("in a page leaves the navigation, and every page that one goes to", async () => {
    const page = await console.open("/-/pages/tracker/broken");
    await page.getByText("throws.tsx of the plugin tracker: The page is broken").waitFor();
    await page.getByRole("link", { name: "projects" }).first().click();
    await expect.poll(() => page.getByRole("link", { name: "garden" }).count()).toBe(1);
  });

  it("with two pages of one path shows the first", async () => {
    const page = await console.open();
    await page.getByRole("link", { name: "Broken page" }).waitFor();
    expect(await page.getByRole("link", { name: "Second page" }).count()).toBe(0);
  });

  it("when it is loaded is named on the start page", async () => {
    const page = await console.open();
    const failures = page.getByText(/of the plugin tracker: /);
    await failures.first().waitFor();
    // A module that cannot be loaded has the page loaded again, once: it may be of a release that is gone.
    await expect
      .poll(() => failures.allTextContents())
      .toEqual([
        "unloaded.tsx of the plugin tracker: no",
        expect.stringContaining("nothing.tsx of the plugin tracker: It does not export what defineConsole"),
        'throws.tsx of the plugin tracker: The page "Second page" is not shown: a page of throws.tsx has its path broken already.',
      ]);
  });
});

describe("the modules that extensions share with the page", () => {
  const internal = /^(?:__|unstable_useCacheRefresh$|browser$|default$|module\.exports$)/;
  const modules = { react, "react-dom": reactDom, "react-jsx-runtime": jsxRuntime };

  it.each(Object.entries(modules))("%s has every name of the module", (name, module) => {
    const text = readFileSync(new URL(`shared/${name}.js`, pageFolder), "utf8");
    const [, exported = ""] = /export\s*\{([^}]*)\}/.exec(text) ?? [];
    const names = exported.split(",").map((each) => each.split(" as ").at(-1)?.trim());
    expect(Object.keys(module).filter((each) => !internal.test(each) && !names.includes(each))).toEqual([]);
  });
});
