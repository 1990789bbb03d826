import type { Plugin } from "@cmgen/runtime";
import { createResourceRouter } from "@cmgen/runtime/codegen";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const issues = "/tracker.example.com/v1alpha1/issues";

interface Issue {
  readonly metadata: { readonly version: number; readonly labels?: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

describe.skipIf(!hasChromium)("an object in the console", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let name = "";
  let made = 0;

  beforeAll(async () => {
    console = await startConsole(plugin);
    for (const project of ["app", "web"])
      await console.send("POST", `${base}/projects`, { metadata: { name: project }, spec: { title: project } });
  });
  beforeEach(async () => {
    name = `i${made++}`;
    const spec = { title: "Login fails", project: "app", tags: ["bug"], due: "2030-01-01T00:00:00Z" };
    await console.send("POST", `${base}/issues`, { metadata: { name, labels: { team: "red" } }, spec });
  });
  afterAll(() => console?.close());

  const stored = async (): Promise<Issue> => {
    const answer = await console.send("GET", `${base}/issues/${name}`);
    return answer as unknown as Issue;
  };
  const change = (changes: object): Promise<unknown> => patched(`${base}/issues/${name}`, changes);
  const patched = async (path: string, changes: object): Promise<void> => {
    const headers = { "content-type": "application/merge-patch+json" };
    const init = { method: "PATCH", headers, body: JSON.stringify(changes) };
    expect((await fetch(console.service.url + path, init)).status).toBe(200);
  };
  /** The editor's text: of the lines, not of what is beside them. */
  const text = async (page: Page): Promise<string> =>
    (await page.locator(".cm-line").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
  const edit = async (page: Page, from: string, to: string): Promise<void> => {
    const content = page.locator(".cm-content");
    await content.waitFor();
    const changed = (await text(page)).replace(from, to);
    expect(changed).toContain(to);
    await content.press("ControlOrMeta+a");
    // Typed lines would be indented once more.
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), changed);
    await page.keyboard.press("ControlOrMeta+v");
  };
  /** The button can be reached and pressed, and does nothing. */
  const expectNoSave = async (page: Page): Promise<void> => {
    const button = page.getByRole("button", { name: "Save" });
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await button.press("Enter");
  };
  const save = (page: Page): Promise<void> => page.getByRole("button", { name: "Save" }).click();

  /** What is wrong is on the screen and has the focus. */
  const expectAtProblems = async (page: Page): Promise<void> => {
    const place = page.getByRole("group", { name: "What keeps it from the service" });
    await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true);
    const { y = -1 } = (await place.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThan(page.viewportSize()?.height ?? 0);
  };

  it("is shown by its schema, with links, and follows what happens", async () => {
    const page = await console.open(`${issues}/${name}`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText("A project with issues cannot be deleted.").waitFor();
    await page.getByText("team=red").waitFor();
    expect(await page.getByRole("link", { name: "app" }).count()).toBe(2);
    expect(await seriousIssues(page)).toEqual([]);
    await change({ spec: { title: "Login is slow" } });
    await page.getByText("Login is slow").waitFor();
    await page.getByText("Changed just now: this is version 2.").waitFor();
    await page.close();
  });

  it("is edited as YAML and saved", async () => {
    const page = await console.open(`${issues}/${name}`);
    await page.getByRole("button", { name: "Edit" }).click();
    await edit(page, "title: Login fails", "title: Login works");
    expect(await seriousIssues(page)).toEqual([]);
    await save(page);
    await page.getByText("Saved as version 2.").waitFor();
    expect((await stored()).spec).toMatchObject({ title: "Login works", project: "app" });
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByText("Login works").waitFor();
    await page.close();
  });

  it("every cause of a refusal is shown at its line", async () => {
    const page = await console.open(`${issues}/${name}?edit=true`);
    await edit(page, "title: Login fails", 'title: ""\n  stat: open');
    await edit(page, "project: app", "project: nowhere");
    await save(page);
    const causes = page.locator(".notice", { hasText: "What is wrong" }).getByRole("listitem");
    await expect.poll(async () => (await causes.allInnerTexts()).length).toBeGreaterThanOrEqual(2);
    const lines = (await text(page)).split("\n");
    for (const cause of await causes.allInnerTexts()) {
      const [, line = "", pointer = ""] = /Line (\d+)\s*(\/\S+)/.exec(cause) ?? [];
      expect(lines[Number(line) - 1]).toContain(pointer.split("/").at(-1));
    }
    expect(await page.locator(".cm-lint-marker-error").count()).toBeGreaterThanOrEqual(2);
    expect(await seriousIssues(page)).toEqual([]);
    await causes
      .first()
      .getByRole("button", { name: /^Go to line/ })
      .click();
    await expect.poll(() => page.locator(".cm-activeLine").innerText()).toContain("title");
    expect((await stored()).metadata.version).toBe(1);
    await page.close();
  });

  it("a refusal is said where the user is, also when the page is scrolled down", async () => {
    const page = await console.open(`${issues}/${name}?edit=true`);
    await page.setViewportSize({ width: 1280, height: 420 });
    await edit(page, "title: Login fails", 'title: ""');
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await save(page);
    await expectAtProblems(page);
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    await page.getByRole("button", { name: "It was refused: go to what is wrong" }).click();
    await expectAtProblems(page);
    await edit(page, 'title: ""', "title: Works");
    await expect.poll(() => page.getByRole("button", { name: "It was refused" }).count()).toBe(0);
    // Nobody sends again what the service did not answer.
    await page.route(`**${base}/issues/${name}`, (route) =>
      route.request().method() === "PUT" ? route.abort() : route.continue(),
    );
    await save(page);
    await page
      .getByText("The service does not answer, so this is probably not saved. Save again when it does.")
      .waitFor();
    await expectAtProblems(page);
    await page.unrouteAll();
    await save(page);
    await page.getByText("Saved as version 2.").waitFor();
    await page.close();
  });

  it("is not sent while it is not YAML, or under another name", async () => {
    const page = await console.open(`${issues}/${name}?edit=true`);
    await edit(page, "- bug", "- [bug");
    await page
      .getByRole("button", { name: /^Go to line/ })
      .first()
      .waitFor();
    await expectNoSave(page);
    await edit(page, "- [bug", "- bug");
    await edit(page, `name: ${name}`, "name: other");
    await page.getByText(`metadata.name must stay ${name}`).first().waitFor();
    await expectNoSave(page);
    expect((await stored()).metadata.version).toBe(1);
    await page.close();
  });

  it("that changes while it is edited is merged field by field", async () => {
    const page = await console.open(`${issues}/${name}?edit=true`);
    await edit(page, "title: Login fails", "title: Mine");
    await edit(page, "project: app", "project: web");
    await change({ spec: { title: "Theirs", state: "closed" } });
    await page.getByText("it is now version 2").waitFor();
    await save(page);
    const row = (field: string) => page.getByRole("row", { name: new RegExp(`^${field}`) });
    await row("spec.title both changed it Login fails").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    expect(await page.getByRole("radio", { name: "spec.state: Theirs" }).isChecked()).toBe(true);
    expect(await page.getByRole("radio", { name: "spec.project: Mine" }).isChecked()).toBe(true);
    // The user is led there, and what both have changed is theirs to decide.
    await expectAtProblems(page);
    await page.getByRole("heading", { name: "Somebody else has changed this object" }).waitFor();
    const go = page.getByRole("button", { name: "Continue with the result" });
    for (const side of ["Theirs", "Mine"])
      expect(await page.getByRole("radio", { name: `spec.title: ${side}` }).isChecked()).toBe(false);
    expect(await go.getAttribute("title")).toBe("Choose what to keep of each field that both have changed.");
    await page.getByRole("radio", { name: "spec.title: Theirs" }).check();
    await go.click();
    await expect.poll(() => text(page)).toContain("title: Theirs");
    await save(page);
    await page.getByText("Saved as version 3.").waitFor();
    expect((await stored()).spec).toMatchObject({ title: "Theirs", state: "closed", project: "web" });
    await page.close();
  });

  it("whoever has changed nothing goes on from the newest state", async () => {
    const page = await console.open(`${issues}/${name}?edit=true`);
    await page.locator(".cm-content").waitFor();
    await change({ spec: { title: "Newer" } });
    await expect.poll(() => text(page)).toContain("title: Newer");
    await edit(page, "title: Newer", "title: Newest");
    await save(page);
    await page.getByText("Saved as version 3.").waitFor();
    await page.close();
  });

  it("two browsers edit one object, and nothing of either is lost without being asked", async () => {
    const one = await console.open(`${issues}/${name}?edit=true`);
    const other = await console.open(`${issues}/${name}?edit=true`);
    await edit(one, "title: Login fails", "title: One");
    await edit(other, "- bug", "- other");
    await save(one);
    await one.getByText("Saved as version 2.").waitFor();
    await save(other);
    await other.getByRole("button", { name: "Continue with the result" }).click();
    await save(other);
    await other.getByText("Saved as version 3.").waitFor();
    expect((await stored()).spec).toMatchObject({ title: "One", tags: ["other"] });
    await one.close();
    await other.close();
  });

  it("asks before changes that are not saved are left behind", async () => {
    const page = await console.open(`${issues}/${name}?edit=true`);
    await edit(page, "title: Login fails", "title: Not saved");
    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.message());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await page.getByRole("link", { name: "Overview" }).click();
    await expect.poll(() => asked).toEqual(["Your changes are not saved. Leave all the same?"]);
    expect(await text(page)).toContain("Not saved");
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("heading", { level: 1, name: "tracker" }).waitFor();
    await page.close();
  });

  it("is deleted after asking, and others see that it is gone", async () => {
    const page = await console.open(`${issues}/${name}`);
    const other = await console.open(`${issues}/${name}`);
    await other.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: `Delete ${name}?` }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", disabled: false }).click();
    await page.waitForURL(`**/console${issues}`);
    await other.getByText("This object has been deleted.").waitFor();
    await other.close();
    await page.close();
  });

