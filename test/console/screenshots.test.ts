import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { plugin } from "../../examples/tracker/dist/generated/plugin.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { type ConsoleBrowser, startConsole } from "./console-browser.js";

// UPDATE_SCREENSHOTS=1 npx vitest run test/console/screenshots.test.ts takes those of the docs again.
const isUpdate = process.env["UPDATE_SCREENSHOTS"] === "1";
const apiVersion = "tracker.example.com/v1alpha1";
const titles = ["Water the beans", "Fix the tap", "Paint the door", "Sow carrots", "Order seeds", "Mend the fence"];
const size = { width: 1280, height: 800 };

let console: ConsoleBrowser;

beforeAll(async () => {
  console = await startConsole(plugin);
  const create = (plural: string, kind: string, name: string, spec: object): Promise<unknown> =>
    console.send("POST", `/apis/${apiVersion}/${plural}`, { apiVersion, kind, metadata: { name }, spec });
  await create("projects", "Project", "garden", { title: "Garden" });
  await create("projects", "Project", "house", { title: "House" });
  for (const at of Array.from({ length: 36 }, (_, index) => index))
    await create("issues", "Issue", `issue-${at}`, {
      title: titles[at % titles.length],
      project: at % 3 === 0 ? "house" : "garden",
      state: at % 5 === 0 ? "closed" : "open",
      due: `${new Date(Date.now() + (at - 12) * 86_400_000).toISOString().slice(0, 10)}T12:00:00Z`,
      tags: at % 2 === 0 ? ["outside"] : ["outside", "urgent"],
      ...(at % 4 === 3 && { blockedBy: [`issue-${at - 1}`] }),
    });
});
afterAll(() => console.close());

it.each([
  ["console-list", `/${apiVersion}/issues?select=spec.state=open&sort=spec.due&group=spec.project`, "Add a filter"],
  ["console-object", `/${apiVersion}/issues/issue-7`, "References"],
  ["console-form", `/${apiVersion}/issues/issue-7?edit=true`, "Save"],
  ["console-overview", "", "Recent changes"],
])("%s is in the docs as the console shows it", async (name, path, text) => {
  const page = await console.open(path);
  await page.setViewportSize(size);
  await page.getByText(text).first().waitFor();
  const file = join(repositoryRoot, "docs", "images", `${name}.png`);
  if (isUpdate) {
    await expect.poll(() => page.getByText("Loading…").count()).toBe(0);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, await page.screenshot());
  }
  await page.close();
  expect(existsSync(file)).toBe(true);
  const bytes = readFileSync(file);
  // Width and height in the first chunk of a PNG.
  expect([bytes.toString("latin1", 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([
    "PNG",
    size.width,
    size.height,
  ]);
});
