import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";
import { buildEveryType, plainThing } from "./every-type.js";

const base = "/apis/types.example.com/v1";

describe.skipIf(!hasChromium)("the YAML editor knows the schema", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let remove: () => void;
  let name = "";
  let made = 0;

  beforeAll(async () => {
    const built = await buildEveryType();
    remove = built.remove;
    console = await startConsole(built.plugin);
  });
  afterAll(async () => {
    await console?.close();
    remove?.();
  });
  beforeEach(async () => {
    name = `y${made++}`;
    await console.send("POST", `${base}/things`, { metadata: { name }, spec: plainThing });
  });

  const open = async (): Promise<Page> => {
    const page = await console.open(`/types.example.com/v1/things/${name}?edit=true`);
    await page.getByRole("radio", { name: "YAML" }).check();
    await page.locator(".cm-content").press("ControlOrMeta+End");
    return page;
  };
  const text = async (page: Page): Promise<string> =>
    (await page.locator(".cm-line").allInnerTexts()).join("\n").replaceAll("\u00a0", " ");
  /** Takes what is offered. The editor does not take an Enter that comes at once, which may be meant for the line. */
  const accept = async (page: Page): Promise<void> => {
    await page.locator(".cm-tooltip-autocomplete li[aria-selected]").waitFor();
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    await expect.poll(() => options(page).count()).toBe(0);
  };
  const options = (page: Page) => page.locator(".cm-tooltip-autocomplete li");

  it("offers the members of an object, with their types and descriptions, by the keyboard alone", async () => {
    const page = await open();
    // The last line is empty, and in no object: two blanks make it one of the spec.
    await page.keyboard.type("  tex");
    await expect.poll(() => options(page).allInnerTexts()).toContainEqual(expect.stringContaining("textShort"));
    const all = await options(page).allInnerTexts();
    // What is there already is not offered again.
    expect(all.some((each) => /^texts?\b(?!S|O|N|B|L|P|D|U)/.test(each))).toBe(false);
    await page.keyboard.type("tBot");
    await expect.poll(() => options(page).allInnerTexts()).toEqual([expect.stringMatching(/textBoth.*text \| null/s)]);
    await page.locator(".cm-completionInfo", { hasText: "May be left out, may be null" }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await accept(page);
    await page.keyboard.type("mine");
    await expect.poll(() => text(page)).toContain("\n  textBoth: mine");
    await page.keyboard.press("Enter");
    await page.keyboard.type("hos");
    await expect.poll(() => options(page).count()).toBe(1);
    await accept(page);
    await page.keyboard.type("na");
    await expect.poll(() => options(page).allInnerTexts()).toEqual([expect.stringContaining("name")]);
    await accept(page);
    await page.keyboard.type("a");
    await page.keyboard.press("Enter");
    await page.keyboard.type("po");
    await expect.poll(() => options(page).allInnerTexts()).toEqual([expect.stringContaining("port")]);
    await accept(page);
    await page.keyboard.type("80");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved as version 2.").waitFor();
    const { spec } = await console.send("GET", `${base}/things/${name}`);
    expect(spec).toMatchObject({ textBoth: "mine", hosts: [{ name: "a", port: 80 }] });
    await page.close();
  });

  it("offers the values of a field, and the members of the branch of a union that is begun", async () => {
    const page = await open();
    await page.keyboard.type("  color: ");
    await page.keyboard.press("ControlOrMeta+Space");
    await expect.poll(() => options(page).allInnerTexts()).toEqual(["GREEN", "RED"]);
    await page.keyboard.press("Escape");
    await expect.poll(() => options(page).count()).toBe(0);
    await page.keyboard.type("RED\n");
    await page.keyboard.type("payment:\n");
    await page.keyboard.type("  ty");
    await expect.poll(() => options(page).allInnerTexts()).toEqual([expect.stringContaining("type")]);
    await accept(page);
    await page.keyboard.press("ControlOrMeta+Space");
    await expect.poll(() => options(page).allInnerTexts()).toEqual(["card", "cash", "transfer"]);
    await page.keyboard.type("transfer\n");
    await page.keyboard.press("ControlOrMeta+Space");
    await expect
      .poll(() => options(page).allInnerTexts())
      .toEqual([expect.stringContaining("iban"), expect.stringContaining("reference")]);
    await page.keyboard.press("Escape");
    // Escape, then Tab, leaves the editor.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.shadowRoot === null")).toBe(true);
    page.on("dialog", (dialog) => void dialog.accept());
    await page.close();
  });

  it("says what a member is where the mouse is over it", async () => {
    const page = await open();
    await page.locator(".cm-line", { hasText: "integer: 1" }).getByText("integer").hover();
    await page.locator(".cm-description", { hasText: "integer: number" }).waitFor();
    const said = await page.locator(".cm-description").innerText();
    expect(said).toContain("A whole number, at least 0, at most 100.");
    await page.close();
  });

  it("marks what the schema refuses before it is sent, and sends it all the same when told", async () => {
    const page = await open();
    expect(await page.locator(".cm-lint-marker").count()).toBe(0);
    await page.keyboard.type("  email: nobody\n");
    await expect.poll(() => page.locator(".cm-lint-marker-warning").count()).toBe(1);
    await page.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => page.locator(".cm-lint-marker-error").count()).toBe(1);
    await page.getByRole("alert").getByText("must be of the format email").waitFor();
    page.on("dialog", (dialog) => void dialog.accept());
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