  it("says why a deletion waits", async () => {
    await change({ metadata: { finalizers: ["example.com/hold"] } });
    const page = await console.open(`${issues}/${name}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("It waits for example.com/hold before it is gone.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", disabled: false }).click();
    await page.getByText("It is gone once these are done: example.com/hold.").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("that there is not is said to be not there", async () => {
    const page = await console.open(`${issues}/nothing`);
    await page.getByText("There is nothing here").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});

describe.skipIf(!hasChromium)("an object that says who changed it", { timeout: 120_000 }, () => {
  it("names them where both have changed it", async () => {
    const resources = plugin.resources.map((each): Plugin["resources"][number] => {
      const model = { ...each.model, lastChangedBy: true };
      return { model, createRouter: (service) => createResourceRouter(service, model) };
    });
    const { name, root } = plugin;
    const console = await startConsole({ name, root, resources, controllers: [], endpoints: [] });
    await console.send("POST", `${base}/projects`, { metadata: { name: "app" }, spec: { title: "App" } });
    const page = await console.open("/tracker.example.com/v1alpha1/projects/app?edit=true");
    await page.getByRole("textbox", { name: /^title/ }).fill("Mine");
    await console.send("PUT", `${base}/projects/app`, { metadata: { name: "app" }, spec: { title: "Theirs" } });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "system:anonymous has changed this object" }).waitFor();
    expect(await page.getByRole("radio", { name: "spec.title: Mine" }).isChecked()).toBe(false);
    await console.close();
  });
});
