import type { Authenticator } from "@cmgen/runtime";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { openAs as openConsoleAs, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const list = "/tracker.example.com/v1alpha1";

interface Stored {
  readonly metadata: { readonly version: number; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

const box = (page: Page, name: string): Locator => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
const selected = (page: Page): Promise<string[]> => page.locator("tbody tr.picked th a").allInnerTexts();
const names = (page: Page): Promise<string[]> => page.locator("tbody th a").allInnerTexts();
const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
const outcome = (page: Page, name: string): Locator =>
  page.getByRole("dialog").getByRole("row", { name: new RegExp(`^${name} `) });

describe.skipIf(!hasChromium)("several objects of a list", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let round = 0;
  let prefix = "";
  const issues = (): string => `${list}/issues?sort=metadata.name&select=metadata.name%5E%3D${prefix}`;

  beforeAll(async () => {
    console = await startConsole(tracker);
    for (const name of ["app", "web", "empty"])
      await console.send("POST", `${base}/projects`, { metadata: { name }, spec: { title: name } });
  });
  beforeEach(async () => {
    prefix = `r${round++}-`;
    for (let at = 0; at < 5; at++)
      await console.send("POST", `${base}/issues`, {
        metadata: { name: `${prefix}${at}`, labels: { team: at % 2 === 0 ? "red" : "blue" } },
        spec: { title: `Task ${at}`, project: "app" },
      });
  });
  afterAll(() => console?.close());

  const stored = async (at: number): Promise<Stored> =>
    (await console.send("GET", `${base}/issues/${prefix}${at}`)) as unknown as Stored;
  const batches = (): number => console.requested.filter((url) => url.endsWith("/apis/-/batch")).length;

  it("are selected one by one, as a range, and all of a page", async () => {
    const page = await console.open(issues());
    await box(page, `${prefix}1`).click();
    await box(page, `${prefix}3`).click({ modifiers: ["Shift"] });
    expect(await selected(page)).toEqual([1, 2, 3].map((at) => `${prefix}${at}`));
    const bar = page.getByRole("region", { name: "Selection" });
    await bar.getByText("3 selected").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await bar.getByText("5 selected").waitFor();
    await page.getByRole("checkbox", { name: "Select all of this page" }).uncheck();
    expect(await bar.count()).toBe(0);
    await page.close();
  });

  it("are selected by the keyboard alone", async () => {
    const page = await console.open(issues());
    await box(page, `${prefix}0`).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await selected(page)).toEqual([0, 1].map((at) => `${prefix}${at}`));
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Shift+Space");
    expect(await selected(page)).toEqual([0, 1, 2, 3].map((at) => `${prefix}${at}`));
    await page.keyboard.press("Escape");
    expect(await selected(page)).toEqual([]);
    await page.keyboard.press("ControlOrMeta+a");
    expect(await selected(page)).toEqual(await names(page));
    await page.close();
  });

  it("stay selected on other pages, and not under other filters", async () => {
    const page = await console.open(`${issues()}&size=2`);
    await box(page, `${prefix}1`).check();
    await press(page, "Next");
    await box(page, `${prefix}2`).check();
    await page.getByRole("region", { name: "Selection" }).getByText("2 selected, 1 of them not on this page").waitFor();
    await press(page, "Previous");
    await expect.poll(() => selected(page)).toEqual([`${prefix}1`]);
    await page.getByText("Labels and selectors").click();
    await page.getByLabel("Labels", { exact: true }).fill("team=blue");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByRole("region", { name: "Selection" }).count()).toBe(0);
    await page.close();
  });

  it("are deleted by one request, after it was found out what would happen", async () => {
    const page = await console.open(issues());
    await box(page, `${prefix}0`).check();
    await box(page, `${prefix}4`).check();
    const before = batches();
    await press(page, "Delete…");
    await page.getByRole("dialog", { name: "Delete 2 issues" }).waitFor();
    await page.getByText("Nothing is written yet.").waitFor();
    expect(await outcome(page, `${prefix}4`).innerText()).toContain("deleted");
    expect(await seriousIssues(page)).toEqual([]);
    expect((await names(page)).length).toBe(5);
    await press(page, "Delete 2");
    await page.getByText("All 2 objects are done.").waitFor();
    expect(
      await page.getByRole("button", { name: "Close" }).evaluate((button) => button === document.activeElement),
    ).toBe(true);
    expect(batches() - before).toBe(2);
    await press(page, "Close");
    await expect.poll(() => names(page)).toEqual([1, 2, 3].map((at) => `${prefix}${at}`));
    expect(await page.getByRole("region", { name: "Selection" }).count()).toBe(0);
    await page.close();
  });

  it("that others refer to are named with the reason, and left out", async () => {
    const page = await console.open(`${list}/projects?sort=metadata.name`);
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await press(page, "Delete…");
    await page.getByText("Nothing is written: 1 object is refused.").waitFor();
    await expect.poll(() => outcome(page, "app").innerText()).toMatch(/refused\s+.*refer/s);
    expect(await page.getByRole("button", { name: "Delete 3" }).getAttribute("aria-disabled")).toBe("true");
    expect(await seriousIssues(page)).toEqual([]);
    await press(page, "Leave out 1 and go on with 2");
    await press(page, "Delete 2");
    await page.getByText("All 2 objects are done.").waitFor();
    await press(page, "Close");
    await expect.poll(() => names(page)).toEqual(["app"]);
    await page.close();
  });

  it("say what is deleted with them, and what is changed by that", async () => {
    const comment = (name: string, issue: number): Promise<unknown> =>
      console.send("POST", `${base}/comments`, {
        metadata: { name: `${prefix}${name}` },
        spec: { issue: `${prefix}${issue}`, text: "So it is" },
      });
    for (let at = 0; at < 12; at++) await comment(`c${String(at).padStart(2, "0")}`, at % 2);
    await comment("other", 2);
    for (const [blocked, by] of [
      [1, 0],
      [3, 0],
    ] as const)
      await console.send("PUT", `${base}/issues/${prefix}${blocked}`, {
        metadata: { name: `${prefix}${blocked}` },
        spec: { title: "Blocked", project: "app", blockedBy: [`${prefix}${by}`] },
      });
    const page = await console.open(issues());
    await box(page, `${prefix}0`).check();
    await box(page, `${prefix}1`).check();
    await press(page, "Delete…");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Deleted with them" }).waitFor();
    const gone = dialog.getByRole("listitem").filter({ hasText: "12 comments by issue" });
    expect(await gone.getByRole("link").count()).toBe(10);
    expect(await gone.innerText()).toMatch(/, …$/);
    // One that is deleted itself is not changed.
    const changed = dialog.getByRole("listitem").filter({ hasText: "1 issue by blockedBy" });
    expect(await changed.getByRole("link").allInnerTexts()).toEqual([`${prefix}3`]);
    expect(await seriousIssues(page)).toEqual([]);
    await press(page, "Delete 2");
    await page.getByText("All 2 objects are done.").waitFor();
    await expect
      .poll(async () => (await console.send("GET", `${base}/comments?fieldSelector=metadata.name^=${prefix}`))["items"])
      .toHaveLength(1);
    await page.close();
  });

  it("say when nothing else is changed by their deletion", async () => {
    const page = await console.open(issues());
    await box(page, `${prefix}0`).check();
    await press(page, "Delete…");
    await page.getByText("Nothing that you may list is changed by this.").waitFor();
    expect(await page.getByRole("heading", { name: "Deleted with them" }).count()).toBe(0);
    await page.close();
  });

  it("wait for finalizers, which are named", async () => {
    await console.send("POST", `${base}/issues`, {
      metadata: { name: `${prefix}5`, finalizers: ["tracker.example.com/hold"] },
      spec: { title: "Held", project: "app" },
    });
    const page = await console.open(issues());
    await box(page, `${prefix}5`).check();
    await press(page, "Delete…");
    await expect.poll(() => outcome(page, `${prefix}5`).innerText()).toContain("waits for tracker.example.com/hold");
    await press(page, "Delete 1");
    await page.getByText("1 object is done.").waitFor();
    await press(page, "Close");
    await page.getByRole("row", { name: /deleting/ }).waitFor();
    await page.close();
  });

  it("get a label, and lose it", async () => {
    const page = await console.open(issues());
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await press(page, "Label…");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Label", { exact: true }).fill("team");
    await dialog.getByLabel("Value").fill("green");
    await page.keyboard.press("Enter");
    await expect.poll(() => outcome(page, `${prefix}1`).innerText()).toContain("metadata.labels.team: blue → green");
    expect(await seriousIssues(page)).toEqual([]);
    await press(page, "Label 5");
    await page.getByText("All 5 objects are done.").waitFor();
    expect((await stored(3)).metadata).toMatchObject({ version: 2, labels: { team: "green" } });
    await press(page, "Close");
    await box(page, `${prefix}3`).check();
    await press(page, "Label…");
    await dialog.getByLabel("Action").selectOption("remove");
    await dialog.getByLabel("Label", { exact: true }).fill("team");
    await press(page, "Preview");
    await expect.poll(() => outcome(page, `${prefix}3`).innerText()).toContain("green → no value");
    await press(page, "Label 1");
    await page.getByText("1 object is done.").waitFor();
    expect((await stored(3)).metadata.labels ?? {}).toEqual({});
    await page.close();
  });

  it("are patched, as the preview has shown", async () => {
    const page = await console.open(issues());
    await box(page, `${prefix}0`).check();
    await box(page, `${prefix}1`).check();
    await press(page, "Change fields…");
    const text = page.getByRole("dialog").getByRole("textbox");
    await text.fill("spec: {state: [closed");
    await press(page, "Preview");
    await page.getByRole("alert").getByText("Line 1").first().waitFor();
    await text.fill("metadata: {name: other}");
    await press(page, "Preview");
    await page.getByText("metadata.name must not be in the patch").waitFor();
    await text.fill("spec:\n  state: shut");
    await press(page, "Preview");
    await expect.poll(() => outcome(page, `${prefix}1`).innerText()).toMatch(/spec\.state .*open/);
    expect(await seriousIssues(page)).toEqual([]);
    await text.fill("spec:\n  state: closed\n  tags: [done]");
    expect(await page.getByRole("button", { name: "Change 2" }).getAttribute("aria-disabled")).toBe("true");
    await press(page, "Preview");
    await expect.poll(() => outcome(page, `${prefix}1`).innerText()).toContain("spec.state: open → closed");
    await press(page, "Change 2");
    await page.getByText("All 2 objects are done.").waitFor();
    expect((await stored(1)).spec).toEqual({ title: "Task 1", project: "app", state: "closed", tags: ["done"] });
    expect((await stored(2)).metadata.version).toBe(1);
    await page.close();
  });

  it("are patched by fields that are chosen, in the words of the preview", async () => {
    const page = await console.open(issues());
    await box(page, `${prefix}0`).check();
    await press(page, "Change fields…");
    const dialog = page.getByRole("dialog");
    const add = async (field: string): Promise<void> => {
      await dialog.getByRole("combobox", { name: "Field" }).selectOption({ label: field });
      await press(page, "Add a line");
    };
    await dialog.getByRole("combobox", { name: "Field" }).selectOption({ label: "state" });
    const values = dialog.getByRole("combobox", { name: "Value" });
    expect(await values.getByRole("option").allInnerTexts()).toEqual(["open", "closed"]);
    await values.selectOption("closed");
    await press(page, "Add a line");
    const text = dialog.getByRole("textbox");
    expect(await text.inputValue()).toBe("spec.state: closed");
    expect(await text.evaluate((area) => area === document.activeElement)).toBe(true);
    await add("title");
    expect(await values.count()).toBe(0);
    await page.keyboard.type("Done\nmetadata.labels.example.com/by: ann");
    expect(await text.inputValue()).toBe("spec.state: closed\nspec.title: Done\nmetadata.labels.example.com/by: ann");
    await press(page, "Preview");
    await expect
      .poll(() => outcome(page, `${prefix}0`).innerText())
      .toMatch(/metadata\.labels\.example\.com\/by: no value → ann.*spec\.title: Task 0 → Done/s);
    await press(page, "Change 1");
    await page.getByText("1 object is done.").waitFor();
    expect(await stored(0)).toMatchObject({
      metadata: { labels: { "example.com/by": "ann", team: "red" } },
      spec: { title: "Done", project: "app", state: "closed" },
    });
    await page.close();
  });

  it("leave the buttons on the screen, however many are refused", async () => {
    const operations = Array.from({ length: 60 }, (_, at) => ({
      op: "create",
      object: {
        apiVersion: "tracker.example.com/v1alpha1",
        kind: "Issue",
        metadata: { name: `${prefix}many-${at}` },
        spec: { title: "One of many", project: "app" },
      },
    }));
    await console.send("POST", "/apis/-/batch", { operations });
    const page = await console.open(`${issues()}&size=100`);
    await page.setViewportSize({ width: 900, height: 500 });
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await press(page, "Change fields…");
    await page.getByRole("dialog").getByRole("textbox").fill("spec.state: shut");
    await press(page, "Preview");
    await page.getByText("65 objects are refused.").first().waitFor();
    for (const name of ["Cancel", "Change 65"]) {
      const button = page.getByRole("dialog").getByRole("button", { name, exact: true });
      const { y = 999, height = 0 } = (await button.boundingBox()) ?? {};
      expect(y + height).toBeLessThan(500);
    }
    const last = outcome(page, `${prefix}many-59`);
    await last.scrollIntoViewIfNeeded();
    expect(await last.isVisible()).toBe(true);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("that somebody has changed meanwhile are not overwritten", async () => {
    const page = await console.open(issues());
    await box(page, `${prefix}0`).check();
    await box(page, `${prefix}1`).check();
    await press(page, "Change fields…");
    await page.getByRole("dialog").getByRole("textbox").fill("spec: {title: Mine}");
    await press(page, "Preview");
    await page.getByText("Nothing is written yet.").waitFor();
    await console.send("PUT", `${base}/issues/${prefix}1`, {
      metadata: { name: `${prefix}1` },
      spec: { title: "Theirs", project: "app" },
    });
    await press(page, "Change 2");
    await page.getByText("Nothing is written: 1 object is refused.").waitFor();
    expect([(await stored(0)).spec["title"], (await stored(1)).spec["title"]]).toEqual(["Task 0", "Theirs"]);
    await press(page, "Preview again with their newest state");
    await expect.poll(() => outcome(page, `${prefix}1`).innerText()).toContain("spec.title: Theirs → Mine");
    await press(page, "Change 2");
    await page.getByText("All 2 objects are done.").waitFor();
    expect((await stored(1)).spec["title"]).toBe("Mine");
    await page.close();
  });

  it("fit on the screen of a phone", async () => {
    const page = await console.open(issues());
    await page.setViewportSize({ width: 360, height: 640 });
    await box(page, `${prefix}0`).check();
    await press(page, "Change fields…");
    await page
      .getByRole("dialog")
      .getByRole("textbox")
      .fill("spec: {title: A title that is a good deal longer than others}");
    await press(page, "Preview");
    await page.getByText("Nothing is written yet.").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    await press(page, "Change 1");
    await page.getByText("1 object is done.").waitFor();
    await page.close();
  });

  it("complain of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer (\w+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [] };
};

const access = defineAccess({
  authenticate: [byToken],
  roles: {
    reader: { pages: ["/openapi.json"], resources: { projects: "viewer" } },
    // Changes one of them only.
    painter: {
      pages: ["/openapi.json"],
      resources: {
        projects: [
          { verbs: ["get", "list", "watch"] },
          { verbs: ["update"], where: () => ({ "metadata.name": "app" }) },
        ],
      },
    },
    // Deletes issues, and sees only some of what goes with them.
    cleaner: {
      pages: ["/openapi.json"],
      resources: {
        issues: [{ verbs: ["get", "list", "watch", "delete"] }],
        comments: [{ verbs: ["get", "list"], where: () => ({ "metadata.name": "seen" }) }],
      },
    },
  },
  bindings: {
    reader: { users: ["rita"] },
    painter: { users: ["pia"] },
    cleaner: { users: ["carl"] },
    admin: { users: ["root"] },
  },
});

describe.skipIf(!hasChromium)("several objects, for callers with rights", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  const projects = `${list}/projects`;

  beforeAll(async () => {
    console = await startConsole({ ...tracker, access });
    const create = (plural: string, name: string, spec: object): Promise<unknown> =>
      fetch(`${console.service.url}${base}/${plural}`, {
        method: "POST",
        headers: { authorization: "Bearer root", "content-type": "application/json" },
        body: JSON.stringify({ metadata: { name }, spec }),
      });
    for (const name of ["app", "web"]) await create("projects", name, { title: name });
    await create("issues", "typo", { title: "Typo", project: "app" });
    for (const name of ["seen", "secret"]) await create("comments", name, { issue: "typo", text: name });
  });
  afterAll(() => console?.close());

  const openAs = async (token: string): Promise<Page> => {
    const page = await console.open(projects);
    await page.getByLabel("Token").fill(token);
    await page.keyboard.press("Enter");
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    return page;
  };

  it("are not changed by who may not, and the reason is said", async () => {
    const page = await openAs("rita");
    const remove = page.getByRole("button", { name: "Delete…" });
    await expect.poll(() => remove.getAttribute("title")).toBe("You may not delete projects.");
    await remove.press("Enter");
    expect(await page.getByRole("button", { name: "Change fields…" }).getAttribute("title")).toBe(
      "You may not change projects.",
    );
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.close();
  });

  it("name nothing that goes with them and that the caller may not see", async () => {
    const page = await openConsoleAs(console, "carl", `${list}/issues`);
    await page.getByRole("checkbox", { name: "Select all of this page" }).check();
    await press(page, "Delete…");
    const gone = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "by issue" });
    await gone.getByText("1 comment by issue").waitFor();
    expect(await gone.getByRole("link").allInnerTexts()).toEqual(["seen"]);
    await press(page, "Delete 1");
    await page.getByText("1 object is done.").waitFor();
    await page.close();
  });

  it("are refused one by one where the right is to some", async () => {
    const page = await openAs("pia");
    await press(page, "Change fields…");
    await page.getByRole("dialog").getByRole("textbox").fill("spec: {title: Painted}");
    await press(page, "Preview");
    await page.getByText("Nothing is written: 1 object is refused.").waitFor();
    await expect.poll(() => outcome(page, "web").innerText()).toContain("refused");
    await press(page, "Leave out 1 and go on with 1");
    await press(page, "Change 1");
    await page.getByText("1 object is done.").waitFor();
    await page.close();
    expect(console.complaints).toEqual([]);
  });
});
