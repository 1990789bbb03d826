import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { databases, jsonPatch, mergePatch, refusalOf, sender, startTasks, tasksPlugin } from "./tasks-server.js";

const bare = { title: "T", project: "garden" };
/** A spec with a place for each default, and what it becomes. */
const sparse = {
  ...bare,
  reminder: { type: "repeated", every: "1h" },
  steps: [{ id: "a", title: "A" }],
  notification: {},
};
const filled = {
  ...bare,
  priority: "NORMAL",
  reminder: { type: "repeated", every: "1h", onlyOnWeekdays: true },
  steps: [{ id: "a", title: "A", done: false }],
  notification: { channel: "mail", copyTo: [] },
};

describe.each(databases)("defaults on %s", (database) => {
  let server: RunningServer;
  const send = sender(() => server);
  const specOf = async (answer: ReturnType<typeof send>): Promise<unknown> => {
    const { status, json } = await answer;
    expect(status, JSON.stringify(json)).toBeLessThan(300);
    return (json as { spec: unknown }).spec;
  };

  beforeAll(async () => {
    server = await startTasks(database);
  });
  afterAll(() => server.close());

  let count = 0;
  async function task(spec: object): Promise<string> {
    const name = `default-${(count += 1)}`;
    await specOf(send("POST", "", { metadata: { name }, spec }));
    return name;
  }

  test("are stored on create, in JSON and YAML", async () => {
    const name = await task(sparse);
    expect(await specOf(send("GET", `/${name}`))).toEqual(filled);
    const yaml = "metadata: {generateName: y-}\nspec: {title: T, project: garden, notification: {}}";
    expect(await specOf(send("POST", "", yaml, "application/yaml"))).toMatchObject({
      notification: { channel: "mail", copyTo: [] },
    });
  });

  test("do not make the object around them", async () => {
    expect(await specOf(send("GET", `/${await task(bare)}`))).toEqual({ ...bare, priority: "NORMAL" });
  });

  test("of one member of a union do not get into another", async () => {
    const reminder = { type: "once", at: "2030-01-01T00:00:00Z" };
    expect(await specOf(send("GET", `/${await task({ ...bare, reminder })}`))).toMatchObject({ reminder });
  });

  test("come back when an update takes the field away", async () => {
    const other = {
      priority: "LOW",
      notification: { channel: "chat", copyTo: ["x"] },
      steps: [{ id: "a", title: "A", done: true }],
    };
    const changed = { ...sparse, ...other };
    const name = await task(changed);
    expect(await specOf(send("PUT", `/${name}`, { spec: sparse }))).toEqual(filled);
    await specOf(send("PUT", `/${name}`, { spec: changed }));
    const nulls = { spec: { priority: null, notification: { channel: null, copyTo: null } } };
    expect(await specOf(send("PATCH", `/${name}`, nulls, mergePatch))).toMatchObject({
      priority: "NORMAL",
      notification: filled.notification,
    });
    const removed = ["/spec/steps/0/done", "/spec/notification/channel"].map((path) => ({ op: "remove", path }));
    expect(await specOf(send("PATCH", `/${name}`, removed, jsonPatch))).toEqual(filled);
    const dropped = { spec: { notification: null } };
    expect(await specOf(send("PATCH", `/${name}`, dropped, mergePatch))).not.toHaveProperty("notification");
  });

  test("make a body that leaves them out the same as the object that has them", async () => {
    const name = await task(sparse);
    expect((await send("PUT", `/${name}`, { spec: sparse })).headers["etag"]).toMatch(/\.1\.v1alpha1\.[0-9a-f]{8}"$/);
  });

  test("are no cure for a wrong value", async () => {
    const wrong = { ...sparse, priority: null, notification: { channel: 1 } };
    expect(refusalOf(await send("POST", "", { metadata: { name: "wrong" }, spec: wrong }))).toEqual([
      422,
      "/spec/priority enum",
      "/spec/notification/channel enum",
    ]);
  });

  test("are written for a plugin's own code", async () => {
    const created = await server.service.resource(taskModel).create({
      metadata: { name: "by-code" },
      spec: { ...bare, notification: {} },
    });
    expect(created.spec).toEqual({ ...bare, priority: "NORMAL", notification: { channel: "mail", copyTo: [] } });
  });
});

test("defaults are written into manifests", async () => {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-defaults-"));
  mkdirSync(join(folder, "extensions"));
  const manifest = {
    apiVersion: "tasks.example.com/v1alpha1",
    kind: "Task",
    metadata: { name: "manifest" },
    spec: sparse,
  };
  writeFileSync(join(folder, "extensions", "task.yaml"), JSON.stringify(manifest));
  const plugin = { ...tasksPlugin(), root: pathToFileURL(`${folder}/`) };
  const server = await startTasks("sqlite", { plugins: [plugin] });
  try {
    expect((await server.service.resource(taskModel).get("manifest")).spec).toEqual(filled);
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});
