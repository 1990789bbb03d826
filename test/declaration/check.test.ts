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

/** What the check below was asked. */
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

/** Refuses a title or a phase by what it says. */
const check: NonNullable<ModelDescriptor<Task>["check"]> = ({
  object: {
    spec: { title },
    status,
  },
  old,
  refuse,
}) => {
  asked.push({ title, phase: status?.phase, oldTitle: old?.spec.title, oldPhase: old?.status?.phase });
  if (title === "throws") throw new Error("the inside");
  if (title === "promise") return Promise.resolve() as unknown as void;
  if (title === "list") return [] as unknown as void;
  if (title === "nowhere") refuse("spec..title", "Nowhere.");
  if (title === "silent") refuse("spec.title", "");
  if (title === "endless") for (;;) refuse("spec.title", "Again.");
  if (title.includes("bad")) refuse("spec.title", "A title is not bad.");
  if (title.includes("worse")) refuse("spec", "Nothing is worse.");
  if (old?.status?.phase === "DONE" && status?.phase !== "DONE") refuse("status.phase", "What is done stays done.");
};

beforeEach(() => {
  asked = [];
  errors = [];
});
afterEach(() => server.close());

const checkedModel = { ...taskModel, check };
const plugin = (): Plugin => ({
  ...tasksPlugin(checkedModel),
  manifests: false,
});

describe.each(databases)("the check of a model on %s", (database) => {
  beforeEach(async () => {
    server = await startTasks(database, { plugins: [plugin()], log });
  });

  const done = { status: { phase: "DONE", stepsDone: 1 } };
  const open = { status: { phase: "OPEN", stepsDone: 1 } };
  const bad = [422, "/spec/title check"];

  test("runs on every write, with what is stored on an update", async () => {
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

  test("refuses a write on every path", async () => {
    await send("POST", "", { metadata: { name: "a" }, spec });
    await send("PUT", "/a/status", done);
    const title = "bad";
    expect(refusalOf(await send("POST", "", { metadata: { name: "b" }, spec: { ...spec, title } }))).toEqual(bad);
    expect(refusalOf(await send("PUT", "/a", { spec: { ...spec, title } }))).toEqual(bad);
    expect(refusalOf(await send("PATCH", "/a", { spec: { title } }, mergePatch))).toEqual(bad);
    const operations = [{ op: "replace", path: "/spec/title", value: title }];
    expect(refusalOf(await send("PATCH", "/a", operations, jsonPatch))).toEqual(bad);
    expect(refusalOf(await send("PUT", "/a/status", open))).toEqual([422, "/status/phase check"]);
    expect(refusalOf(await send("PATCH", "/a/status", open, mergePatch))).toEqual([422, "/status/phase check"]);
    const tasks = server.service.resource(checkedModel);
    const refused = {
      code: "Invalid",
      message: "A title is not bad.",
      errors: [{ path: "/spec/title", code: "check" }],
    };
    await expect(tasks.create({ metadata: { name: "b" }, spec: { ...spec, title } })).rejects.toMatchObject(refused);
    await expect(tasks.update("a", { spec: { title } })).rejects.toMatchObject(refused);
    expect((await send("GET", "/a")).json).toMatchObject({ metadata: { version: 2 }, spec, ...done });
    expect((await send("GET", "/b")).status).toBe(404);
  });

  test("refuses everything at once, and only of an object that keeps the schema", async () => {
    const both = { metadata: { name: "b" }, spec: { ...spec, title: "bad and worse" } };
    expect(refusalOf(await send("POST", "", both))).toEqual([422, "/spec/title check", "/spec check"]);
    asked = [];
    expect(refusalOf(await send("POST", "", { ...both, more: 1 }))).toEqual([422, "/more additionalProperties"]);
    expect(asked).toEqual([]);
  });

  test.each([
    ["throws", "the inside"],
    ["promise", "It returned a promise: what needs one is a hook."],
    ["list", "It returned . It refuses by"],
    ["nowhere", 'The path of refuse(path, message): "spec..title" cannot be read'],
    ["silent", "needs a message"],
    ["endless", "It refused more than 1000 times."],
  ])("that fails (%s) is the plugin's fault: 500, the log has the place, nothing is stored", async (title, reason) => {
    await send("POST", "", { metadata: { name: "a" }, spec });
    for (const answer of [
      await send("POST", "", { metadata: { name: "b" }, spec: { ...spec, title } }),
      await send("PUT", "/a", { spec: { ...spec, title } }),
      await send("PATCH", "/a", { spec: { title } }, mergePatch),
    ]) {
      expect(answer).toMatchObject({ status: 500, json: { code: "InternalError" } });
      expect(answer.bytes.toString()).not.toMatch(/inside|refuse|promise/);
    }
    expect(errors.map(({ err }) => String(err))).toEqual(
      ["b", "a", "a"].map((name) => `Error: The check of tasks.example.com/v1alpha1 Task failed on ${name}`),
    );
    for (const { err } of errors) expect(String((err as Error).cause)).toContain(reason);
    expect((await send("GET", "/a")).json).toMatchObject({ metadata: { version: 1 }, spec });
    expect((await send("GET", "/b")).status).toBe(404);
  });
});

test("a manifest that the check refuses keeps its plugin from starting", async () => {
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
