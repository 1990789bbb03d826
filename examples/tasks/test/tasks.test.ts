import { ApiProblem } from "@cmgen/client";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plugin } from "../src/generated/plugin.js";
import {
  createProjectsClient,
  createTasksClient,
  type ProjectsClient,
  type TaskSpec,
  type TasksClient,
} from "../src/generated/v1alpha1/client.js";

// The service itself, in this process, on a database in memory and a port of its own.
let server: RunningServer;
let projects: ProjectsClient;
let tasks: TasksClient;

beforeAll(async () => {
  server = await startServer({
    plugins: [plugin],
    root: plugin.root,
    port: 0,
    databaseUrl: ":memory:",
    log: silentLog,
  });
  await server.started;
  projects = createProjectsClient({ baseUrl: server.url });
  tasks = createTasksClient({ baseUrl: server.url });
});

afterAll(() => server.close());

const base = { title: "Paint the fence", project: "garden" };

function create(name: string, spec: Partial<TaskSpec> = {}): ReturnType<TasksClient["create"]> {
  return tasks.create({ metadata: { name }, spec: { ...base, ...spec } });
}

/** What is refused, and why: the code of the answer and each cause. */
async function refusal(answer: Promise<unknown>): Promise<readonly string[]> {
  const problem: unknown = await answer.catch((error: unknown) => error);
  if (!(problem instanceof ApiProblem)) throw new Error("Nothing was refused.");
  return [problem.code, ...problem.errors.map(({ path, code, message }) => `${path} ${code}: ${message}`)];
}

test("starts with the project and the task of extensions/", async () => {
  expect((await projects.list()).items.map(({ metadata }) => metadata.name)).toEqual(["garden"]);
  expect((await tasks.get("plant-trees")).spec).toMatchObject({
    priority: "HIGH",
    reminder: { type: "repeated", every: "1d", onlyOnWeekdays: true },
    steps: [{ id: "dig", done: false }, { id: "water" }],
  });
});

describe("a default", () => {
  test("is filled in where a field is left out, in what is there and in nothing else", async () => {
    const { spec } = await create("defaults", { notification: {}, steps: [{ id: "a", title: "A" }] });
    expect(spec).toEqual({
      ...base,
      priority: "NORMAL",
      notification: { channel: "mail", copyTo: [] },
      steps: [{ id: "a", title: "A", done: false }],
    });
    expect((await create("no-notification")).spec).not.toHaveProperty("notification");
  });

  test("comes back where an update leaves the field out", async () => {
    await create("default-again", { priority: "HIGH", notification: { channel: "chat" } });
    const put = await tasks.replace({ metadata: { name: "default-again" }, spec: { ...base, notification: {} } });
    expect(put.spec).toMatchObject({ priority: "NORMAL", notification: { channel: "mail" } });
    await tasks.update("default-again", { spec: { priority: "LOW" } });
    const patched = await tasks.update("default-again", { spec: { priority: null } });
    expect(patched.spec.priority).toBe("NORMAL");
  });
});

test("a check over two fields names the field to fix", async () => {
  const planned = { start: "2030-02-02T00:00:00Z", end: "2030-02-01T00:00:00Z" };
  expect(await refusal(create("too-early", { planned }))).toEqual([
    "Invalid",
    "/spec/planned/end check: A task does not end before it starts.",
  ]);
});

test("a check sees what was there before", async () => {
  await create("done-steps", { steps: [{ id: "a", title: "A", done: true }] });
  expect(await refusal(tasks.update("done-steps", { spec: { steps: [] } }))).toEqual([
    "Invalid",
    "/spec/steps check: A step that is done stays in its task.",
  ]);
});

test("an immutable field stays, in an item too, wherever the item stands", async () => {
  await create("fixed", {
    steps: [
      { id: "a", title: "A", addedBy: "ann" },
      { id: "b", title: "B", addedBy: "bob" },
    ],
  });
  const message = "immutable: is immutable: it may not change after creation";
  expect(await refusal(tasks.update("fixed", { spec: { project: "house" } }))).toEqual([
    "Invalid",
    `/spec/project ${message}`,
  ]);
  const swapped = [
    { id: "b", title: "B", addedBy: "bob" },
    { id: "a", title: "A", addedBy: "eve" },
  ];
  expect(await refusal(tasks.update("fixed", { spec: { steps: swapped } }))).toEqual([
    "Invalid",
    `/spec/steps/1/addedBy ${message}`,
  ]);
});

