import type { ModelDescriptor, RunningServer } from "@cmgen/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Task, taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { databases, jsonPatch, mergePatch, refusalOf, sender, startTasks, tasksPlugin } from "./tasks-server.js";

/** Stored before there were any rules: then they come into force. */
let inForce = false;

const check: ModelDescriptor<Task>["check"] = ({ object: { spec, status }, old, refuse }) => {
  if (inForce && spec.title === "bad") refuse("spec.title", "A title is not bad.");
  if (inForce && spec.title === "1") refuse("spec", "A title is not a 1.");
  if (inForce && spec.project.length === 0) refuse("spec.project", "A project has a name.");
  if (old?.status?.phase === "DONE" && status?.phase !== "DONE") refuse("status.phase", "What is done stays done.");
};

const model: ModelDescriptor<Task> = {
  ...taskModel,
  check,
  validate: (value) => (inForce ? taskModel.validate(value) : []),
};

const outdated = {
  title: "",
  project: "garden",
  gone: { since: 2020 },
  steps: [{ id: "UPPER", title: "x" }],
  notification: { channel: "fax" },
};

describe.each(databases)("an object from before the rules, on %s", (database) => {
  let server: RunningServer;
  const send = sender(() => server);

  beforeAll(async () => {
    server = await startTasks(database, { plugins: [{ ...tasksPlugin(model), manifests: false }] });
  });
  afterAll(() => server.close());

  let count = 0;
  async function stored(spec: object, status?: object): Promise<string> {
    inForce = false;
    const name = `old-${(count += 1)}`;
    expect((await send("POST", "", { metadata: { name }, spec })).status).toBe(201);
    if (status !== undefined) expect((await send("PUT", `/${name}/status`, { status })).status).toBe(200);
    inForce = true;
    return name;
  }
  const put = async (name: string, spec: object) => refusalOf(await send("PUT", `/${name}`, { spec }));
  const merge = async (name: string, patch: object) => refusalOf(await send("PATCH", `/${name}`, patch, mergePatch));

  test("takes labels, status and other fields, and keeps what it has", async () => {
    const name = await stored(outdated);
    expect(await merge(name, { metadata: { labels: { "a.example/b": "c" } } })).toEqual([200]);
    const status = { phase: "OPEN", stepsDone: 1 };
    expect(refusalOf(await send("PUT", `/${name}/status`, { status }))).toEqual([200]);
    expect(await merge(name, { spec: { fields: { color: "red" } } })).toEqual([200]);
    const move = [{ op: "add", path: "/spec/steps/1", value: { id: "b", title: "B" } }];
    expect(refusalOf(await send("PATCH", `/${name}`, move, jsonPatch))).toEqual([200]);
    expect(await put(name, outdated)).toEqual([200]);
    const tasks = server.service.resource(model);
    await tasks.update(name, { metadata: { labels: { "a.example/b": "d" } } });
    expect((await send("GET", `/${name}`)).json).toMatchObject({ metadata: { version: 7 }, spec: outdated, status });
  });

  test("is refused for what an update changes into something wrong, and for nothing else", async () => {
    const name = await stored(outdated);
    const long = "x".repeat(300);
    expect(await merge(name, { spec: { title: long } })).toEqual([422, "/spec/title maxLength"]);
    expect(await merge(name, { spec: { notification: { channel: "pigeon" } } })).toEqual([
      422,
      "/spec/notification/channel enum",
    ]);
    expect(await merge(name, { spec: { gone: 1 } })).toEqual([422, "/spec/gone additionalProperties"]);
    expect(await merge(name, { spec: { more: 1 } })).toEqual([422, "/spec/more additionalProperties"]);
    const before = [{ op: "add", path: "/spec/steps/0", value: { id: "b", title: "B" } }];
    // Items of a list are told apart by their place.
    expect(refusalOf(await send("PATCH", `/${name}`, before, jsonPatch))).toEqual([422, "/spec/steps/1/id pattern"]);
    expect(await merge(name, { metadata: { labels: { "-": "x" } } })).toEqual([422, "/metadata/labels/- pattern"]);
    expect(await merge(name, { spec: { project: "other" } })).toEqual([422, "/spec/project immutable"]);
  });

  test("may have a new required field missing, and may not lose one that it has", async () => {
    const name = await stored({ project: "garden" });
    expect(await merge(name, { spec: { priority: "LOW" } })).toEqual([200]);
    const whole = await stored({ title: "T", project: "garden" });
    expect(await merge(whole, { spec: { title: null } })).toEqual([422, "/spec/title required"]);
  });

  test("keeps a status field from before, and gets no other wrong one", async () => {
    const name = await stored({ title: "T", project: "garden" }, { phase: "WAITING", stepsDone: 0 });
    const status = async (patch: object) =>
      refusalOf(await send("PATCH", `/${name}/status`, { status: patch }, mergePatch));
    expect(await status({ stepsDone: 2 })).toEqual([200]);
    expect(await status({ stepsDone: 2.5 })).toEqual([422, "/status/stepsDone type"]);
    expect(await status({ phase: "NEVER" })).toEqual([422, "/status/phase enum"]);
    expect(await merge(name, { spec: { title: "U" } })).toEqual([200]);
  });

  test("may be refused by the check as it was, where an update leaves what that is about alone", async () => {
    const name = await stored({ title: "bad", project: "garden" });
    expect(await merge(name, { spec: { priority: "LOW" } })).toEqual([200]);
    expect(refusalOf(await send("PUT", `/${name}/status`, { status: { phase: "DONE", stepsDone: 1 } }))).toEqual([200]);
    expect(await merge(name, { spec: { title: "better" } })).toEqual([200]);
    expect(await merge(name, { spec: { title: "bad" } })).toEqual([422, "/spec/title check"]);
    const other = { status: { phase: "OPEN", stepsDone: 1 } };
    // What is refused of a change is refused because of the change alone.
    expect(refusalOf(await send("PUT", `/${name}/status`, other))).toEqual([422, "/status/phase check"]);
  });

  test("may be refused as a whole until its spec is changed", async () => {
    const name = await stored({ title: "1", project: "garden" });
    expect(await merge(name, { metadata: { labels: { "a.example/b": "c" } } })).toEqual([200]);
    expect(refusalOf(await send("PUT", `/${name}/status`, { status: { phase: "OPEN", stepsDone: 1 } }))).toEqual([200]);
    expect(await merge(name, { spec: { priority: "LOW" } })).toEqual([422, "/spec check"]);
  });

  test("may make the check fail where it lacks a field; an object that has it may not", async () => {
    const name = await stored({ title: "T" });
    expect(await merge(name, { metadata: { labels: { "a.example/b": "c" } } })).toEqual([200]);
    const failing = { ...model, check: () => JSON.parse("{") as void };
    const whole = await stored({ title: "T", project: "garden" });
    await expect(server.service.resource(failing).update(whole, { spec: { title: "U" } })).rejects.toMatchObject({
      code: "InternalError",
    });
  });
});
