import { defineController, defineSchedule, type ModelDescriptor, silentLog, startServer } from "@cmgen/runtime";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Person, personModel } from "../../examples/people/src/generated/v1alpha1/models.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { projectModel } from "../../examples/tracker/dist/generated/v1alpha1/models.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { peoplePlugin } from "../server/people-server.js";
import { lookAt, seriousIssues, startConsole, type ConsoleBrowser } from "./console-browser.js";

const base = "/apis/tracker.example.com/v1alpha1";

describe.skipIf(!hasChromium)("what operators see on the start page", { timeout: 120_000 }, () => {
  let console: ConsoleBrowser;
  let isBroken = true;
  const welcomed: string[] = [];

  const welcome = defineController({
    name: "welcome",
    model: projectModel,
    reconcile: async ({ name }) => {
      if (isBroken && name === "bad") throw new Error("the secret of the project is 12345");
      welcomed.push(name);
    },
  });

  beforeAll(async () => {
    console = await startConsole({ ...tracker, controllers: [welcome] });
    for (const name of ["good", "bad"])
      await console.send("POST", `${base}/projects`, { metadata: { name }, spec: { title: name } });
  });
  afterAll(() => console?.close());

  it("controllers with what they failed on, which is tried again at once when it is asked for", async () => {
    const page = await console.open();
    const failure = page.getByRole("row", { name: /^bad welcome / });
    await failure.waitFor();
    const row = page.getByRole("row", { name: /^welcome tracker · projects\.tracker\.example\.com\/v1alpha1/ });
    await expect.poll(() => row.innerText()).toMatch(/\t1\t/);
    expect(await failure.innerText()).toMatch(/^bad\twelcome\tthe secret of the project is 12345\t.* ago\t\d+\t/);
    const health = page.getByRole("status").filter({ hasText: "The controller welcome of tracker fails on bad" });
    await health.waitFor();
    expect(await page.getByText("All is well.").count()).toBe(0);
    expect(await seriousIssues(page)).toEqual([]);
    await health.getByRole("link", { name: "The controller welcome of tracker fails on" }).click();
    expect(new URL(page.url()).hash).toBe("#controllers");
    await health.getByRole("link", { name: "bad" }).click();
    await page.waitForURL("**/projects/bad");
    await page.goBack();
    isBroken = false;
    await page.getByRole("button", { name: "Reconcile now: bad by welcome" }).click();
    await expect.poll(() => welcomed).toContain("bad");
    await page.getByText("All is well.").waitFor();
    // What was is told all the same.
    await page.getByRole("row", { name: /^bad welcome the secret .* no longer fails/ }).waitFor();
    welcomed.length = 0;
    await page.getByRole("button", { name: "Reconcile now: all objects of welcome" }).click();
    await page.getByText("Queued").waitFor();
    await expect.poll(() => welcomed.toSorted()).toEqual(["bad", "good"]);
    await page.close();
  });

  it("schedules with their next run, migrations, and the last changes with who made them", async () => {
    const page = await console.open();
    const schedules = page.getByRole("table", { name: "Schedules" });
    await expect.poll(() => schedules.locator("tbody tr").innerText()).toMatch(/^overdue tracker\s+in .*not yet/);
    await page.getByText(/migrations?, all applied$/).click();
    await page.getByRole("table", { name: "Migrations" }).getByText("applied").first().waitFor();
    const changes = page.getByRole("table", { name: "Recent changes" }).locator("tbody tr");
    await expect
      .poll(async () => (await changes.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ")))
      .toEqual([
        expect.stringMatching(/^bad Project created system:anonymous .* create$/),
        expect.stringMatching(/^good Project created system:anonymous .* create$/),
      ]);
    expect(await seriousIssues(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(375);
    expect(await seriousIssues(page)).toEqual([]);
    await page.close();
  });

  it("complains of nothing", () => {
    expect(console.complaints).toEqual([]);
  });
});

describe.skipIf(!hasChromium)("what is not well", { timeout: 120_000 }, () => {
  it("a schedule that failed, and a controller that has had nothing to do is", async () => {
    const idle = defineController({ name: "idle", model: projectModel, reconcile: async () => {} });
    const broken = defineSchedule({
      name: "broken",
      every: "1s",
      run: () => {
        throw new Error("no");
      },
    });
    const console = await startConsole({ ...tracker, controllers: [idle], schedules: [] });
    const page = await console.open();
    await page.getByText("All is well.").waitFor();
    await page.getByRole("row", { name: /^idle .* nothing to do yet/ }).waitFor();
    expect(await page.getByText("not since the start").count()).toBe(0);
    await console.close();
    const other = await startConsole({ ...tracker, controllers: [], schedules: [broken] });
    const failed = await other.open();
    await failed.getByRole("link", { name: "The last run of the schedule broken of tracker failed." }).waitFor();
    await failed.getByRole("row", { name: /^broken .* not since the start/ }).waitFor();
    expect(await seriousIssues(failed)).toEqual([]);
    await other.close();
  });
});

describe.skipIf(!hasChromium)("work on stored objects while a plugin starts", { timeout: 120_000 }, () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-console-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("is shown as it goes on", async () => {
    const start = (model: ModelDescriptor<Person>) =>
      startServer({
        plugins: [{ ...peoplePlugin(model), manifests: false, controllers: [], schedules: [] }],
        root: peoplePlugin().root,
        port: 0,
        databaseUrl: `file:${join(folder, "people.db")}`,
        log: silentLog,
        console: true,
      });
    const before = await start(personModel);
    await before.started;
    const people = before.service.resource(personModel);
    await Promise.all(
      Array.from({ length: 200 }, (_, at) => people.create({ metadata: { name: `p${at}` }, spec: { name: `P${at}` } })),
    );
    await before.close();
    const change: NonNullable<ModelDescriptor<Person>["evolve"]>[number]["change"] = ({ spec }) => {
      for (const until = performance.now() + 20; performance.now() < until;);
      return { spec: { ...spec, name: `${spec.name}!` } };
    };
    const service = await start({ ...personModel, evolve: [{ id: "shout", change }] });
    const console = await lookAt(service);
    const page = await console.open();
    const progress = page.getByRole("progressbar", {
      name: "Changing objects by v1alpha1/shout · people.people.example.com",
    });
    await progress.waitFor();
    await page.getByText(/of 200 objects$/).waitFor();
    await page.getByRole("row", { name: "people started" }).waitFor({ timeout: 60_000 });
    expect(await progress.count()).toBe(0);
    expect(console.complaints).toEqual([]);
    await console.close();
  });
});
