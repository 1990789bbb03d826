import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tokens, type Authenticator } from "@cmgen/runtime";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineAccess } from "../../examples/tracker/dist/generated/access.js";
import { plugin as tracker } from "../../examples/tracker/dist/generated/plugin.js";
import { repositoryRoot } from "../boundaries/repository.js";
import { hasChromium } from "../browser/launch-chromium.js";
import { generatedReleases } from "../versions/generated-releases.js";
import { openAs, startConsole, type ConsoleBrowser } from "./console-browser.js";

const file = (kind: string, spec: string, definition = ""): string => `
import { defineModel, type Extension, type Integer, type Ref, type Timestamp } from "@cmgen/model";
${kind === "Task" ? 'import type { Person } from "./person.js";\nimport type { Plan } from "./plan.js";' : ""}
export interface ${kind}Spec { ${spec} }
export interface ${kind} extends Extension<${kind}Spec> {}
export default defineModel<${kind}>({ group: "work.example.com", version: "v1"${definition} });
`;
/** The models that were made in the compared products as well. */
const models = new Map([
  ["src/models/person.ts", file("Person", "name: string;", ', plural: "people"')],
  ["src/models/plan.ts", file("Plan", "title: string;")],
  [
    "src/models/task.ts",
    file(
      "Task",
      `/** @index @search */ title: string;
      plan: Ref<Plan>;
      assignee?: Ref<Person, { onDelete: "clear" }>;
      /** @index @default "open" */ state?: "open" | "closed";
      /** @index */ priority?: Integer;
      /** @index */ due?: Timestamp;
      /** @index */ tags?: string[];`,
      ', history: { keep: "30d" }',
    ),
  ],
]);
const base = "/apis/work.example.com/v1";
const COUNT = 200;

/** Does what a user does, and counts it as docs/console-compared.md says. */
class Hands {
  clicks = 0;
  fields = 0;
  constructor(readonly page: Page) {}

  async click(target: Locator): Promise<void> {
    await target.click();
    this.clicks += 1;
  }
  /** Opens a list of choices and chooses one. */
  async choose(target: Locator, label: string): Promise<void> {
    await target.selectOption({ label });
    this.clicks += 2;
  }
  /** Opens the system's dialog, and chooses a file. */
  async chooseFile(target: Locator, path: string): Promise<void> {
    await target.setInputFiles(path);
    this.clicks += 2;
  }
  async type(target: Locator, text: string): Promise<void> {
    await target.fill(text);
    this.fields += 1;
  }
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.clicks += 1;
  }
  button(name: string | RegExp): Promise<void> {
    return this.click(this.page.getByRole("button", { name, exact: true }));
  }
  /** A link of the navigation, which may have the number of objects in it. */
  model(plural: string): Promise<void> {
    const navigation = this.page.getByRole("navigation", { name: "Models" });
    return this.click(navigation.getByRole("link", { name: new RegExp(`^${plural}\\b`) }));
  }
  async tasks(): Promise<void> {
    await this.model("tasks");
    await this.page.locator("tbody th a").first().waitFor();
  }
  async task(name: string): Promise<void> {
    await this.tasks();
    await this.click(this.page.getByRole("link", { name, exact: true }));
    await this.page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  }
  /** As cells of the table are written. */
  get count(): string {
    return this.fields === 0 ? `${this.clicks}` : `${this.clicks} + ${this.fields}`;
  }
}

/** The rows of the table: what is to be done, and what it says of the console. */
const rows = readFileSync(join(repositoryRoot, "docs/console-compared.md"), "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| ---"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, job = "", cell = ""]) => [job, cell] as const)
  .filter(([, cell]) => /^\d/.test(cell));

