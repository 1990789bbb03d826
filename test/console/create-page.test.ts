import type { Plugin, PluginAccess } from "@cmgen/runtime/codegen";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasChromium } from "../browser/launch-chromium.js";
import { openAs, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";
import { buildEveryType, plainThing } from "./every-type.js";

const base = "/apis/types.example.com/v1";
const things = "/types.example.com/v1/things";

/** Of a caller that may make things, and does not see what their parts are called. */
const untitled: PluginAccess = {
  resources: {
    things: { group: "types.example.com", plural: "things" },
    parts: { group: "types.example.com", plural: "parts" },
  },
  definition: {
    authenticate: [
      ({ headers }) => {
        const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
        return name === undefined ? undefined : { name, groups: [] };
      },
    ],
    roles: {
      untitled: {
        pages: ["/openapi.json"],
        resources: {
          things: { verbs: ["get", "list", "watch", "create"] },
          parts: { verbs: ["get", "list", "watch", "create"], hidden: ["spec.title"] },
        },
      },
    },
    bindings: { untitled: { users: ["tina"] }, admin: { users: ["root"] } },
  },
};

describe.skipIf(!hasChromium)("making an object", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let plugin: Plugin;
  let remove: () => void;

  beforeAll(async () => {
    const built = await buildEveryType();
    ({ plugin, remove } = built);
    console = await startConsole(plugin);
  });
  afterAll(async () => {
    await console?.close();
    remove?.();
  });

  const fill = (page: Page, label: string, value: string): Promise<void> =>
    page.getByRole("textbox", { name: `${label} (required)`, exact: true }).fill(value);
  const choose = async (page: Page, label: string, value: string): Promise<void> => {
    await page.getByRole("combobox", { name: `${label} (required)`, exact: true }).selectOption({ label: value });
  };

  it("by a form, from its list", async () => {
    const page = await console.open(things);
    await page.getByRole("link", { name: "New" }).click();
    await page.getByRole("heading", { level: 1, name: "New Thing" }).waitFor();
    await page.getByRole("radio", { name: "Form" }).check();
    await page.getByRole("textbox", { name: "name", exact: true }).fill("made");
    await fill(page, "text", "Made by hand");
    await page.getByLabel("instant (required)").fill("2031-01-02T03:04:05");
    await fill(page, "integer", "3");
    await fill(page, "number", "4.5");
    await fill(page, "big", "12");
    await choose(page, "flag", "yes");
    await choose(page, "priority", "0");
    await page.getByLabel("Kind of either", { exact: true }).selectOption({ label: "Text" });
    await page.getByRole("textbox", { name: "Text", exact: true }).fill("one");
    await page.getByLabel("Kind of shape", { exact: true }).selectOption({ label: "Circle" });
    await fill(page, "radius", "1");
    await fill(page, "street", "Main Street");
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("alert").getByText("/spec/choice").waitFor();
    await choose(page, "choice", "c");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "made" }).waitFor();
    expect((await console.send("GET", `${base}/things/made`))["spec"]).toMatchObject({
      text: "Made by hand",
      integer: 3,
      flag: true,
      priority: 0,
      either: "one",
      shape: { radius: 1 },
      nothing: null,
      textNullable: null,
      nestedNullable: null,
      fixedNumber: 1,
      texts: [],
      labels: {},
    });
    await page.close();
  });

  it("by a form, with a name that is made up", async () => {
    const page = await console.open("/types.example.com/v1/parts/-/new");
    await page.getByRole("radio", { name: "Form" }).check();
    await page.getByText("A name is made up when this is left empty.").waitFor();
    expect(await page.getByText("generateName").count()).toBe(0);
    await fill(page, "title", "No name");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: /^part-/ }).waitFor();
    await page.close();
  });

  it("as YAML, with a name that the service makes", async () => {
    const page = await console.open("/types.example.com/v1/parts/-/new");
    await page.getByRole("radio", { name: "YAML" }).check();
    const content = page.locator(".cm-content");
    await content.press("ControlOrMeta+a");
    const text = `apiVersion: types.example.com/v1\nkind: Part\nmetadata:\n  generateName: wheel-\nspec:\n  title: A wheel\n`;
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press("ControlOrMeta+v");
    await page.getByRole("button", { name: "Create" }).click();
    const heading = page.getByRole("heading", { level: 1, name: /^wheel-/ });
    const made = await console.send("GET", `${base}/parts/${await heading.innerText()}`);
    expect(made["spec"]).toEqual({ title: "A wheel" });
    await page.close();
  });

  it("as another one, without what is of that one alone", async () => {
    const metadata = { name: "origin", labels: { team: "red" }, annotations: { note: "mine" } };
    const spec = { ...plainThing, serial: "S1", password: "hunter2", labels: { a: "b" } };
    await console.send("POST", `${base}/things`, { metadata, spec });
    const page = await console.open(`${things}/origin`);
    await page.getByRole("link", { name: "Duplicate" }).click();
    await page.getByRole("heading", { level: 1, name: "New Thing from origin" }).waitFor();
    await page.getByRole("radio", { name: "Form" }).check();
    const name = page.getByRole("textbox", { name: "name", exact: true });
    expect(await name.inputValue()).toBe("origin-copy");
    // What cannot be changed in the other one is free in the new one.
    await page.getByRole("textbox", { name: "serial", exact: true }).fill("S2");
    await name.fill("copy");
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "copy" }).waitFor();
    const copy = await console.send("GET", `${base}/things/copy`);
    const origin = await console.send("GET", `${base}/things/origin`);
    expect(copy["spec"]).toEqual({ ...(origin["spec"] as object), serial: "S2" });
    expect(copy["metadata"]).toMatchObject({ labels: { team: "red" }, version: 1 });
    expect(copy["metadata"]).not.toHaveProperty("annotations");
    await page.close();
  });

  it("with a reference that is found by its title, where that has an index", async () => {
    await console.send("POST", `${base}/parts`, { metadata: { name: "x1" }, spec: { title: "Front Shop" } });
    const page = await console.open(`${things}/-/new`);
    await page.getByRole("radio", { name: "Form" }).check();
    const field = page.getByRole("combobox", { name: "part", exact: true });
    for (const text of ["shop", "front sh", "x"]) {
      await field.fill(text);
      await page.getByRole("option", { name: "x1 Front Shop" }).waitFor();
    }
    expect(await page.getByText("Searches by how names begin.").count()).toBe(0);
    await page.getByRole("option", { name: "x1 Front Shop" }).click();
    expect(await field.inputValue()).toBe("x1");
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: /^Search for commands/ }).fill("front shop");
    await page.getByRole("option", { name: /^x1 Front Shop/ }).waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.close();
  });

  it("with a reference that is found by its name alone, where its title is hidden", async () => {
    const own = await startConsole({ ...plugin, access: untitled });
    const part = { metadata: { name: "x2-of-a-hidden-title" }, spec: { title: "X2 hidden" } };
    const headers = { authorization: "Bearer root", "content-type": "application/json" };
    await fetch(`${own.service.url}${base}/parts`, { method: "POST", headers, body: JSON.stringify(part) });
    const page = await openAs(own, "tina", `${things}/-/new`);
    await page.getByRole("radio", { name: "Form" }).check();
    const field = page.getByRole("combobox", { name: "part", exact: true });
    await field.fill("x2");
    await page.getByRole("option", { name: "x2-of-a-hidden-title", exact: true }).waitFor();
    await page.getByText("Searches by how names begin.").waitFor();
    await field.fill("hidden");
    await page.getByText("Nothing found").waitFor();
    expect(await page.getByRole("option").count()).toBe(0);
    page.on("dialog", (dialog) => void dialog.accept());
    await own.close();
  });

  it.each(["origin-copy", "part-wt4wzcpj"])("as %s, with a name that is made up", async (from) => {
    await console.send("POST", `${base}/parts`, { metadata: { name: from }, spec: { title: "A wheel" } });
    const page = await console.open(`/types.example.com/v1/parts/${from}`);
    await page.getByRole("link", { name: "Duplicate" }).click();
    await page.getByRole("radio", { name: "Form" }).check();
    expect(await page.getByRole("textbox", { name: "name", exact: true }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Create" }).click();
    const heading = page.getByRole("heading", { level: 1, name: /^part-[a-z0-9]{8}$/ });
    await heading.filter({ hasNotText: from }).waitFor();
    await page.close();
  });

  it("refuses a name that is taken, and keeps what was given", async () => {
    await console.send("POST", `${base}/parts`, { metadata: { name: "taken" }, spec: { title: "x" } });
    const page = await console.open("/types.example.com/v1/parts/-/new");
    await page.getByRole("radio", { name: "Form" }).check();
    await page.getByRole("textbox", { name: "name", exact: true }).fill("taken");
    await fill(page, "title", "Another");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("alert").getByText("taken").first().waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("textbox", { name: "name", exact: true }).fill("free");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { level: 1, name: "free" }).waitFor();
    await page.close();
  });

  it("says of an import that a secret is set, as nobody is shown whether it changes", async () => {
    await console.send("POST", `${base}/things`, { metadata: { name: "secret" }, spec: plainThing });
    const { metadata: _, ...thing } = await console.send("GET", `${base}/things/secret`);
    const page = await console.open("/-/import");
    const given = {
      ...thing,
      metadata: { name: "secret" },
      spec: { ...(thing["spec"] as object), password: "hunter2" },
    };
    const file = { name: "a.json", mimeType: "text/plain", buffer: Buffer.from(JSON.stringify(given)) };
    await page.getByLabel("Files").setInputFiles([file]);
    // In a merge `null` would remove what it stands for.
    await page.getByLabel("Objects that exist").selectOption({ label: "are replaced" });
    await page.getByRole("button", { name: "Check" }).click();
    await page.getByText("0 to create, 1 to change, 0 the same, 0 refused.").waitFor();
    await page.getByText("password: set to what is given").waitFor();
    await page.getByRole("button", { name: "Import 1 object" }).click();
    await page.getByText("Imported: 0 created, 1 changed.").waitFor();
    expect((await console.send("GET", `${base}/things/secret`))["metadata"]).toMatchObject({ version: 2 });
    await page.close();
  });

  it("asks before it is left, and fits a phone", async () => {
    const page = await console.open("/types.example.com/v1/parts/-/new");
    await page.setViewportSize({ width: 390, height: 800 });
    await fill(page, "title", "Begun");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void dialog.accept();
    });
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.waitForURL("**/parts");
    expect(asked).toEqual(["Your changes are not saved. Leave all the same?"]);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
