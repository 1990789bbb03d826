import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const api = "tracker.example.com/v1alpha1";

describe.skipIf(!hasChromium)("importing objects", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let made = 0;
  let name = "";

  beforeAll(async () => {
    console = await startConsole(plugin);
  });
  afterAll(() => console?.close());
  beforeEach(async () => {
    name = `p${made++}`;
    const metadata = { name, labels: { team: "red" } };
    await console.send("POST", `/apis/${api}/projects`, { metadata, spec: { title: "Before" } });
  });

  const project = (of: string, spec: string): string =>
    `apiVersion: ${api}\nkind: Project\nmetadata:\n  name: ${of}\nspec: ${spec}\n`;
  const issue = (of: string, spec: string): string =>
    `apiVersion: ${api}\nkind: Issue\nmetadata:\n  name: ${of}\nspec: ${spec}\n`;
  const paste = async (page: Page, text: string): Promise<void> => {
    const content = page.locator(".cm-content");
    await content.press("ControlOrMeta+a");
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press("ControlOrMeta+v");
  };
  const open = async (text: string): Promise<Page> => {
    const page = await console.open("/-/import");
    await paste(page, text);
    return page;
  };
  const check = (page: Page): Promise<void> => page.getByRole("button", { name: "Check" }).click();
  const row = (page: Page, of: string): Locator => page.getByRole("row", { name: new RegExp(`^${of} `) });
  const titleOf = async (of: string): Promise<unknown> =>
    ((await console.send("GET", `/apis/${api}/projects/${of}`))["spec"] as { title: unknown }).title;

  it("shows what would be created, changed and left alone, and then does it", async () => {
    const page = await open(
      [
        project(name, "{ title: After }"),
        project(`${name}-new`, "{ title: New }"),
        issue(`${name}-i`, `{ title: I, project: ${name}-new }`),
      ].join("---\n"),
    );
    await check(page);
    await page.getByText("2 to create, 1 to change, 0 the same, 0 refused.").waitFor();
    await row(page, name).getByText('spec.title: "Before" → "After"').waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    // Nothing has been written yet.
    expect(await titleOf(name)).toBe("Before");
    await page.getByRole("button", { name: "Import 3 objects" }).click();
    await page.getByText("Imported: 2 created, 1 changed.").waitFor();
    expect(await page.getByText("2 to create").count()).toBe(0);
    expect(await titleOf(name)).toBe("After");
    expect(await titleOf(`${name}-new`)).toBe("New");
    const { metadata } = await console.send("GET", `/apis/${api}/projects/${name}`);
    expect(metadata).toMatchObject({ labels: { team: "red" } });
    await check(page);
    await page.getByText("0 to create, 0 to change, 3 the same, 0 refused.").waitFor();
    const button = page.getByRole("button", { name: "Import 0 objects" });
    expect(await button.getAttribute("title")).toBe("Everything is as it is in the text already.");
    await page.getByText("Everything is as it is in the text already.").waitFor();
    await page.getByRole("link", { name: "Overview" }).click();
    await page.close();
  });

  it("shows every refusal at its line, and what would become of the others", async () => {
    const text = [
      project(name, "\n  title: ''"),
      "kind: Nothing\n",
      project(`${name}-new`, "{ title: New }"),
      issue(`${name}-i`, "\n  title: I\n  project: nowhere"),
    ].join("---\n");
    const page = await open(text);
    await check(page);
    await page.getByText("1 to create, 0 to change, 0 the same, 3 refused.").waitFor();
    const lines = text.split("\n");
    await row(page, name).getByText("must have at least 1 character").waitFor();
    const atLine = async (of: string): Promise<string | undefined> => {
      const label = await row(page, of).getByRole("cell").last().getByRole("button").first().innerText();
      return lines[Number(label.replace("Line ", "")) - 1];
    };
    expect(await atLine(name)).toContain("title");
    expect(await atLine(`${name}-i`)).toContain("project");
    expect(await page.locator(".cm-lint-marker-error").count()).toBe(3);
    expect(await seriousIssues(page)).toEqual([]);
    expect(await page.getByRole("button", { name: "Import 1 object" }).getAttribute("aria-disabled")).toBe("true");
    await page.getByText("Some are refused. Correct them above, and check again.").waitFor();
    await paste(page, project(`${name}-new`, "{ title: New }"));
    await page.getByText("The text has changed. Check it again.").waitFor();
    await check(page);
    await page.getByRole("button", { name: "Import 1 object" }).click();
    await page.getByText("Imported: 1 created, 0 changed.").waitFor();
    expect(await titleOf(name)).toBe("Before");
    await page.close();
  });

  it("writes nothing if somebody has changed an object since it was shown", async () => {
    const page = await open(
      [project(name, "{ title: After }"), project(`${name}-new`, "{ title: New }")].join("---\n"),
    );
    await check(page);
    await page.getByText("1 to create, 1 to change").waitFor();
    const object = await console.send("GET", `/apis/${api}/projects/${name}`);
    await console.send("PUT", `/apis/${api}/projects/${name}`, { ...object, spec: { title: "Meanwhile" } });
    await page.getByRole("button", { name: "Import 2 objects" }).click();
    await page.getByRole("alert").waitFor();
    expect(await titleOf(name)).toBe("Meanwhile");
    const answer = await fetch(`${console.service.url}/apis/${api}/projects/${name}-new`);
    expect(answer.status).toBe(404);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.close();
  });

  it("reads files of JSON Lines, answers of lists, and several files at once", async () => {
    const lines = ["a", "b"].map((of) => ({
      apiVersion: api,
      kind: "Project",
      metadata: { name: `${name}${of}` },
      spec: { title: of },
    }));
    const page = await console.open("/-/import");
    const files = page.getByLabel("Files");
    const file = (named: string, text: string) => ({ name: named, mimeType: "text/plain", buffer: Buffer.from(text) });
    await files.setInputFiles([file("all.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"))]);
    await check(page);
    await page.getByText("2 to create").waitFor();
    await files.setInputFiles([
      file("list.json", JSON.stringify({ apiVersion: api, kind: "ProjectList", items: lines })),
      file("one.yaml", project(`${name}c`, "{ title: c }")),
    ]);
    await check(page);
    await page.getByText("3 to create").waitFor();
    await paste(page, "a: [1");
    // Rows of the plan have such buttons, too, until the text is read again.
    await expect.poll(() => page.getByRole("button", { name: "Check" }).getAttribute("aria-disabled")).toBe("true");
    await page
      .getByRole("button", { name: /^Go to line/ })
      .first()
      .waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.close();
  });

  it("replaces, or refuses what is there, as it is told", async () => {
    const page = await open(project(name, "{ title: After }"));
    await page.getByLabel("Objects that exist").selectOption({ label: "are refused" });
    await check(page);
    await page.getByText("0 to create, 0 to change, 0 the same, 1 refused.").waitFor();
    await page.getByLabel("Objects that exist").selectOption({ label: "are replaced" });
    await check(page);
    await row(page, name).getByText('metadata.labels: {"team":"red"} → not set').waitFor();
    await page.getByRole("button", { name: "Import 1 object" }).click();
    await page.getByText("Imported: 0 created, 1 changed.").waitFor();
    expect((await console.send("GET", `/apis/${api}/projects/${name}`))["metadata"]).not.toHaveProperty("labels");
    await page.close();
  });

  it("fits a phone, and complains of nothing", async () => {
    const page = await open(project(name, "{ title: After }"));
    await page.setViewportSize({ width: 375, height: 800 });
    await check(page);
    await page.getByText("1 to change").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(375);
    const { x = -1, width = 0 } = (await page.getByText('spec.title: "Before" → "After"').boundingBox()) ?? {};
    expect(x).toBeGreaterThan(0);
    expect(x + width).toBeLessThan(375);

    expect(await seriousIssues(page)).toEqual([]);
    expect(console.complaints).toEqual([]);
    await page.close();
  });
});