/** What the name of each row does, from the start page; the tasks that it is about have no other job. */
const jobs: Readonly<Record<string, (hands: Hands, page: Page) => Promise<unknown>>> = {
  "Find an object by a word of its title": async (hands, page) => {
    await hands.tasks();
    await hands.type(page.getByRole("searchbox", { name: "Words" }), "lighthouse");
    await hands.press("Enter");
    await expect.poll(() => names(page)).toEqual(["task-137"]);
  },
  "Filter by a choice and a range of dates": async (hands, page) => {
    await hands.tasks();
    await hands.button("Add a filter");
    await hands.choose(page.getByLabel("Field"), "state");
    await hands.click(page.getByRole("checkbox", { name: "open" }));
    await hands.button("Apply");
    await hands.button("Add a filter");
    await hands.choose(page.getByLabel("Field"), "due");
    await hands.type(page.getByLabel("From", { exact: true }), "2026-11-10");
    await hands.type(page.getByLabel("To", { exact: true }), "2026-11-19");
    await hands.button("Apply");
    await expect.poll(() => new URL(page.url()).searchParams.get("select")).toMatch(/state=open.*due>=.*due</);
  },
  "Sort by a field": async (hands, page) => {
    await hands.tasks();
    await hands.button("Sort by priority");
    await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("spec.priority");
  },
  "Save what the list shows, from that list": async (hands, page) => {
    await page.goto(`${page.url()}/work.example.com/v1/tasks?select=spec.state%3Dopen&sort=spec.due`);
    await hands.button("Save this view…");
    await hands.type(page.getByLabel("Name of the view"), "Mine");
    await hands.press("Enter");
    await page.getByRole("link", { name: "Mine" }).waitFor();
  },
  "Change one field of an object": async (hands, page) => {
    await hands.task("task-199");
    await hands.button("Edit");
    await hands.type(page.getByRole("textbox", { name: "priority", exact: true }), "7");
    await hands.button("Save");
    await page.getByText("Saved as version 2.").waitFor();
  },
  "Create one with a title and a reference": async (hands, page) => {
    await hands.tasks();
    await hands.click(page.getByRole("link", { name: "New", exact: true }));
    await hands.type(page.getByRole("textbox", { name: "title (required)" }), "New one");
    await hands.click(page.getByRole("combobox", { name: "plan (required)" }));
    await hands.click(page.getByRole("option", { name: "garden" }));
    await hands.button("Create");
    await page.getByRole("button", { name: "Edit" }).waitFor();
  },
  "Duplicate one": async (hands, page) => {
    await hands.task("task-198");
    await hands.click(page.getByRole("link", { name: "Duplicate" }));
    await hands.button("Create");
    await page.getByRole("heading", { level: 1, name: "task-198-copy" }).waitFor();
  },
  "Delete one, and see first what that affects": async (hands, page) => {
    await hands.task("task-197");
    await hands.button("Delete");
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("Nothing that you may list is changed by this.").waitFor();
    await hands.click(dialog.getByRole("button", { name: "Delete", disabled: false }));
    await page.waitForURL("**/v1/tasks");
  },
  "Change a field of the 20 that a list shows": async (hands, page) => {
    await page.goto(`${page.url()}/work.example.com/v1/tasks?select=spec.priority%3D9`);
    await hands.click(page.getByRole("checkbox", { name: "Select all of this page" }));
    await hands.button("Change fields…");
    await hands.type(page.getByRole("dialog").getByRole("textbox"), "spec: {state: closed}");
    await hands.button("Preview");
    await hands.button("Change 20");
    await page.getByText("All 20 objects are done.").waitFor();
  },
  "Delete the 20 that a list shows": async (hands, page) => {
    await page.goto(`${page.url()}/work.example.com/v1/tasks?select=spec.priority%3D8`);
    await hands.click(page.getByRole("checkbox", { name: "Select all of this page" }));
    await hands.button("Delete…");
    await hands.button("Delete 20");
    await page.getByText("All 20 objects are done.").waitFor();
  },
  "Export a filtered list as CSV, from that list": async (hands, page) => {
    await page.goto(`${page.url()}/work.example.com/v1/tasks?select=spec.state%3Dopen`);
    await hands.button("Export…");
    await hands.click(page.getByRole("radio", { name: /^CSV/ }));
    const [download] = await Promise.all([page.waitForEvent("download"), hands.button("Export")]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines.length).toBeGreaterThan(60);
  },
  "Import a file, and see first what it would do": async (hands, page) => {
    const folder = mkdtempSync(join(tmpdir(), "cmgen-compared-"));
    const path = join(folder, "plan.yaml");
    writeFileSync(
      path,
      "apiVersion: work.example.com/v1\nkind: Plan\nmetadata: { name: imported }\nspec: { title: I }\n",
    );
    await hands.model("plans");
    await hands.click(page.getByRole("link", { name: "Import" }));
    await hands.chooseFile(page.getByLabel("Files"), path);
    await hands.button("Check");
    await page.getByText("1 to create").waitFor();
    await hands.button("Import 1 object");
    await page.getByText("Imported: 1 created").waitFor();
    rmSync(folder, { recursive: true });
  },
  "See who changed an object, and restore an old version": async (hands, page) => {
    await hands.task("task-196");
    await hands.button("History");
    await page.getByText("system:anonymous").first().waitFor();
    await hands.button("Restore version 1");
    await hands.click(page.getByRole("alertdialog").getByRole("button", { name: "Restore" }));
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
  },
  "See what refers to an object": async (hands, page) => {
    await hands.model("plans");
    await hands.click(page.getByRole("link", { name: "garden", exact: true }));
    await page
      .getByRole("link", { name: /^task-/ })
      .first()
      .waitFor();
  },
};

