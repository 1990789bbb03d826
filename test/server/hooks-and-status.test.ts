import {
  defineHooks,
  silentLog,
  type HooksDefinition,
  type Log,
  type LogFields,
  type RunningServer,
} from "@cmgen/runtime";
import { afterEach, describe, expect, test } from "vitest";
import { type Task, taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { databases, sender, startTasks, tasksPlugin } from "../declaration/tasks-server.js";
import { outcomeOf, textOf } from "./hooked-people.js";

const spec = { title: "T", project: "garden" };

let server: RunningServer;
let errors: LogFields[] = [];
const send = sender(() => server);
afterEach(() => server.close());

async function start(
  database: (typeof databases)[number],
  hooks: Omit<HooksDefinition<Task>, "model">,
  model = taskModel,
): Promise<void> {
  errors = [];
  const plugin = { ...tasksPlugin(model), manifests: false };
  const log: Log = { ...silentLog, error: (fields) => void errors.push(fields) };
  server = await startTasks(database, { plugins: [{ ...plugin, hooks: [defineHooks({ model, ...hooks })] }], log });
}

const mergePatch = "application/merge-patch+json";

describe.each(databases)("hooks of a model with a status of its own, on %s", (database) => {
  test("see which of the two is written, and change that alone", async () => {
    const seen: unknown[] = [];
    await start(database, {
      prepare: ({ object: task, operation, subresource }) => {
        seen.push([operation, subresource, task.status?.phase]);
        if (subresource === "status") (task.status ??= { phase: "OPEN", stepsDone: 0 }).stepsDone += 10;
        else task.spec.title = task.spec.title.trim();
      },
    });
    const created = await send("POST", "", { metadata: { name: "a" }, spec: { ...spec, title: " T " } });
    expect(created.json).toMatchObject({ spec });
    const status = { status: { phase: "DONE", stepsDone: 1 } };
    expect((await send("PUT", "/a/status", status)).json).toMatchObject({ spec, status: { stepsDone: 11 } });
    expect((await send("PATCH", "/a/status", status, mergePatch)).json).toMatchObject({ metadata: { version: 2 } });
    expect((await send("PUT", "/a", { spec: { ...spec, title: "U " } })).json).toMatchObject({
      spec: { title: "U" },
      status: { phase: "DONE", stepsDone: 11 },
    });
    expect(seen).toEqual([
      ["create", undefined, undefined],
      ["update", "status", "DONE"],
      ["update", "status", "DONE"],
      ["update", undefined, "DONE"],
    ]);
  });

  test("that change the other fail, and nothing is stored", async () => {
    await start(database, {
      beforeWrite: ({ object: task, subresource }) => {
        if (subresource === "status") task.spec.title = "changed";
        else if (task.spec.title === "bad") task.status = { phase: "OPEN", stepsDone: 0 };
      },
    });
    await send("POST", "", { metadata: { name: "a" }, spec });
    const before = (await send("GET", "/a")).json;
    const failed = [500, "InternalError"];
    expect(outcomeOf(await send("PUT", "/a/status", { status: { phase: "DONE", stepsDone: 1 } }))).toEqual(failed);
    expect(outcomeOf(await send("PUT", "/a", { spec: { ...spec, title: "bad" } }))).toEqual(failed);
    expect(outcomeOf(await send("POST", "", { metadata: { name: "b" }, spec: { ...spec, title: "bad" } }))).toEqual(
      failed,
    );
    expect(errors.map(({ err }) => textOf((err as Error).cause))).toEqual([
      "It changed /spec, which this write does not store: it writes status only, as context.subresource says.",
      "It changed /status, which hooks may not change.",
      "It changed /status, which hooks may not change.",
    ]);
    expect((await send("GET", "/a")).json).toEqual(before);
    expect((await send("GET", "/b")).status).toBe(404);
  });

  test("make what the model's check sees, before the hook's check and before the store", async () => {
    const backwards = { start: "2030-01-02T00:00:00Z", end: "2030-01-01T00:00:00Z" };
    const asked: string[] = [];
    const spoil = (hook: string, task: Task): void => {
      if (task.spec.title === hook) task.spec.planned = backwards;
    };
    await start(database, {
      prepare: ({ object: task }) => spoil("default", task),
      check: ({ object }) => void asked.push(object.spec.title),
      beforeWrite: ({ object: task }) => spoil("beforeWrite", task),
    });
    await send("POST", "", { metadata: { name: "a" }, spec });
    for (const title of ["default", "beforeWrite"]) {
      const broken = [422, "Invalid", "/spec/planned/end check"];
      expect(outcomeOf(await send("POST", "", { metadata: { name: "b" }, spec: { ...spec, title } }))).toEqual(broken);
      expect(outcomeOf(await send("PUT", "/a", { spec: { ...spec, title } }))).toEqual(broken);
    }
    expect(asked).toEqual(["T", "beforeWrite", "beforeWrite"]);
    expect((await send("GET", "")).json).toMatchObject({ total: 1, items: [{ metadata: { version: 1 } }] });
  });

  test("may find a status wrong, and run where the spec is from before the schema it has now", async () => {
    const narrow = { ...taskModel, validate: (task: unknown) => [...taskModel.validate(task), ...titleIsShort(task)] };
    let seen = 0;
    await start(
      database,
      {
        prepare: ({ object: task }) => {
          seen += 1;
          if (task.status !== undefined) task.status.stepsDone += 1;
        },
        check({ object: { status }, refuse }) {
          if (status?.phase === "DONE") refuse("status.phase", "Not yet.");
        },
      },
      narrow,
    );
    const old = { metadata: { name: "a" }, spec: { ...spec, title: "long" } };
    isNarrow = false;
    await send("POST", "", old);
    isNarrow = true;
    const longer = { ...old, spec: { ...spec, title: "longer" } };
    expect(outcomeOf(await send("PUT", "/a", longer))).toEqual([422, "Invalid", "/spec/title maxLength"]);
    const refused = await send("PUT", "/a/status", { status: { phase: "DONE", stepsDone: 1 } });
    expect(outcomeOf(refused)).toEqual([422, "Invalid", "/status/phase check"]);
    const written = await send("PUT", "/a/status", { status: { phase: "OPEN", stepsDone: 1 } });
    expect([written.json, seen]).toMatchObject([{ status: { stepsDone: 2 } }, 3]);
  });
});

let isNarrow = false;

/** A constraint that was tightened after objects had been stored. */
function titleIsShort(task: unknown): ReturnType<typeof taskModel.validate> {
  const isLong = isNarrow && (task as Task).spec.title.length > 3;
  return isLong ? [{ path: "/spec/title", keyword: "maxLength", message: "must not have more than 3 characters" }] : [];
}
