import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPeopleClient, type PeopleClient } from "../../people/src/generated/v1alpha1/client.js";
import { hasChromium, launchChromium } from "../../../test/browser/launch-chromium.js";
import { serveSite } from "../../../test/browser/serve-site.js";
import { startPeopleService, type PeopleService } from "../../../test/people/people-service.js";

describe.skipIf(!hasChromium)("the page of people", { timeout: 120_000 }, () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;
  let service: PeopleService;
  let people: PeopleClient;
  let page: Page;

  beforeAll(async () => {
    site = await serveSite();
    service = await startPeopleService({ CMGEN_CORS_ORIGINS: site.origin });
    people = createPeopleClient({ baseUrl: service.url });
    await site.build({
      root: fileURLToPath(new URL("..", import.meta.url)),
      define: { "import.meta.env.VITE_SERVICE_URL": JSON.stringify(service.url) },
    });
    browser = await launchChromium();
    await people.deleteMany({});
    for (let at = 1; at <= 25; at++) {
      const number = String(at).padStart(2, "0");
      const tags = at % 5 === 0 ? ["chess"] : [];
      await people.create({
        metadata: { name: `p-${number}` },
        spec: { name: `Person ${number}`, age: 20 + at, tags },
      });
    }
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await site?.close();
  });
  beforeEach(async () => {
    await page?.close();
    page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    await page.goto(site.origin);
    await total("25 people");
  });

  const total = (text: string): Promise<void> => page.getByRole("status").getByText(text, { exact: true }).waitFor();
  const rows = (): Promise<string[]> => page.locator("main > table tbody th").allInnerTexts();
  const assertRows = async (...names: string[]): Promise<void> => {
    await expect.poll(rows, { timeout: 10_000 }).toEqual(names);
  };
  const button = (name: string): ReturnType<Page["getByRole"]> => page.getByRole("button", { name, exact: true });
  const numbered = (from: number, to: number): string[] => {
    const step = from < to ? 1 : -1;
    const count = Math.abs(to - from) + 1;
    return Array.from({ length: count }, (_, at) => `Person ${String(from + step * at).padStart(2, "0")}`);
  };
  /** A picture for those who want to look, in the folder that CMGEN_SCREENSHOTS names. */
  const picture = async (name: string): Promise<void> => {
    const folder = process.env["CMGEN_SCREENSHOTS"];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };

  it("lists, sorts and pages", async () => {
    await assertRows(...numbered(1, 10));
    await picture("list");
    await button("Next").click();
    await assertRows(...numbered(11, 20));
    await button("Next").click();
    await assertRows(...numbered(21, 25));
    expect(await button("Next").isDisabled()).toBe(true);
    await button("Previous").click();
    await button("Previous").click();
    await page.getByRole("columnheader", { name: "Age" }).getByRole("button").click();
    await assertRows(...numbered(1, 10));
    await page.getByRole("columnheader", { name: "Age" }).getByRole("button").click();
    await assertRows(...numbered(25, 16));
    expect(await page.getByRole("columnheader", { name: "Age" }).getAttribute("aria-sort")).toBe("descending");
  });

  it("filters", async () => {
    await page.getByLabel("Tag").fill("chess");
    await total("5 people");
    await page.getByLabel("At least this old").fill("40");
    await total("2 people");
    await assertRows("Person 20", "Person 25");
    await page.getByLabel("Name starts with").fill("Person 25");
    await assertRows("Person 25");
    await page.getByLabel("Name starts with").fill("nobody");
    await page.getByText("No people match.").waitFor();
    await button("Clear").click();
    await total("25 people");
  });

  it("creates and deletes, and says what is wrong", async () => {
    await button("New person").click();
    await page.getByLabel("Name", { exact: true }).fill("Person 01");
    await button("Create").click();
    await page.getByRole("alert").getByText("p-01 already has the name Person 01.").waitFor();
    await picture("refused");
    await page.getByLabel("Name", { exact: true }).fill("Aaron");
    await page.getByLabel("Age", { exact: true }).fill("51");
    await page.getByLabel("Tags, with commas between").fill("sailing, chess");
    await button("Create").click();
    await assertRows("Aaron", ...numbered(1, 9));
    const { items } = await people.list({ where: { "spec.name": "Aaron" } });
    expect(items[0]?.spec).toEqual({ name: "Aaron", age: 51, tags: ["sailing", "chess"] });
    await button("Delete Aaron").click();
    await assertRows(...numbered(1, 10));
    expect((await people.list({ where: { "spec.name": "Aaron" } })).total).toBe(0);
  });

  it("shows what others write, as it happens", async () => {
    await assertRows(...numbered(1, 10));
    await people.create({ metadata: { name: "abel" }, spec: { name: "Abel" } });
    await assertRows("Abel", ...numbered(1, 9));
    await total("26 people");
    await people.update("p-01", { spec: { age: 150 } });
    await page.getByRole("row", { name: "Person 01" }).getByText("150").waitFor();
    await people.delete("abel");
    await people.update("p-01", { spec: { age: 21 } });
    await total("25 people");
    await assertRows(...numbered(1, 10));
  });

  it("shows a conflict, and lets the user decide", async () => {
    const conflict = async (age: string): Promise<void> => {
      await button("Edit Person 02").click();
      await page.getByLabel("Age", { exact: true }).fill(age);
      const { spec } = await people.get("p-02");
      await people.update("p-02", { spec: { age: (spec.age ?? 0) + 10 } });
      await button("Save").click();
      await page.getByText("Somebody else has changed this person").waitFor();
    };
    await conflict("99");
    const cells = await page.getByRole("alert").getByRole("row", { name: "Age" }).getByRole("cell").allInnerTexts();
    expect(cells).toEqual(["99", "32"]);
    await picture("conflict");
    await button("Keep theirs").click();
    expect((await people.get("p-02")).spec.age).toBe(32);
    await conflict("98");
    await button("Overwrite with mine").click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.getByRole("row", { name: "Person 02" }).getByText("98").waitFor();
    expect((await people.get("p-02")).spec.age).toBe(98);
  });

  it("is usable where the screen is small and dark", async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ colorScheme: "dark" });
    await assertRows(...numbered(1, 10));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    await picture("small");
    expect(width).toBeLessThanOrEqual(390);
  });
});
