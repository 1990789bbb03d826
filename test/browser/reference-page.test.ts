import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningServer } from "@cmgen/runtime";
import { startPeople } from "../server/people-server.js";
import { collection } from "../server/rule.js";
import { findChromium } from "./find-chromium.js";

const executablePath = findChromium();
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// That there is no Chromium is said by browser.test.ts.
describe.skipIf(executablePath === undefined)("the page at /docs", { timeout: 120_000 }, () => {
  let browser: Browser;
  let service: RunningServer;
  let page: Page;
  const requested: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    service = await startPeople("sqlite", { basePath: "/team" });
    browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args });
    page = await browser.newPage();
    page.on("request", (request) => requested.push(request.url()));
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`${service.url}/team/docs`);
    await page.waitForSelector(".opblock");
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close();
  });

  it("shows generated and custom endpoints, and schemas", async () => {
    const summaries = await page.locator(".opblock-summary-description").allTextContents();
    expect(summaries).toEqual(
      expect.arrayContaining(["List or watch people", "Create a Person", "Write a card to a person"]),
    );
    await page.locator("#operations-ConsoleApi-consolePostPeopleNameCards .opblock-summary-control").click();
    const body = page.locator("#operations-ConsoleApi-consolePostPeopleNameCards textarea.body-param__text");
    expect(JSON.parse(await body.inputValue())).toEqual({ message: "text", occasion: "birthday" });
  });

  it("sends a request that creates an object, below the base path", async () => {
    const operation = page.locator("#operations-Person-createPerson");
    await operation.locator(".opblock-summary-control").click();
    const object = { metadata: { name: "from-the-page" }, spec: { name: "Page", age: 1 } };
    await operation.locator("textarea.body-param__text").fill(JSON.stringify(object));
    await operation.locator("button.execute").click();
    await operation.locator(".live-responses-table .response-col_status", { hasText: "201" }).waitFor();
    const created = await fetch(`${service.url}${collection}/from-the-page`);
    expect(created.status).toBe(200);
    expect(requested).toContain(`${service.url}/team${collection}`);
  });

  it("asks nobody else for anything, and breaks no rule of its policy", () => {
    expect(requested.length).toBeGreaterThan(4);
    const hosts = requested.filter((url) => !url.startsWith("data:")).map((url) => new URL(url).origin);
    expect([...new Set(hosts)]).toEqual([service.url]);
    expect(complaints).toEqual([]);
  });
});
