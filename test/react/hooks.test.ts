import { dirname, join } from "node:path";
import { createRequire } from "node:module";
import type { RunningServer } from "@cmgen/runtime";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createPeopleClient, type PeopleClient } from "../../examples/people/src/generated/v1alpha1/client.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { hasChromium, launchChromium } from "../browser/launch-chromium.js";
import { serveSite } from "../browser/serve-site.js";
import { startPeople } from "../server/people-server.js";

type Site = Awaited<ReturnType<typeof serveSite>>;

/** Each React, and what is behind the names of its packages here. */
const reacts = { "React 19": "", "React 18": "-18" };

const { resolve } = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(resolve(`${name}/package.json`));

describe.skipIf(!hasChromium).each(Object.entries(reacts))(
  "the hooks under %s",
  { timeout: 120_000 },
  (name, suffix) => {
    let browser: Browser;
    let site: Site;
    let service: RunningServer;
    let people: PeopleClient;
    let page: Page;
    const errors: string[] = [];

    beforeAll(async () => {
      site = await serveSite();
      service = await startPeople("sqlite", { cors: { origins: [site.origin] } });
      people = createPeopleClient({ baseUrl: service.url });
      const alias = { react: folderOf(`react${suffix}`), "react-dom": folderOf(`react-dom${suffix}`) };
      await site.build({
        root: join(repositoryRoot, "test", "react", "page"),
        resolve: { alias },
        // The React that runs effects twice, and warns.
        define: { "process.env.NODE_ENV": '"development"' },
      });
      browser = await launchChromium();
    });
    afterAll(async () => {
      await browser?.close();
      await service?.close();
      await site?.close();
    });
    beforeEach(async () => {
      await people.deleteMany({});
      const team = { labels: { "people.example.com/team": "red" } };
      for (const [person, age] of [
        ["ann", 42],
        ["bob", 8],
        ["cleo", 30],
        ["dora", 20],
      ] as const) {
        await people.create({ metadata: { name: person, ...team }, spec: { name: person, age } });
      }
      page = await browser.newPage();
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(`${site.origin}/?service=${encodeURIComponent(service.url)}`);
      await page.waitForFunction(() => typeof window.show === "function");
    });
    afterEach(async () => {
      await page.evaluate(() => window.show([]));
      // Nothing that was begun goes on once nothing is shown.
      await page.waitForFunction(() => window.requests.following.length === 0);
      await page.close();
    });

    const show = (...names: string[]): Promise<void> => page.evaluate((shown) => window.show(shown), names);
    const text = (id: string): Promise<string> => page.locator(`#${id}`).innerText();
    const shows = async (id: string, value: string): Promise<void> => {
      await expect.poll(() => text(id), { timeout: 10_000, interval: 20 }).toBe(value);
    };
    /** What is not about React itself is tried under one. */
    const once = suffix === "" ? it : (): void => {};
    const requests = (): Promise<Window["requests"]> => page.evaluate(() => window.requests);

    it("is that React", async () => {
      expect(await page.evaluate(() => window.reactVersion)).toMatch(new RegExp(`^${name.replace("React ", "")}\\.`));
    });

    it("lists, and shows what others change, by one watch", async () => {
      await show("list");
      await shows("list", '["ann 42","bob 8","cleo 30"]');
      await shows("total", "4");
      await expect.poll(async () => (await requests()).following.length).toBe(1);
      const before = await requests();
      await people.update("bob", { spec: { age: 9 } });
      await shows("list", '["ann 42","bob 9","cleo 30"]');
      await people.create({ metadata: { name: "abel" }, spec: { name: "abel", age: 5 } });
      await shows("list", '["abel 5","ann 42","bob 9"]');
      await people.delete("ann");
      await shows("list", '["abel 5","bob 9","cleo 30"]');
      await shows("total", "4");
      expect((await requests()).watches).toBe(before.watches);
      expect(before.watches).toBe(1);
    });

    it("counts and adds, and shows what others change, beside lists of the same", async () => {
      await show("list", "sums");
      await shows("sums", '["a 1 42","b 1 8","c 1 30","d 1 20"]');
      await expect.poll(async () => (await requests()).following.length).toBe(1);
      await people.update("bob", { spec: { age: 9 } });
      await people.create({ metadata: { name: "abel" }, spec: { name: "abel", age: 5 } });
      await shows("sums", '["a 2 47","b 1 9","c 1 30","d 1 20"]');
      await shows("list", '["abel 5","ann 42","bob 9"]');
      expect((await requests()).watches).toBe(1);
    });

    once("fetches no more than once a second, however much changes", async () => {
      await show("list");
      await shows("total", "4");
      await expect.poll(async () => (await requests()).following.length).toBe(1);
      const before = (await requests()).lists;
      const started = Date.now();
      for (let age = 0; age < 60; age++) await people.update("bob", { spec: { age } });
      await shows("list", '["ann 42","bob 59","cleo 30"]');
      const seconds = (Date.now() - started) / 1000;
      expect((await requests()).lists - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
    });

    it("lists without an end, and shows what others change on any page", async () => {
      await show("endless");
      await shows("endless", '[["ann 42","bob 8"]]');
      await page.locator("#more").evaluate((button: HTMLElement) => button.click());
      await shows("endless", '[["ann 42","bob 8"],["cleo 30","dora 20"]]');
      expect(await page.locator("#more").isDisabled()).toBe(true);
      await expect.poll(async () => (await requests()).following.length).toBe(1);
      await people.update("dora", { spec: { age: 21 } });
      await people.create({ metadata: { name: "abel" }, spec: { name: "abel", age: 5 } });
      await shows("endless", '[["abel 5","ann 42"],["bob 8","cleo 30"]]');
      await page.locator("#more").evaluate((button: HTMLElement) => button.click());
      await shows("endless", '[["abel 5","ann 42"],["bob 8","cleo 30"],["dora 21"]]');
    });

    once("follows another selection once it is shown, and gives up what is no longer asked for", async () => {
      await show("list");
      await shows("total", "4");
      await page.locator("#adults").evaluate((button: HTMLElement) => button.click());
      await shows("list", '["ann 42","cleo 30","dora 20"]');
      await expect
        .poll(async () => (await requests()).following.map((url) => url.includes("spec.age")))
        .toEqual([true]);
      // An answer that takes too long, of a list that is left.
      await page.evaluate(() => (window.requests.delay = 60_000));
      const before = (await requests()).givenUp;
      await show("one zoe");
      await show();
      await expect.poll(async () => (await requests()).givenUp).toBeGreaterThan(before);
    });

    once("shows a condition that is empty as an error, and no list", async () => {
      await show("list");
      await shows("total", "4");
      await page.locator("#nonsense").evaluate((button: HTMLElement) => button.click());
      await shows("list", "none");
      await expect.poll(() => text("list-error")).toContain("spec.age");
    });

    once("follows one object, and says when it is gone; asks nothing for no name", async () => {
      await show("one ann", "nobody");
      await shows("one-ann", "42");
      await shows("nobody", "idle");
      await people.update("ann", { spec: { age: 43 } });
      await shows("one-ann", "43");
      await people.delete("ann");
      await expect.poll(() => text("one-ann")).toContain("ann");
    });

    once("watches the whole collection once, where a page follows many selections", async () => {
      await show("list", "second", "one ann", "one bob", "one cleo");
      await shows("one-cleo", "30");
      await shows("second", '["dora","cleo"]');
      await expect.poll(async () => (await requests()).following.length).toBe(1);
      expect((await requests()).following[0]).not.toContain("fieldSelector");
      await people.update("bob", { spec: { age: 9 } });
      await shows("one-bob", "9");
      await shows("list", '["ann 42","bob 9","cleo 30"]');
    });

    it("keeps every object of a selection", async () => {
      await show("all");
      await shows("all", '["ann","bob","cleo","dora"]');
      await people.update("bob", { metadata: { labels: { "people.example.com/team": "blue" } } });
      await shows("all", '["ann","cleo","dora"]');
      expect((await requests()).following).toHaveLength(1);
    });

    it("shows an update at once, and takes back what is refused", async () => {
      await show("list", "edit");
      await shows("list", '["ann 42","bob 8","cleo 30"]');
      await shows("ann", "42");
      await page.locator("#read").evaluate((button: HTMLElement) => button.click());
      await page.evaluate(() => (window.requests.delay = 300));
      await page.locator("#break").evaluate((button: HTMLElement) => button.click());
      await shows("ann", "-1");
      await shows("update", "error");
      await shows("list", '["ann 42","bob 8","cleo 30"]');
      await page.locator("#grow").evaluate((button: HTMLElement) => button.click());
      await shows("list", '["ann 99","bob 8","cleo 30"]');
      expect((await people.get("ann")).spec.age).toBe(42);
      await shows("update", "success");
      expect((await people.get("ann")).spec.age).toBe(99);
    });

    it("gives both sides of a conflict, and overwrites if asked to", async () => {
      await show("list", "edit");
      await shows("ann", "42");
      await page.locator("#read").evaluate((button: HTMLElement) => button.click());
      await people.update("ann", { spec: { age: 50 } });
      await page.locator("#grow").evaluate((button: HTMLElement) => button.click());
      await shows("conflict", "[99,50]");
      await shows("list", '["ann 50","bob 8","cleo 30"]');
      await shows("ann", "50");
      await page.locator("#overwrite").evaluate((button: HTMLElement) => button.click());
      await shows("conflict", "none");
      await shows("list", '["ann 99","bob 8","cleo 30"]');
      expect((await people.get("ann")).spec.age).toBe(99);
    });

    once("creates and deletes", async () => {
      await show("list", "write");
      await shows("total", "4");
      await page.locator("#create").evaluate((button: HTMLElement) => button.click());
      await shows("created", "1");
      await shows("list", '["aaron 9","ann 42","bob 8"]');
      await page.evaluate(() => (window.requests.delay = 300));
      await page.locator("#delete").evaluate((button: HTMLElement) => button.click());
      await shows("list", '["ann 42","bob 8"]');
      await shows("list", '["ann 42","bob 8","cleo 30"]');
      expect(await people.exists("aaron")).toBe(false);
      await page.locator("#delete-stale").evaluate((button: HTMLElement) => button.click());
      await shows("list", '["bob 8","cleo 30"]');
      await shows("list", '["ann 42","bob 8","cleo 30"]');
      await shows("deletion", "error");
    });

    it("has made React complain of nothing", () => {
      // What the browser itself says of answers that are refused.
      expect(errors.filter((error) => !error.startsWith("Failed to load resource"))).toEqual([]);
    });
  },
);
