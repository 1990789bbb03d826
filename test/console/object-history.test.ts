import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";
const issues = "/tracker.example.com/v1alpha1/issues";

interface Issue {
  readonly metadata: { readonly version: number; readonly uid: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

describe.skipIf(!hasChromium)("the history of an object in the console", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let name = "";
  let made = 0;

  beforeAll(async () => {
    console = await startConsole(plugin);
    await console.send("POST", `${base}/projects`, { metadata: { name: "app" }, spec: { title: "App" } });
  });
  beforeEach(async () => {
    name = `i${made++}`;
    await write("POST", "", { title: "First", project: "app", tags: ["bug"] });
    await write("PUT", `/${name}`, { title: "Second", project: "app", tags: ["bug"], due: "2030-01-01T00:00:00Z" });
    await write("PUT", `/${name}`, { title: "Third", project: "app", tags: ["bug", "slow"] }, { team: "red" });
  });
  afterAll(() => console?.close());

  const write = (method: string, path: string, spec: object, labels?: object): Promise<unknown> =>
    console.send(method, `${base}/issues${path}`, { metadata: { name, ...(labels && { labels }) }, spec });
  const stored = async (): Promise<Issue> => (await console.send("GET", `${base}/issues/${name}`)) as unknown as Issue;

  it("lists the versions with who wrote them, and compares any two by field", async () => {
    const page = await console.open(`${issues}/${name}`);
    await page.getByRole("button", { name: "History" }).click();
    const rows = page.getByRole("table", { name: "Versions, the newest first" }).locator("tbody tr");
    await expect
      .poll(async () => (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ").trim()))
      .toEqual([
        expect.stringMatching(/^3 now changed .* system:anonymous update/),
        expect.stringMatching(/^2 changed .* system:anonymous update/),
        expect.stringMatching(/^1 created .* system:anonymous create/),
      ]);
    await page.getByRole("button", { name: "Changes of version 2" }).click();
    const changes = page.getByRole("table", { name: "Version 1 to version 2" }).locator("tbody tr");
    await expect
      .poll(() => changes.allInnerTexts())
      .toEqual(["spec.title\tFirst\tSecond", "spec.due\tno value\t2030-01-01T00:00:00Z"]);
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("radio", { name: "Compare with version 3" }).check();
    await page
      .getByRole("table", { name: "Version 1 to version 3" })
      .getByRole("row", { name: /^metadata\.labels\.team/ })
      .waitFor();
    expect(new URL(page.url()).search).toBe("?history=true&from=1&to=3");
    await page.reload();
    await page.getByRole("table", { name: "Version 1 to version 3" }).waitFor();
    await write("PUT", `/${name}`, { title: "Fourth", project: "app" });
    await page.getByRole("button", { name: "Changes of version 4" }).waitFor();
    await page.close();
  });

  it("a version is brought back after showing what that changes", async () => {
    const page = await console.open(`${issues}/${name}?history=true`);
    await page.getByRole("button", { name: "Restore version 1" }).click();
    const dialog = page.getByRole("alertdialog", { name: `Restore version 1 of ${name}?` });
    await dialog.getByRole("row", { name: "spec.title Third First" }).waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    expect((await stored()).spec["title"]).toBe("Third");
    await page.getByRole("button", { name: "Restore version 1" }).click();
    await dialog.getByRole("button", { name: "Restore" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(`${name} is again as it was in version 1.`).waitFor();
    await page.getByText("First").waitFor();
    expect(await stored()).toMatchObject({ metadata: { version: 4 }, spec: { title: "First", tags: ["bug"] } });
    await page.close();
  });

  it("is not brought back over what somebody else has changed since it was asked about", async () => {
    const page = await console.open(`${issues}/${name}?history=true`);
    await page.getByRole("button", { name: "Restore version 1" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("row", { name: "spec.title Third First" }).waitFor();
    await write("PUT", `/${name}`, { title: "Theirs", project: "app" });
    await dialog.getByRole("button", { name: "Restore" }).click();
    await dialog.getByText("PreconditionFailed (412)").waitFor();
    expect((await stored()).spec["title"]).toBe("Theirs");
    await page.close();
  });

  it("an object that was deleted is brought back", async () => {
    await console.send("DELETE", `${base}/issues/${name}`);
    const page = await console.open(`${issues}/${name}`);
    await page.getByText("This object was deleted.").waitFor();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByRole("row", { name: /deleted/ }).waitFor();
    expect(await page.getByText("There is nothing here").count()).toBe(0);
    await page.getByRole("button", { name: "Restore version 2" }).click();
    await page.getByText("The object was deleted. It is created again as it was then").waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect((await stored()).spec["title"]).toBe("Second");
    await page.close();
  });

  it("an object that is deleted while it is looked at is brought back from there", async () => {
    const page = await console.open(`${issues}/${name}`);
    await page.getByRole("button", { name: "Edit" }).waitFor();
    await console.send("DELETE", `${base}/issues/${name}`);
    const said = page.getByRole("status").filter({ hasText: "This object has been deleted." });
    await said.getByRole("button", { name: /^Restore/ }).click();
    expect(await page.getByRole("button", { name: "Edit" }).count()).toBe(0);
    await page.getByText("The object was deleted. It is created again as it was then").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect((await stored()).spec["title"]).toBe("Third");
    expect(await said.count()).toBe(0);
    await page.close();
  });

  it("what was deleted is brought back at once, from where its deletion is said", async () => {
    const page = await console.open(`${issues}?sort=metadata.name`);
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", disabled: false }).click();
    // The list is as it was left.
    await page.waitForURL(`**/console${issues}?sort=metadata.name`);
    const said = page.getByRole("status").filter({ hasText: `Issue ${name} was deleted.` });
    await said.waitFor();
    expect(await seriousIssues(page)).toEqual([]);
    await said.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await page.getByText(`Issue ${name} is back.`).waitFor();
    expect(await stored()).toMatchObject({ spec: { title: "Third", tags: ["bug", "slow"] } });
    // It is said until the user goes on.
    await page.getByRole("link", { name: "issues", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "issues" }).waitFor();
    expect(await page.getByText(`Issue ${name}`).count()).toBe(0);
    await page.close();
  });

  it("what cannot be brought back says why, and where nothing is kept nothing is offered", async () => {
    const page = await console.open(`${issues}/${name}`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", disabled: false }).click();
    await page.getByText(`Issue ${name} was deleted.`).waitFor();
    await write("POST", "", { title: "Another", project: "app" });
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("That did not work").waitFor();
    expect((await stored()).spec["title"]).toBe("Another");
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expect.poll(() => page.getByText(`Issue ${name} was deleted.`).count()).toBe(0);
    await console.send("POST", `${base}/projects`, { metadata: { name: "gone" }, spec: { title: "Gone" } });
    await page.goto(`${console.service.url}/console/tracker.example.com/v1alpha1/projects/gone`);
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete", disabled: false }).click();
    await page.getByText("Project gone was deleted.").waitFor();
    expect(await page.getByRole("button", { name: "Restore" }).count()).toBe(0);
    await page.close();
  });

  it("fits a phone", async () => {
    const page = await console.open(`${issues}/${name}?history=true&from=1&to=3`);
    await page.setViewportSize({ width: 375, height: 700 });
    await page.getByRole("table", { name: "Version 1 to version 3" }).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("a model that keeps none has no such button", async () => {
    const page = await console.open("/tracker.example.com/v1alpha1/projects/app");
    await page.getByRole("button", { name: "Edit" }).waitFor();
    expect(await page.getByRole("button", { name: "History" }).count()).toBe(0);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});
