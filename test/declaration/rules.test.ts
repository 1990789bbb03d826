import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  silentLog,
  type Log,
  type LogFields,
  type ModelDescriptor,
  type Plugin,
  type RunningServer,
} from "@cmgen/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Task, taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { databases, jsonPatch, mergePatch, refusalOf, sender, startTasks, tasksPlugin } from "./tasks-server.js";

const spec = { title: "T", project: "garden" };

/** What the rules below were asked. */
interface Asked {
  readonly title: string;
  readonly phase: string | undefined;
  readonly oldTitle: string | undefined;
  readonly oldPhase: string | undefined;
}

let asked: Asked[] = [];
let errors: LogFields[] = [];
let server: RunningServer;
const send = sender(() => server);
const log: Log = { ...silentLog, error: (fields) => void errors.push(fields) };

/** Rules that a title or a phase breaks by what it says. */
const rules: ModelDescriptor<Task>["rules"] = [
  {
    path: "/spec/title",
    message: "A title is not bad.",
    check: (task: Task, old?: Task) => {
      asked.push({
        title: task.spec.title,
        phase: task.status?.phase,
        oldTitle: old?.spec.title,
        oldPhase: old?.status?.phase,
      });
      if (task.spec.title === "throws") throw new Error("the inside");
      return task.spec.title === "promise"
        ? (Promise.resolve(true) as unknown as boolean)
        : !task.spec.title.includes("bad");
    },
  },
  { path: "/spec", message: "Nothing is worse.", check: ({ spec: { title } }: Task) => !title.includes("worse") },
  {
    path: "/status/phase",
    message: "What is done stays done.",
    check: ({ status }: Task, old?: Task) => old?.status?.phase !== "DONE" || status?.phase === "DONE",
  },
];

beforeEach(() => {
  asked = [];
  errors = [];
});
afterEach(() => server.close());

const ruledModel = { ...taskModel, rules };
const plugin = (): Plugin => ({
  ...tasksPlugin(ruledModel),
  manifests: false,
});

describe.each(databases)("rules on %s", (database) => {
  beforeEach(async () => {
    server = await startTasks(database, { plugins: [plugin()], log });
  });

  const done = { status: { phase: "DONE", stepsDone: 1 } };
  const open = { status: { phase: "OPEN", stepsDone: 1 } };
  const bad = [422, "/spec/title rule"];

  test("are run on every write, with what is stored on an update", async () => {
    expect((await send("POST", "", { metadata: { name: "a" }, spec })).status).toBe(201);
    expect((await send("PUT", "/a/status", open)).status).toBe(200);
    expect((await send("PUT", "/a", { spec: { ...spec, title: "U" } })).status).toBe(200);
    expect((await send("PATCH", "/a", { spec: { title: "V" } }, mergePatch)).status).toBe(200);
    expect(asked).toEqual([
      { title: "T" },
      { title: "T", phase: "OPEN", oldTitle: "T" },
      { title: "U", phase: "OPEN", oldTitle: "T", oldPhase: "OPEN" },
      { title: "V", phase: "OPEN", oldTitle: "U", oldPhase: "OPEN" },
    ]);
  });

  test("refuse the write that breaks them, on every path", async () => {
    await send("POST", "", { metadata: { name: "a" }, spec });
    await send("PUT", "/a/status", done);
    const title = "bad";
    expect(refusalOf(await send("POST", "", { metadata: { name: "b" }, spec: { ...spec, title } }))).toEqual(bad);
    expect(refusalOf(await send("PUT", "/a", { spec: { ...spec, title } }))).toEqual(bad);
    expect(refusalOf(await send("PATCH", "/a", { spec: { title } }, mergePatch))).toEqual(bad);
    const operations = [{ op: "replace", path: "/spec/title", value: title }];
    expect(refusalOf(await send("PATCH", "/a", operations, jsonPatch))).toEqual(bad);
    expect(refusalOf(await send("PUT", "/a/status", open))).toEqual([422, "/status/phase rule"]);
    expect(refusalOf(await send("PATCH", "/a/status", open, mergePatch))).toEqual([422, "/status/phase rule"]);
    const tasks = server.service.resource(ruledModel);
    const refused = {
      code: "Invalid",
      message: "A title is not bad.",
      errors: [{ path: "/spec/title", code: "rule" }],
    };
    await expect(tasks.create({ metadata: { name: "b" }, spec: { ...spec, title } })).rejects.toMatchObject(refused);
    await expect(tasks.update("a", { spec: { title } })).rejects.toMatchObject(refused);
    expect((await send("GET", "/a")).json).toMatchObject({ metadata: { version: 2 }, spec, ...done });
    expect((await send("GET", "/b")).status).toBe(404);
  });

  test("are all told of at once, and only of an object that keeps the schema", async () => {
    const both = { metadata: { name: "b" }, spec: { ...spec, title: "bad and worse" } };
    expect(refusalOf(await send("POST", "", both))).toEqual([422, "/spec/title rule", "/spec rule"]);
    asked = [];
    expect(refusalOf(await send("POST", "", { ...both, more: 1 }))).toEqual([422, "/more additionalProperties"]);
    expect(asked).toEqual([]);
  });

  test.each(["throws", "promise"])(
    "that fail (%s) are the plugin's fault: 500, the log has the place, nothing is stored",
    async (title) => {
      await send("POST", "", { metadata: { name: "a" }, spec });
      for (const answer of [
        await send("POST", "", { metadata: { name: "b" }, spec: { ...spec, title } }),
        await send("PUT", "/a", { spec: { ...spec, title } }),
        await send("PATCH", "/a", { spec: { title } }, mergePatch),
      ]) {
        expect(answer).toMatchObject({ status: 500, json: { code: "InternalError" } });
        expect(answer.bytes.toString()).not.toMatch(/inside|rules|promise/);
      }
      expect(errors.map(({ err }) => String(err))).toEqual(
        ["b", "a", "a"].map(
          (name) => `Error: The rule rules[0] (/spec/title) of tasks.example.com/v1alpha1 Task failed on ${name}`,
        ),
      );
      expect((await send("GET", "/a")).json).toMatchObject({ metadata: { version: 1 }, spec });
      expect((await send("GET", "/b")).status).toBe(404);
    },
  );
});

test("a manifest that breaks a rule keeps its plugin from starting", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-rules-"));
  mkdirSync(join(folder, "extensions"));
  const manifest = {
    apiVersion: "tasks.example.com/v1alpha1",
    kind: "Task",
    metadata: { name: "a" },
    spec: { ...spec, title: "bad" },
  };
  writeFileSync(join(folder, "extensions", "task.yaml"), JSON.stringify(manifest));
  server = await startTasks("sqlite", {
    plugins: [{ ...plugin(), root: pathToFileURL(`${folder}/`), manifests: true }],
    log,
  });
  rmSync(folder, { recursive: true });
  expect(server.unready()).toHaveLength(1);
  expect(errors.map(({ err }) => String(err))).toEqual([expect.stringMatching(/task\.yaml.*: A title is not bad\.$/)]);
});
