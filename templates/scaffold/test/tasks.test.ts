import { ApiProblem } from "@cmgen/client";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { plugin } from "../src/generated/plugin.js";
import { createTasksClient } from "../src/generated/v1alpha1/client.js";

// The service runs in this process, with a database in memory and a free port.
let server: RunningServer;
const tasks = () => createTasksClient({ baseUrl: server.url });

beforeAll(async () => {
  server = await startServer({ plugins: [plugin], root: plugin.root, port: 0, databaseUrl: ":memory:", log: silentLog });
  await server.started;
});

afterAll(() => server.close());

test("starts with the tasks of extensions/, the most urgent first", async () => {
  const { items } = await tasks().list({ sort: ["spec.priority"] });
  expect(items.map(({ metadata }) => metadata.name)).toEqual(["declare-a-model", "write-a-controller"]);
});

test("refuses a task that breaks the schema, with every cause", async () => {
  const refusal: unknown = await tasks()
    .create({ metadata: { name: "wrong" }, spec: { title: "", priority: 6 } })
    .catch((error: unknown) => error);
  if (!(refusal instanceof ApiProblem)) throw new Error("The task was accepted.");
  expect([refusal.code, refusal.errors.map(({ path }) => path)]).toEqual(["Invalid", ["/spec/title", "/spec/priority"]]);
});

test("notes when a task was done", async () => {
  const task = await tasks().create({ metadata: { generateName: "task-" }, spec: { title: "Write a test" } });
  const { name } = task.metadata;
  await tasks().update(name, { spec: { done: true } });
  await expect.poll(async () => (await tasks().get(name)).status?.completedAt).toBeDefined();
});

test("sums a task up", async () => {
  const response = await fetch(`${server.url}/apis/api.my-plugin.example.com/v1alpha1/tasks/declare-a-model/summary`);
  expect(await response.json()).toEqual({ summary: "Declare a model (done)" });
});
