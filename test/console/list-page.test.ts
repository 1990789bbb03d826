import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plugin as people } from "../../examples/people/dist/generated/plugin.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const trackerBase = "/apis/tracker.example.com/v1alpha1";
const issues = "/tracker.example.com/v1alpha1/issues";
const peoplePage = "/people.example.com/v1alpha1/people";

/** The names of a list's rows, from top to bottom. */
const names = (page: Page): Promise<string[]> => page.locator("tbody th a").allInnerTexts();
const parameters = (page: Page): Record<string, string> => Object.fromEntries(new URL(page.url()).searchParams);

describe.skipIf(!hasChromium)("a list of the console", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(tracker);
    const create = (plural: string, object: object): Promise<unknown> =>
      console.send("POST", `${trackerBase}/${plural}`, object);
    for (const name of ["app", "web"]) await create("projects", { metadata: { name }, spec: { title: name } });
    for (const [at, title] of ["Login fails", "Dark theme", "Slow list", "Typo"].entries())
      await create("issues", {
        metadata: { name: `i${at}`, labels: { team: at % 2 === 0 ? "red" : "blue" } },
        spec: {
          title,
          project: at < 3 ? "app" : "web",
          state: at === 1 ? "closed" : "open",
          tags: at === 0 ? ["bug", "urgent"] : ["bug"],
          ...(at < 2 && { due: `203${at}-01-01T00:00:00Z` }),
        },
      });
  });
  afterAll(() => console?.close());

  it("has columns for what an object is called by and for what has an index, and links to what it refers to", async () => {
    const page = await console.open(issues);
    await expect.poll(() => names(page)).toEqual(["i3", "i2", "i1", "i0"]);
    const heads = (await page.locator("thead th").allInnerTexts()).map((text) => text.replace(/\s*[↕↑↓]/, ""));
    expect(heads).toEqual(["Issue", "title", "state", "due", "tags", "project", "blockedBy", "Created"]);
    await page.getByRole("row", { name: /i0/ }).getByRole("link", { name: "app" }).click();
    await page.getByRole("heading", { level: 1, name: "app" }).waitFor();
    await page.close();
  });

  it("is sorted by an index, and the address says so", async () => {
    const page = await console.open(issues);
    const head = page.getByRole("button", { name: "Sort by due" });
    await head.click();
    await expect.poll(() => names(page)).toEqual(["i2", "i3", "i0", "i1"]);
    expect(parameters(page)).toEqual({ sort: "spec.due" });
    await head.click();
    await expect.poll(() => names(page)).toEqual(["i1", "i0", "i3", "i2"]);
    expect(await page.getByRole("columnheader", { name: "due" }).getAttribute("aria-sort")).toBe("descending");
    await head.click();
    await expect.poll(() => parameters(page)).toEqual({});
    await page.close();
  });

  const addFilter = async (page: Page, field: string): Promise<void> => {
    await page.getByRole("button", { name: "Add a filter" }).click();
    await page.getByLabel("Field").selectOption({ label: field });
  };
  const apply = (page: Page): Promise<void> => page.locator(".popup").getByRole("button", { name: "Apply" }).click();

  it("is filtered by choices, and the filter is changed and removed", async () => {
    const page = await console.open(issues);
    await addFilter(page, "state");
    await page.getByRole("checkbox", { name: "closed" }).check();
    await apply(page);
    await expect.poll(() => names(page)).toEqual(["i1"]);
    expect(parameters(page)).toEqual({ select: "spec.state=closed" });
    await page.getByRole("button", { name: "Change the filter state is closed" }).click();
    await page.getByRole("checkbox", { name: "open" }).check();
    await apply(page);
    await expect.poll(async () => (await names(page)).length).toBe(4);
    await page.getByRole("button", { name: /^Remove the filter/ }).click();
    await expect.poll(() => parameters(page)).toEqual({});
    await page.close();
  });

  it("is filtered by times, by absent values and by how texts begin", async () => {
    const page = await console.open(issues);
    await addFilter(page, "due");
    await page.getByLabel("From").fill("2030-06-01");
    await apply(page);
    await expect.poll(() => names(page)).toEqual(["i1"]);
    await page.getByRole("button", { name: /^Change the filter/ }).click();
    await page.getByLabel("Presence").selectOption("absent");
    await apply(page);
    await expect.poll(() => names(page)).toEqual(["i3", "i2"]);
    await addFilter(page, "tags");
    await page.getByLabel("Value", { exact: true }).fill("urg");
    await apply(page);
    await expect.poll(() => parameters(page)).toEqual({ select: "!spec.due,spec.tags^=urg" });
    await page.getByText("No issues match these filters.").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("button", { name: "Clear all" }).click();
    await expect.poll(async () => (await names(page)).length).toBe(4);
    await page.close();
  });

  const openIn = async (timezoneId: string, search: string): Promise<Page> => {
    const page = await console.browser.newPage({ timezoneId });
    await page.goto(`${console.service.url}/console${issues}${search}`);
    return page;
  };
  /** What its filters say. Spaces around dashes are thin ones. */
  const chips = async (page: Page): Promise<string[]> => {
    const texts = await page.getByRole("button", { name: /^Change the filter/ }).allInnerTexts();
    return texts.map((text) => text.replaceAll(/\s/g, " "));
  };

  it("has one filter for a range, with times as the user's clock has them", async () => {
    const range = "?select=spec.due%3E%3D2030-10-31T15:00:00Z,spec.state%3Dopen,spec.due%3C2030-11-07T15:00:00Z";
    const page = await openIn("Asia/Tokyo", range);
    await expect.poll(() => chips(page)).toEqual(["due Nov 1 – 7, 2030", "state is open"]);
    await page.getByRole("button", { name: /^Change the filter due/ }).click();
    // A day alone is the whole day, of which the end is its midnight.
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("2030-11-07");
    expect(await page.getByLabel("End time").inputValue()).toBe("");
    await page.getByLabel("To", { exact: true }).fill("2030-11-08");
    await apply(page);
    await expect.poll(() => chips(page)).toEqual(["due Nov 1 – 8, 2030", "state is open"]);
    await page.getByRole("button", { name: /^Change the filter due/ }).click();
    await page.getByLabel("To", { exact: true }).fill("2030-11-07");
    await page.getByLabel("End time").fill("12:30");
    await apply(page);
    await expect
      .poll(() => chips(page))
      .toEqual(["due Nov 1, 2030, 12:00 AM – Nov 7, 2030, 12:30 PM", "state is open"]);
    await page.getByRole("button", { name: /^Remove the filter due/ }).click();
    await expect.poll(() => parameters(page)).toEqual({ select: "spec.state=open" });
    await page.close();
  });

  it("takes days that are meant as of today, which stay so in the address", async () => {
    const page = await openIn("America/New_York", "?sort=metadata.name");
    await page.clock.setFixedTime("2030-01-01T04:30:00Z");
    await addFilter(page, "due");
    await page.getByLabel("When").selectOption("yesterday");
    expect(await page.getByLabel("From", { exact: true }).count()).toBe(0);
    await apply(page);
    await page.getByText("No issues match these filters.").waitFor();
    expect(parameters(page)).toEqual({ sort: "metadata.name", select: "spec.due=yesterday" });
    expect(await chips(page)).toEqual(["due yesterday"]);
    await page.clock.setFixedTime("2030-01-05T12:00:00Z");
    await page.getByRole("button", { name: /^Change the filter due/ }).click();
    await page.getByLabel("When").selectOption("before today");
    await apply(page);
    await expect.poll(() => names(page)).toEqual(["i0"]);
    expect(parameters(page)).toEqual({ sort: "metadata.name", select: "spec.due=before-today" });
    await page.close();
    // i0 is due at 7 in the evening of the last day of 2029 there. The page is open while the day ends.
    const other = await openIn("America/New_York", "");
    await other.clock.setFixedTime("2030-01-01T04:59:50Z");
    await other.goto(`${console.service.url}/console${issues}?select=spec.due%3Dtoday`);
    await expect.poll(() => names(other)).toEqual(["i0"]);
    await other.clock.setFixedTime("2030-01-01T05:00:10Z");
    await other.getByText("No issues match these filters.").waitFor();
    await other.close();
  });

  it("offers to cancel a filter that is not there yet, and to remove one that is", async () => {
    const page = await console.open(issues);
    await addFilter(page, "state");
    const popup = page.locator(".popup");
    expect(await popup.getByRole("button", { name: "Remove" }).count()).toBe(0);
    await popup.getByRole("button", { name: "Cancel" }).click();
    expect(await popup.count()).toBe(0);
    await addFilter(page, "state");
    await page.getByRole("checkbox", { name: "closed" }).check();
    await apply(page);
    await page.getByRole("button", { name: /^Change the filter/ }).click();
    expect(await popup.getByRole("button", { name: "Cancel" }).count()).toBe(0);
    await popup.getByRole("button", { name: "Remove" }).click();
    await expect.poll(() => parameters(page)).toEqual({});
    await page.close();
  });

  it("takes years of four digits, and says which fields it is filtered by", async () => {
    const page = await console.open(issues);
    await addFilter(page, "due");
    await page.getByText("Its author adds one with @index.").waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await seriousIssues(page)).toEqual([]);
    const from = page.getByLabel("From");
    await from.focus();
    await page.keyboard.type("01022030");
    expect(await from.inputValue()).toBe("2030-01-02");
    await page.close();
  });

  it("shows the number of objects where one page has them all", async () => {
    const page = await console.open(issues);
    const pager = page.getByRole("status").filter({ hasText: "4 objects" });
    await pager.waitFor();
    expect(await page.getByText("Page 1").count()).toBe(0);
    for (const name of ["Count", "First", "Next"])
      expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
    await page.goto(`${console.service.url}/console${issues}?size=2`);
    await page.getByText("Page 1").waitFor();
    await page.getByRole("button", { name: "Count" }).waitFor();
    await page.goto(`${console.service.url}/console${issues}?select=spec.state%3Dclosed`);
    await page.getByText("1 object", { exact: true }).waitFor();
    await page.close();
  });

  it("is filtered by a reference that the service searches for", async () => {
    const page = await console.open(issues);
    await addFilter(page, "project");
    await page.getByRole("combobox", { name: "project" }).fill("we");
    await expect.poll(() => page.getByRole("option").allInnerTexts()).toEqual(["web"]);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("option", { name: "web" }).click();
    await apply(page);
    await expect.poll(() => names(page)).toEqual(["i3"]);
    // A name that is typed counts without a choice.
    await page.goto(`${console.service.url}/console${issues}`);
    await addFilter(page, "project");
    await page.getByRole("combobox", { name: "project" }).fill("web");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["i3"]);
    await page.close();
  });

  it("is filtered by labels and by a selector as text; what is wrong with them is shown", async () => {
    const page = await console.open(issues);
    await page.getByText("Labels and selectors").click();
    await page.getByLabel("Labels", { exact: true }).fill("team=red");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["i2", "i0"]);
    await page.getByRole("textbox", { name: "Selector as text" }).fill("(spec.state=closed|spec.tags=urgent)");
    await page.keyboard.press("Enter");
    await expect.poll(() => names(page)).toEqual(["i0"]);
    await page.goto(`${console.service.url}/console${issues}?select=spec.title%3DTypo`);
    await page.getByRole("alert").getByText("spec.title is not an index").first().waitFor();
    await page.getByText("Can be selected and sorted by: ").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("shows changes, what comes and what goes as they happen", async () => {
    const page = await console.open(`${issues}?sort=metadata.name`);
    const row = page.getByRole("row", { name: /^Select i2/ });
    await row.waitFor();
    expect(await page.locator(".flash").count()).toBe(0);
    await console.send("PUT", `${trackerBase}/issues/i2`, {
      metadata: { name: "i2", labels: { team: "red" } },
      spec: { title: "Slow lists", project: "app", state: "open", tags: ["bug"] },
    });
    await expect.poll(() => page.locator(".flash").allInnerTexts()).toEqual(["Slow lists"]);
    await console.send("POST", `${trackerBase}/issues`, {
      metadata: { name: "i9" },
      spec: { title: "Another", project: "web" },
    });
    await expect.poll(() => names(page)).toEqual(["i0", "i1", "i2", "i3", "i9"]);
    expect(await page.locator(".flash").allInnerTexts()).toContain("i9");
    await console.send("DELETE", `${trackerBase}/issues/i9`);
    await expect.poll(() => names(page)).toEqual(["i0", "i1", "i2", "i3"]);
    await page.close();
  });

  it("follows nothing while its tab is hidden, and misses nothing of that time", async () => {
    const page = await console.open(`${issues}?sort=metadata.name`);
    await page.getByRole("row", { name: /^Select i2/ }).waitFor();
    const show = (state: string): Promise<unknown> =>
      page.evaluate((visibility) => {
        Object.defineProperty(document, "visibilityState", { value: visibility, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
      }, state);
    const watches = (): number => console.requested.filter((url) => url.includes("watch=true")).length;
    await show("hidden");
    const before = watches();
    await console.send("POST", `${trackerBase}/issues`, {
      metadata: { name: "i8" },
      spec: { title: "Unseen", project: "web" },
    });
    expect(watches()).toBe(before);
    await show("visible");
    await expect.poll(() => names(page)).toContain("i8");
    expect(watches()).toBeGreaterThan(before);
    await console.send("DELETE", `${trackerBase}/issues/i8`);
    await page.close();
  });

  it("says when there is nothing yet", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/comments");
    await page.getByText("There are no comments yet.").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});

describe.skipIf(!hasChromium)("a long list of the console", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;

  beforeAll(async () => {
    console = await startConsole(people);
    const operations = Array.from({ length: 230 }, (_, at) => ({
      op: "create",
      object: {
        apiVersion: "people.example.com/v1alpha1",
        kind: "Person",
        metadata: { name: `p-${String(at).padStart(3, "0")}` },
        spec: { name: `Person ${at}`, age: at % 100 },
      },
    }));
    await console.send("POST", "/apis/-/batch", { operations });
  });
  afterAll(() => console?.close());

  it("is gone through page by page, and counted when that is asked for", async () => {
    const page = await console.open(`${peoplePage}?sort=metadata.name&select=metadata.name%5E%3Dp-`);
    await expect.poll(async () => (await names(page)).length).toBe(50);
    expect(console.requested.filter((url) => url.includes("total=exact"))).toEqual([]);
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(async () => (await names(page))[0]).toBe("p-050");
    await page.getByRole("button", { name: "Count" }).click();
    await page.getByText("Page 2 of 5").waitFor();
    await page.getByText("230 objects").waitFor();
    await page.getByLabel("Rows").selectOption("100");
    await page.getByText("Page 1 of 3").waitFor();
    await expect.poll(async () => (await names(page)).length).toBe(100);
    const address = page.url();
    const other = await console.browser.newPage();
    await other.goto(address);
    await other.getByText("Page 1 of 3").waitFor();
    await other.goto(`${address}&page=9`);
    await other.getByText("This page is past the end of the list.").waitFor();
    await other.close();
    await page.close();
  });

  it("goes on where the page before ended, however many objects came before it, and back to where it was", async () => {
    const page = await console.open(`${peoplePage}?sort=metadata.name&select=metadata.name%5E%3Dp-&size=25`);
    await expect.poll(async () => (await names(page)).at(-1)).toBe("p-024");
    await console.send("POST", "/apis/people.example.com/v1alpha1/people", {
      metadata: { name: "p-000-before" },
      spec: { name: "Before" },
    });
    await expect.poll(async () => (await names(page)).at(-1)).toBe("p-023");
    const requests = (): string[] => console.requested.filter((url) => /people\?.*(limit|size)=25/.test(url));
    const before = requests().length;
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(async () => (await names(page))[0]).toBe("p-024");
    await console.send("DELETE", "/apis/people.example.com/v1alpha1/people/p-000-before");
    await page.getByRole("button", { name: "Next" }).click();
    await expect.poll(async () => (await names(page))[0]).toBe("p-049");
    expect(
      requests()
        .slice(before)
        .every((url) => url.includes("continue=")),
    ).toBe(true);
    // By the number in the address, pages are those of now.
    await page.reload();
    await expect.poll(async () => (await names(page))[0]).toBe("p-050");
    await page.getByRole("button", { name: "Previous" }).click();
    await expect.poll(async () => (await names(page))[0]).toBe("p-025");
    expect(requests().at(-1)).toContain("page=2");
    await page.getByRole("button", { name: "Count" }).click();
    await page.getByRole("button", { name: "Last" }).click();
    await page.getByText("Page 10 of 10").waitFor();
    await expect.poll(async () => (await names(page)).at(-1)).toBe("p-229");
    expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
    await page.close();
  });

  it("forgets where pages begin when the service does not take it", async () => {
    const page = await console.open(`${peoplePage}?sort=metadata.name&select=metadata.name%5E%3Dp-&size=25`);
    await expect.poll(async () => (await names(page))[0]).toBe("p-000");
    await page.route(/continue=/, (route) => route.continue({ url: `${route.request().url()}xxxx` }));
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect.poll(async () => (await names(page))[0]).toBe("p-025");
    await page.close();
  });

  it("is filtered by a range of numbers", async () => {
    const page = await console.open(`${peoplePage}?select=spec.age%3E%3D98`);
    await expect.poll(async () => (await names(page)).length).toBe(4);
    await page.getByRole("button", { name: "Change the filter age ≥ 98" }).click();
    await page.getByLabel("From", { exact: true }).fill("97");
    await page.getByLabel("To", { exact: true }).fill("97");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await names(page)).length).toBe(2);
    expect(parameters(page)).toEqual({ select: "spec.age>=97,spec.age<=97" });
    await page.getByRole("button", { name: "Change the filter age is 97" }).waitFor();
    await page.close();
  });

  it("tells of a service that is gone, and goes on when it is back", async () => {
    const page = await console.open(peoplePage);
    await expect.poll(async () => (await names(page)).length).toBe(50);
    await page.route("**/apis/**", (route) => route.abort());
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByText("The service does not answer.").waitFor();
    await page.unroute("**/apis/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Page 2").waitFor();
    await expect.poll(async () => (await names(page)).length).toBe(50);
    await page.close();
  });

  it("keeps up with sixty changes a second", async () => {
    const page = await console.open(`${peoplePage}?sort=metadata.name&select=metadata.name%5E%3Dp-`);
    await page.getByRole("row", { name: /^Select p-000/ }).waitFor();
    for (let round = 0; round < 6; round++) {
      const operations = Array.from({ length: 60 }, (_, at) => ({
        op: "update",
        object: {
          apiVersion: "people.example.com/v1alpha1",
          kind: "Person",
          metadata: { name: `p-${String(at).padStart(3, "0")}` },
          spec: { age: 100 + round },
        },
      }));
      await console.send("POST", "/apis/-/batch", { operations });
    }
    await expect.poll(() => page.getByRole("row", { name: /^Select p-049/ }).innerText()).toContain("105");
    expect(await page.evaluate("document.body.scrollHeight > 0")).toBe(true);
    await page.close();
  });

  it("has no serious issue of accessibility, and complains of nothing", async () => {
    const page = await console.open(peoplePage);
    await page
      .getByRole("row", { name: /^Select p-/ })
      .first()
      .waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("button", { name: "Add a filter" }).click();
    await page.getByLabel("Field").selectOption({ label: "name" });
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
    expect(console.complaints).toEqual([]);
  });
});