/** What needs access rules or endpoints, which the tracker has. */
const jobsOfTracker: typeof jobs = {
  "Run an action of one's own on an object": async (hands, page) => {
    await hands.model("projects");
    await hands.click(page.getByRole("link", { name: "app", exact: true }).first());
    await hands.button("The titles of a project's issues by state");
    await hands.click(page.getByRole("dialog").getByRole("button", { name: "Run" }));
    await page.getByText("Answered with 200").waitFor();
  },
  "Make an API token": async (hands, page) => {
    await hands.model("Tokens");
    await hands.type(page.getByLabel(/^Name/), "ci");
    await hands.type(page.getByLabel(/^Roles/), "viewer");
    await hands.choose(page.getByLabel("Valid for"), "7 days");
    await hands.button("Make a token");
    await page.locator("code.secret").waitFor();
  },
  "Switch to a dark theme": async (hands, page) => {
    await hands.choose(page.getByLabel("Theme"), "Dark");
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  },
};

/** Knows callers by a token that is their name. */
const byToken: Authenticator = ({ headers }) => {
  const [, name] = /^Bearer ([a-z]+)$/.exec(headers.authorization ?? "") ?? [];
  return name === undefined ? undefined : { name, groups: [] };
};
const access = defineAccess({
  authenticate: [tokens(), byToken],
  roles: { keeper: { includes: ["admin"], operator: ["tokens"] } },
  bindings: { keeper: { users: ["kim"] } },
});

const taskSpec = (at: number): object => ({
  title: at === 137 ? "Fix the lighthouse lamp" : `Task ${at}`,
  plan: at % 2 === 0 ? "garden" : "house",
  assignee: at % 2 === 0 ? "ada" : "ben",
  state: at % 3 === 0 ? "closed" : "open",
  priority: at < 20 ? 9 : at < 40 ? 8 : at % 5,
  due: `2026-11-${String((at % 28) + 1).padStart(2, "0")}T00:00:00Z`,
  tags: at % 4 === 0 ? ["outside"] : [],
});
const names = (page: Page): Promise<string[]> => page.locator("tbody th a").allInnerTexts();

describe.skipIf(!hasChromium)("the console's column of docs/console-compared.md", { timeout: 120_000 }, () => {
  const releases = generatedReleases();
  let work: ConsoleBrowser;
  let ofTracker: ConsoleBrowser;

  beforeAll(async () => {
    work = await startConsole(await releases.release(models));
    const of = (kind: string, name: string, spec: object): object => ({
      op: "create",
      object: { apiVersion: "work.example.com/v1", kind, metadata: { name }, spec },
    });
    await work.send("POST", "/apis/-/batch", {
      operations: [
        ...["ada", "ben"].map((name) => of("Person", name, { name })),
        ...["garden", "house"].map((name) => of("Plan", name, { title: name })),
        ...Array.from({ length: COUNT }, (_, at) => of("Task", `task-${at}`, taskSpec(at))),
      ],
    });
    const changed = { metadata: { name: "task-196" }, spec: { ...taskSpec(196), title: "Changed" } };
    await work.send("PUT", `${base}/tasks/task-196`, changed);
    ofTracker = await startConsole({ ...tracker, access });
    await fetch(`${ofTracker.service.url}/apis/tracker.example.com/v1alpha1/projects`, {
      method: "POST",
      headers: { authorization: "Bearer kim", "content-type": "application/json" },
      body: JSON.stringify({ metadata: { name: "app" }, spec: { title: "App" } }),
    });
  });
  afterAll(async () => {
    await work?.close();
    await ofTracker?.close();
    releases.dispose();
  });

  it.each(rows)("%s: %s", async (job, cell) => {
    const [console, run] = jobs[job] === undefined ? [ofTracker, jobsOfTracker[job]] : [work, jobs[job]];
    const page = console === work ? await work.open() : await openAs(ofTracker, "kim");
    page.setDefaultTimeout(8000);
    await page.getByRole("navigation", { name: "Models" }).waitFor();
    const hands = new Hands(page);
    await run?.(hands, page);
    expect(hands.count).toBe(cell);
    await page.close();
  });

  it("has a row for each job", () => {
    expect(rows.map(([job]) => job).toSorted()).toEqual(
      [...Object.keys(jobs), ...Object.keys(jobsOfTracker)].toSorted(),
    );
  });
});
