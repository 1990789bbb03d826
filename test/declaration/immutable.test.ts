import type { RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { databases, jsonPatch, mergePatch, refusalOf, sender, startTasks } from "./tasks-server.js";

const steps = [
  { id: "a", title: "A", addedBy: "ann" },
  { id: "b", title: "B" },
];
const spec = { title: "T", project: "garden", steps };
const status = { phase: "DONE", stepsDone: 1, firstDoneAt: "2030-01-01T00:00:00.000Z" };
const moved = { ...spec, project: "house" };

describe.each(databases)("what is immutable on %s", (database) => {
  let server: RunningServer;
  const send = sender(() => server);
  const tasks = () => server.service.resource(taskModel);

  beforeAll(async () => {
    server = await startTasks(database);
  });
  afterAll(() => server.close());

  let count = 0;
  /** A task with a status, at version 2. */
  async function task(): Promise<string> {
    const name = `immutable-${(count += 1)}`;
    expect((await send("POST", "", { metadata: { name }, spec })).status).toBe(201);
    expect((await send("PUT", `/${name}/status`, { status })).status).toBe(200);
    return name;
  }

  const project = [422, "/spec/project immutable"];
  const added = [422, "/spec/steps/0/addedBy immutable"];
  const { project: _, ...withoutProject } = spec;

  test.each([
    ["PUT", "", { spec: moved }, undefined, project],
    ["PUT", "", { spec: withoutProject }, undefined, [422, "/spec/project required"]],
    ["PATCH", "", { spec: { project: "house" } }, mergePatch, project],
    ["PATCH", "", { spec: { project: null } }, mergePatch, [422, "/spec/project required"]],
    ["PATCH", "", [{ op: "replace", path: "/spec/project", value: "house" }], jsonPatch, project],
    ["PATCH", "", [{ op: "replace", path: "/spec/steps/0/addedBy", value: "eve" }], jsonPatch, added],
    ["PATCH", "", [{ op: "remove", path: "/spec/steps/0/addedBy" }], jsonPatch, added],
    [
      "PATCH",
      "",
      [{ op: "add", path: "/spec/steps/1/addedBy", value: "eve" }],
      jsonPatch,
      [422, "/spec/steps/1/addedBy immutable"],
    ],
    [
      "PATCH",
      "",
      {
        spec: {
          steps: [
            { id: "c", title: "C" },
            { id: "a", title: "A", addedBy: "eve" },
          ],
        },
      },
      mergePatch,
      [422, "/spec/steps/1/addedBy immutable"],
    ],
    [
      "PUT",
      "/status",
      { status: { ...status, firstDoneAt: "2031-01-01T00:00:00.000Z" } },
      undefined,
      [422, "/status/firstDoneAt immutable"],
    ],
    ["PATCH", "/status", { status: { firstDoneAt: null } }, mergePatch, [422, "/status/firstDoneAt immutable"]],
    ["PATCH", "/status", { status: null }, mergePatch, [422, "/status/firstDoneAt immutable"]],
  ] as const)("%s %s of %j is refused, and nothing stored", async (method, below, body, type, wanted) => {
    const name = await task();
    expect(refusalOf(await send(method, `/${name}${below}`, body, type))).toEqual(wanted);
    expect((await send("GET", `/${name}`)).json).toMatchObject({
      metadata: { version: 2 },
      spec: { project: "garden", steps },
      status,
    });
  });

  test("every cause is told at once, by name", async () => {
    const name = await task();
    const body = {
      metadata: { labels: { "-": "x" } },
      spec: { ...moved, title: "", steps: [{ id: "a", title: "A" }] },
    };
    const refused = await send("PUT", `/${name}`, body);
    const [code, ...causes] = refusalOf(refused);
    expect([code, causes.toSorted()]).toEqual([
      422,
      [
        "/metadata/labels/- pattern",
        "/spec/project immutable",
        "/spec/steps/0/addedBy immutable",
        "/spec/title minLength",
      ],
    ]);
    const single = await send("PUT", `/${name}`, { spec: moved });
    expect(single.json).toMatchObject({ detail: "/spec/project is immutable: it may not change after creation." });
  });

  test("a plugin's own code is held to it too", async () => {
    const metadata = { name: await task() };
    const refused = { code: "Invalid", errors: [{ path: "/spec/project", code: "immutable" }] };
    await expect(tasks().replace({ metadata, spec: moved })).rejects.toMatchObject(refused);
    await expect(tasks().update(metadata.name, { spec: { project: "house" } })).rejects.toMatchObject(refused);
    const later = { phase: "DONE" as const, stepsDone: 1, firstDoneAt: "2031-01-01T00:00:00.000Z" };
    await expect(tasks().status.update(metadata.name, () => later)).rejects.toMatchObject({
      errors: [{ path: "/status/firstDoneAt" }],
    });
  });

  test("all else may change, and items come and go", async () => {
    const name = await task();
    const next = {
      ...spec,
      title: "New",
      steps: [
        { id: "c", title: "C", addedBy: "cy" },
        { ...steps[0], title: "Other" },
      ],
    };
    expect((await send("PUT", `/${name}`, { spec: next })).json).toMatchObject({
      metadata: { version: 3 },
      spec: next,
    });
    expect((await send("PATCH", `/${name}`, { spec: { steps: null } }, mergePatch)).status).toBe(200);
    expect((await send("PUT", `/${name}/status`, { status: { ...status, phase: "OPEN" } })).status).toBe(200);
  });

  test("what a controller writes later is fixed from then on", async () => {
    const name = `immutable-${(count += 1)}`;
    await send("POST", "", { metadata: { name }, spec });
    expect((await send("PUT", `/${name}/status`, { status: { phase: "OPEN", stepsDone: 0 } })).status).toBe(200);
    expect((await send("PUT", `/${name}/status`, { status })).status).toBe(200);
    expect((await send("PUT", `/${name}/status`, { status: { phase: "OPEN", stepsDone: 0 } })).status).toBe(422);
  });
});