test("no two steps have one id", async () => {
  const steps = [
    { id: "a", title: "A" },
    { id: "b", title: "B" },
    { id: "a", title: "C" },
  ];
  expect(await refusal(create("twice", { steps }))).toEqual([
    "Invalid",
    '/spec/steps/2 listKey: must not have the same "id" as item 0',
  ]);
});

test("a reminder is of one of the two types", async () => {
  const reminder = { type: "repeated" as const, every: "often" };
  const [code, cause] = await refusal(create("often", { reminder }));
  expect([code, cause?.split(":")[0]]).toEqual(["Invalid", "/spec/reminder/every pattern"]);
});

test("sizes past what a JSON number holds are kept, and sorted as numbers", async () => {
  await create("small", { attachmentBytes: "9007199254740993" });
  await create("large", { attachmentBytes: "9223372036854775807" });
  const { items } = await tasks.list({
    where: { "spec.attachmentBytes": { gte: "9007199254740992" } },
    sort: ["-spec.attachmentBytes"],
  });
  expect(items.map(({ spec }) => spec.attachmentBytes)).toEqual(["9223372036854775807", "9007199254740993"]);
});

test("status is the controller's", async () => {
  await create("progress", { steps: [{ id: "a", title: "A" }] });
  await expect.poll(async () => (await tasks.get("progress")).status).toEqual({ phase: "OPEN", stepsDone: 0 });
  await tasks.update("progress", { spec: { steps: [{ id: "a", title: "A", done: true }] } });
  await expect.poll(async () => (await tasks.get("progress")).status?.phase).toBe("DONE");
  const { items } = await tasks.list({ where: { "status.phase": "DONE" } });
  expect(items.map(({ metadata }) => metadata.name)).toContain("progress");
});

test("a project goes when its tasks are gone", async () => {
  await projects.create({ metadata: { name: "shed" }, spec: { title: "A shed", code: "PRJ-2" } });
  await create("roof", { project: "shed" });
  await expect.poll(async () => (await projects.get("shed")).metadata.finalizers).toHaveLength(1);
  const deleted = await projects.delete("shed");
  expect(deleted.metadata.deletionTimestamp).toBeDefined();
  await expect.poll(async () => (await projects.get("shed")).status?.tasksLeft).toBe(1);
  await tasks.delete("roof");
  await expect.poll(() => refusal(projects.get("shed"))).toEqual(["NotFound"]);
});

test("a hook tidies the title, and finds out what is none", async () => {
  const { spec } = await create("tidy", { title: "  Tidy up \n" });
  expect(spec.title).toBe("Tidy up");
  // From then on only this test writes it.
  await expect.poll(async () => (await tasks.get("tidy")).status).toBeDefined();
  const { metadata } = await tasks.update("tidy", { spec: { title: " Tidy up" } });
  expect((await tasks.get("tidy")).metadata.version).toBe(metadata.version);
  const [code, cause] = await refusal(create("blank", { title: "   " }));
  expect([code, cause?.split(":")[0]]).toEqual(["Invalid", "/spec/title minLength"]);
});

test("a hook keeps new tasks out of a project that is being deleted", async () => {
  await projects.create({ metadata: { name: "barn" }, spec: { title: "A barn", code: "PRJ-3" } });
  await create("walls", { project: "barn" });
  await expect.poll(async () => (await projects.get("barn")).metadata.finalizers).toHaveLength(1);
  await projects.delete("barn");
  expect(await refusal(create("windows", { project: "barn" }))).toEqual([
    "Invalid",
    "/spec/project check: The project A barn is being deleted.",
  ]);
  // What is there already goes on.
  expect((await tasks.update("walls", { spec: { title: "Four walls" } })).spec.title).toBe("Four walls");
  await tasks.delete("walls");
  await expect.poll(() => refusal(projects.get("barn"))).toEqual(["NotFound"]);
});

test("the board shows a project's tasks by phase", async () => {
  const path = "/apis/console.api.tasks.example.com/v1alpha1/projects/garden/board";
  const board = (await (await fetch(server.url + path)).json()) as Record<string, string[]>;
  expect(board["OPEN"]).toContain("Plant the apple trees");
});
