import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";
import { buildEveryType, plainThing } from "./every-type.js";

const base = "/apis/types.example.com/v1";

describe.skipIf(!hasChromium)("the form of an object", { timeout: 180_000 }, () => {
  let console: ConsoleBrowser;
  let remove: () => void;
  let name = "";
  let made = 0;

  beforeAll(async () => {
    const built = await buildEveryType();
    remove = built.remove;
    console = await startConsole(built.plugin);
    for (const part of ["wheel", "wing", "window"])
      await console.send("POST", `${base}/parts`, { metadata: { name: part }, spec: { title: part } });
  });
  afterAll(async () => {
    await console?.close();
    remove?.();
  });
  beforeEach(() => {
    name = `t${made++}`;
  });

  const create = async (spec: object = {}, metadata: object = {}): Promise<void> => {
    const body = { metadata: { name, ...metadata }, spec: { ...plainThing, ...spec } };
    await console.send("POST", `${base}/things`, body);
  };
  const stored = async (): Promise<Readonly<Record<string, unknown>>> => {
    const { spec, metadata } = await console.send("GET", `${base}/things/${name}`);
    return { ...(spec as object), metadata };
  };
  /** Opens the editor, with one of its views. */
  const open = async (view: "Form" | "YAML" | "Both" = "Form"): Promise<Page> => {
    const page = await console.open(`/types.example.com/v1/things/${name}?edit=true`);
    await page.getByRole("radio", { name: view }).check();
    return page;
  };
  const save = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^Saved as version/).waitFor();
  };
  const field = (page: Page | Locator, label: string): Locator =>
    page.getByLabel(new RegExp(`^${label}( \\(required\\))?$`));
  const group = (page: Page | Locator, label: string): Locator =>
    page.getByRole("group", { name: new RegExp(`^${label}( \\(required\\))?$`) });
  const more = async (page: Page, label: string, choice: string): Promise<void> => {
    await page.getByRole("button", { name: `More for ${label}`, exact: true }).click();
    await page.getByRole("menuitem", { name: choice }).click();
  };

  it("has a field for everything, and is accessible in both themes and on a phone", async () => {
    await create(
      { hosts: [{ name: "a" }, { name: "b", port: 1 }], payment: { type: "card", lastDigits: "1234" } },
      { labels: { team: "red" } },
    );
    const page = await open("Both");
    await page.locator(".cm-content").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("radio", { name: "Form" }).check();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("writes values of every kind", async () => {
    await create({ textShort: "before" });
    const page = await open();
    await field(page, "textOptional").fill("line one\nline two");
    await field(page, "textShort").fill("");
    await field(page, "email").fill("ann@example.com");
    await field(page, "day").fill("2031-05-06");
    await field(page, "integerOptional").fill("-12");
    await field(page, "share").fill("2.5e-1");
    await field(page, "bigOptional").fill("9223372036854775807");
    await field(page, "flag").selectOption({ label: "no" });
    await field(page, "flagNullable").selectOption({ label: "null" });
    await field(page, "choice").selectOption({ label: "b" });
    await field(page, "choiceNumber").selectOption({ label: "2.5" });
    await field(page, "choiceMixed").selectOption({ label: "0" });
    await field(page, "priority").selectOption({ label: "11" });
    await field(page, "always").selectOption({ label: "yes" });
    await page.getByLabel("Kind of either", { exact: true }).selectOption({ label: "Number" });
    await field(page, "Number").fill("5");
    await field(group(page, "nested"), "city").fill("Bern");
    await save(page);
    const after = await stored();
    expect(after).toMatchObject({
      textOptional: "line one\nline two",
      email: "ann@example.com",
      day: "2031-05-06",
      integerOptional: -12,
      share: 0.25,
      bigOptional: "9223372036854775807",
      flag: false,
      flagNullable: null,
      choice: "b",
      choiceNumber: 2.5,
      choiceMixed: 0,
      priority: 11,
      always: true,
      either: 5,
      nested: { street: "Main Street", city: "Bern" },
      // What was not touched.
      text: "A thing",
      instant: "2030-01-01T00:00:00Z",
      big: "9007199254740993",
    });
    expect(after).not.toHaveProperty("textShort");
    await page.close();
  });

  it("shows defaults, descriptions and limits", async () => {
    await create();
    const page = await open();
    await page.getByText("A whole number, at least 0, at most 100.").waitFor();
    await page.getByText("What it is called.").waitFor();
    // The service has filled in what is not given.
    expect(await field(page, "integerDefault").inputValue()).toBe("7");
    await field(page, "integerDefault").fill("");
    expect(await field(page, "integerDefault").getAttribute("placeholder")).toBe("7 if not set");
    await page.close();
  });

  it("writes an instant in the user's time, and only when it is changed", async () => {
    await create({ instantOptional: "2030-01-01T12:00:00.123456789+05:30" });
    const page = await open();
    await field(page, "text").fill("Another");
    await save(page);
    expect(await stored()).toMatchObject({ instantOptional: "2030-01-01T12:00:00.123456789+05:30" });
    await field(page, "instantOptional").fill("2031-02-03T04:05:06");
    await save(page);
    const { instantOptional } = await stored();
    const local = await page.evaluate("new Date(2031, 1, 3, 4, 5, 6).toISOString()");
    expect(instantOptional).toBe(local);
    await page.close();
  });

  it.each([
    ["2030-01-01T12:00:00Z", "60", 16],
    ["2030-01-01T12:00:00.000Z", "60", 16],
    ["2030-01-01T12:00:30Z", "1", 19],
    ["2030-01-01T12:00:00.250Z", "0.001", 22],
  ])("shows of the instant %s no seconds that nobody gave", async (instantOptional, step, length) => {
    await create({ instantOptional });
    const page = await open();
    const instant = field(page, "instantOptional");
    expect([await instant.getAttribute("step"), (await instant.inputValue()).length]).toEqual([step, length]);
    await page.close();
  });

  it("keeps the seconds while a zero is typed in their place", async () => {
    await create({ instantOptional: "2030-01-01T12:00:30Z" });
    const page = await open();
    const instant = field(page, "instantOptional");
    await instant.fill("2030-01-01T12:00:00");
    expect(await instant.getAttribute("step")).toBe("1");
    await page.close();
  });

  it("says limits in words, and no pattern before it is broken", async () => {
    await create();
    const page = await open();
    await page.getByText("An email address.").first().waitFor();
    expect(await page.locator(".help-text", { hasText: /[\^$]|\\/ }).count()).toBe(0);
    await page.close();
  });

  it("saves nothing while an instant is typed in part, and shows what is stored when that is dropped", async () => {
    await create({ instantOptional: "2030-01-01T12:00:00Z" });
    const page = await open("Both");
    await field(page, "text").fill("Another");
    const instant = field(page, "instantOptional");
    const before = await instant.inputValue();
    await instant.focus();
    await page.keyboard.press("Delete");
    await page.getByText("is not complete").first().waitFor();
    const button = page.getByRole("button", { name: "Save" });
    expect(await button.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByRole("button", { name: "Discard" }).click();
    await expect.poll(() => instant.inputValue()).toBe(before);
    await expect.poll(() => page.getByText("is not complete").count()).toBe(0);
    expect(await stored()).toMatchObject({ instantOptional: "2030-01-01T12:00:00Z" });
    expect(await stored()).not.toMatchObject({ text: "Another" });
    await page.close();
  });

  it("keeps absent, null and empty apart", async () => {
    await create({ textOptional: "" });
    const page = await open();
    expect(await field(page, "textOptional").getAttribute("placeholder")).toBe("empty text");
    expect(await field(page, "textBoth").getAttribute("placeholder")).toBe("not set");
    expect(await field(page, "textNullable").getAttribute("placeholder")).toBe("null");
    await more(page, "textBoth", "Set to null");
    await more(page, "textLong", "Set to an empty text");
    await save(page);
    expect(await stored()).toMatchObject({ textOptional: "", textBoth: null, textLong: "", nestedNullable: null });
    await more(page, "textBoth", "Do not set");
    await more(page, "textOptional", "Do not set");
    await save(page);
    const after = await stored();
    expect(after).not.toHaveProperty("textBoth");
    expect(after).not.toHaveProperty("textOptional");
    await page.close();
  });

  it("adds, removes and moves items by buttons and by keys", async () => {
    await create({ texts: ["one", "two", "three"] });
    const page = await open();
    const list = group(page, "texts");
    await list.getByRole("button", { name: "Move Item 1 down" }).click();
    await list.getByLabel("Item 3", { exact: true }).last().press("Alt+ArrowUp");
    await expect.poll(() => list.getByRole("textbox").evaluateAll(textsOf)).toEqual(["two", "three", "one"]);
    // The moved item keeps the focus, and can be moved on.
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => list.getByRole("textbox").evaluateAll(textsOf)).toEqual(["three", "two", "one"]);
    await list.getByRole("button", { name: "Remove Item 2" }).click();
    await list.getByRole("button", { name: "Add an item: texts" }).click();
    await list.getByRole("textbox").last().fill("four");
    await save(page);
    expect(await stored()).toMatchObject({ texts: ["three", "one", "four"] });
    await group(page, "objects").getByRole("button", { name: "Add objects" }).click();
    await group(page, "objects").getByRole("button", { name: "Add an item: objects" }).click();
    await field(group(page, "objects"), "street").fill("Side Street");
    await group(page, "point").getByRole("button", { name: "Add point" }).click();
    await group(page, "point").getByLabel("Item 2", { exact: true }).last().fill("4");
    await save(page);
    expect(await stored()).toMatchObject({ objects: [{ street: "Side Street" }], point: [0, 4] });
    await page.close();
  });

  it("adds, renames and removes entries of maps, labels among them", async () => {
    await create({ labels: { a: "1", "b.c/d": "2" } });
    const page = await open();
    const map = group(page, "labels").first();
    await map.getByLabel("Key b.c/d").fill("e/f");
    await map.getByLabel("Key b.c/d").press("Enter");
    await map.getByLabel("e/f", { exact: true }).fill("3");
    await map.getByLabel("New key of labels").fill("a");
    await map.getByText("There is a key a already.").waitFor();
    await map.getByLabel("New key of labels").fill("g");
    await map.getByLabel("New key of labels").press("Enter");
    await map.getByLabel("g", { exact: true }).fill("4");
    await map.getByRole("button", { name: "Remove a", exact: true }).click();
    const own = group(page, "labels").last();
    await own.getByRole("button", { name: "Add labels" }).click();
    await own.getByLabel("New key of labels").fill("example.com/team");
    await own.getByLabel("New key of labels").press("Enter");
    await own.getByLabel("example.com/team", { exact: true }).fill("red");
    await save(page);
    expect(await stored()).toMatchObject({
      labels: { "e/f": "3", g: "4" },
      metadata: { labels: { "example.com/team": "red" } },
    });
    await page.close();
  });

  it("chooses between the branches of a union, and remembers what was given in each", async () => {
    await create({ payment: { type: "card", lastDigits: "1234" } });
    const page = await open();
    const kind = page.getByLabel("Kind of payment");
    expect(await kind.locator("option:checked").innerText()).toBe("card");
    await kind.selectOption({ label: "transfer" });
    await field(group(page, "transfer"), "iban").fill("CH00");
    await kind.selectOption({ label: "card" });
    expect(await field(group(page, "card"), "lastDigits").inputValue()).toBe("1234");
    await kind.selectOption({ label: "transfer" });
    await page.getByLabel("Kind of shape", { exact: true }).selectOption({ label: "Circle" });
    await field(group(page, "Circle"), "radius").fill("3");
    await page.getByLabel("Kind of volume").selectOption({ label: "Share" });
    await field(group(page, "Share"), "kind").selectOption({ label: "mirror" });
    await field(group(page, "Share"), "path").fill("/mnt");
    await save(page);
    expect(await stored()).toMatchObject({
      payment: { type: "transfer", iban: "CH00" },
      shape: { radius: 3 },
      volume: { kind: "mirror", path: "/mnt" },
    });
    await page.close();
  });

  it("opens a type that holds itself one level at a time", async () => {
    await create();
    const page = await open();
    await page.getByRole("button", { name: "Add folder", exact: true }).click();
    const folder = group(page, "folder");
    await field(folder, "name").fill("top");
    await folder.getByRole("button", { name: "Add folders" }).click();
    await folder.getByRole("button", { name: "Add an item: folders" }).click();
    await field(group(folder, "Item 1"), "name").fill("below");
    await page.getByLabel("Kind of json").selectOption({ label: "List" });
    await page.getByRole("button", { name: "Add an item: List" }).click();
    await save(page);
    expect(await stored()).toMatchObject({ folder: { name: "top", folders: [{ name: "below" }] }, json: [""] });
    await page.close();
  });

  it("searches for what a reference may name", async () => {
    await create({ part: "wheel" });
    const page = await open();
    const control = page.getByRole("combobox", { name: "part", exact: true });
    await control.fill("wi");
    await page.getByRole("option", { name: "wing" }).waitFor();
    await page.getByRole("option", { name: "window" }).click();
    await group(page, "parts").getByRole("button", { name: "Add parts" }).click();
    await group(page, "parts").getByRole("button", { name: "Add an item: parts" }).click();
    await group(page, "parts").getByRole("combobox").fill("whe");
    await page.getByRole("option", { name: "wheel" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await save(page);
    expect(await stored()).toMatchObject({ part: "window", parts: ["wheel"] });
    await page.close();
  });

  it("is in step with the text, whose comments stay", async () => {
    await create();
    const page = await open("Both");
    const content = page.locator(".cm-content");
    await content.waitFor();
    const commented = ((await console.send("GET", `${base}/things/${name}`)) as { metadata: { version: number } })
      .metadata;
    expect(commented.version).toBe(1);
    await content.press("ControlOrMeta+Home");
    await page.keyboard.type("# Mine\n");
    await field(page, "text").fill("From the form");
    const text = async (): Promise<string> => (await page.locator(".cm-line").allInnerTexts()).join("\n");
    await expect.poll(text).toContain("text: From the form");
    expect(await text()).toContain("# Mine");
    await content.press("ControlOrMeta+End");
    await page.keyboard.type("\n");
    for (let left = 0; left < 2; left++) await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("extra: [1");
    await page.getByText("The text is not valid YAML.").waitFor();
    await page.keyboard.type("]");
    await page.locator(".mistakes", { hasText: "This is not a field of the model." }).waitFor();
    await page.getByRole("button", { name: "Remove extra" }).click();
    await expect.poll(text).not.toContain("extra");
    await save(page);
    expect(await stored()).toMatchObject({ text: "From the form" });
    await page.close();
  });

  it("shows the first items of a long list, and all that are asked for; Ctrl+S saves", async () => {
    await create({ numbers: Array.from({ length: 120 }, (_, at) => at) });
    const page = await open();
    const list = group(page, "numbers");
    expect(await list.getByRole("textbox").count()).toBe(50);
    await list.getByRole("button", { name: "Show 70 more items" }).click();
    await list.getByRole("textbox").last().fill("-1");
    expect(await list.getByRole("textbox").count()).toBe(100);
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByText("Saved as version 2.").waitFor();
    const { numbers } = await stored();
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, at) => (at === 99 ? -1 : at)));
    await page.close();
  });

  it("shows every cause of a refusal at its field, and leads there", async () => {
    await create({
      folder: { name: "a", folders: [{ name: "b", folders: [{ name: "c", folders: [{ name: "d" }] }] }] },
    });
    const page = await open();
    await field(page, "integer").fill("101");
    await field(page, "email").fill("nobody");
    await field(page, "textShort").fill("x");
    await field(page, "part").fill("nothing");
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Save" }).click();
    const list = page.getByRole("alert");
    await list.getByText("What is wrong").waitFor();
    for (const label of ["integer", "email", "textShort"]) {
      const control = field(page, label);
      expect(await control.getAttribute("aria-invalid")).toBe("true");
      const ids = ((await control.getAttribute("aria-describedby")) ?? "").split(" ");
      expect(ids.some((id) => id.endsWith(":problems"))).toBe(true);
    }
    await page.getByText("must be 100 or less").first().waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await list.getByRole("button", { name: "Go to the field /spec/email" }).click();
    await expect.poll(() => field(page, "email").evaluate((element) => element === document.activeElement)).toBe(true);
    // What is put right is no longer said, and the other causes stay.
    await field(page, "email").fill("ann@example.com");
    await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThanOrEqual(2);
    expect(await list.innerText()).not.toContain("/spec/email");
    await field(page, "integer").fill("100");
    await field(page, "textShort").fill("xy");
    await field(page, "part").fill("");
    await save(page);
    await page.close();
  });

  it("says what is wrong before it is sent, once the user has been at a field", async () => {
    await create();
    const page = await open();
    expect(await page.locator(".mistakes").count()).toBe(0);
    await field(page, "integer").fill("many");
    await field(page, "integer").blur();
    await page.locator(".mistakes", { hasText: "must be a whole number" }).waitFor();
    expect(await field(page, "integer").inputValue()).toBe("many");
    await field(page, "integer").fill("2");
    await expect.poll(() => page.locator(".mistakes").count()).toBe(0);
    await page.close();
  });

  it("locks what stays as it is, and says why", async () => {
    await create({ serial: "S1" });
    const page = await open();
    expect(await field(page, "serial").getAttribute("readonly")).not.toBeNull();
    await page.getByText("This cannot be changed after creation.").waitFor();
    expect(await field(page, "name").last().getAttribute("readonly")).not.toBeNull();
    await page.getByText("An object keeps its name.").waitFor();
    await page.close();
  });

  it("a secret that is stored stays unless another is typed", async () => {
    await create({ password: "hunter2" });
    const page = await open();
    const secret = field(page, "password");
    expect(await secret.getAttribute("type")).toBe("password");
    expect(await secret.inputValue()).toBe("");
    await field(page, "text").fill("Else");
    await save(page);
    await secret.fill("hunter3");
    await save(page);
    expect(await secret.inputValue()).toBe("");
    await page.close();
  });

  it("is loaded when it is opened", async () => {
    await create();
    const page = await console.open("/types.example.com/v1/things");
    await page.getByRole("link", { name, exact: true }).waitFor();
    console.requested.length = 0;
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect(console.requested.filter((url) => url.includes("object-editor"))).toEqual([]);
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByRole("radio", { name: "Form" }).check();
    expect(console.requested.some((url) => url.includes("object-editor"))).toBe(true);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});

/** Evaluated in the page. */
function textsOf(controls: readonly unknown[]): readonly string[] {
  return controls.map((control) => (control as { readonly value: string }).value);
}
