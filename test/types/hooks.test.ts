import { defineHooks, type HookContext, type HooksDefinition } from "@cmgen/runtime";
import type { Stored } from "@cmgen/model";
import { describe, expect, expectTypeOf, test } from "vitest";
import {
  projectModel,
  type StoredProject,
  type StoredTask,
  type Task,
  taskModel,
} from "../../examples/tasks/src/generated/v1alpha1/models.js";

// Every `@ts-expect-error` is an error of its own where the line below it compiles.

describe("hooks are typed by their model", () => {
  test("objects are what the service stores", () => {
    const hooks = defineHooks({
      model: taskModel,
      prepare({ object: task }) {
        expectTypeOf(task).toEqualTypeOf<Stored<Task>>();
        expectTypeOf(task).toExtend<StoredTask>();
        expectTypeOf(task.metadata.version).toExtend<number>();
        // @ts-expect-error there is no such field
        task.spec.titel = "T";
        // @ts-expect-error a title is text
        task.spec.title = 1;
      },
      check({ object: task, refuse }) {
        if (task.status?.phase === "DONE") refuse("status.phase", "Not yet.");
        // @ts-expect-error there is no such field
        refuse("spec.titel", "Wrong.");
        // @ts-expect-error a JSON Pointer is what callers get
        refuse("/spec/title", "Wrong.");
        for (const at of (task.spec.steps ?? []).keys()) refuse(`spec.steps[${at}].title`, "Wrong.");
      },
      beforeWrite: async ({ object: task }) => void (task.metadata.labels = { "a.b/c": task.spec.project }),
    });
    expect(Object.keys(hooks)).toEqual(["model", "prepare", "check", "beforeWrite"]);
  });

  test("a context says by its operation what there is", () => {
    const look = (context: HookContext<Task>): void => {
      if (context.operation === "create") expectTypeOf(context.old).toEqualTypeOf<undefined>();
      else expectTypeOf(context.old).toEqualTypeOf<Stored<Task>>();
      if (context.operation === "update") expectTypeOf(context.subresource).toEqualTypeOf<"status" | undefined>();
      else expectTypeOf(context.subresource).toEqualTypeOf<undefined>();
      // @ts-expect-error it is there only where `operation` says so
      expectTypeOf(context.old.spec);
      // @ts-expect-error `patch` is an update
      expect(context.operation === "patch").toBe(false);
    };
    expectTypeOf(look).parameter(0).toHaveProperty("signal").toEqualTypeOf<AbortSignal>();
    const fill: HooksDefinition<Task>["prepare"] = (context) => {
      // @ts-expect-error nothing is filled in of what is deleted
      expect(context.operation === "delete").toBe(false);
    };
    expectTypeOf(fill).toBeFunction();
  });

  test("others are read by their own type, and not written", () => {
    const look: NonNullable<HooksDefinition<Task>["check"]> = async ({ object: task, resource }) => {
      const projects = resource(projectModel);
      expectTypeOf(await projects.find(task.spec.project)).toExtend<StoredProject | undefined>();
      // @ts-expect-error a project may be missing
      expectTypeOf((await projects.find(task.spec.project)).spec);
      // @ts-expect-error hooks read
      await projects.delete(task.spec.project);
    };
    expectTypeOf(look).toBeFunction();
  });
});

describe("what hooks must not do does not compile", () => {
  type Hooks = HooksDefinition<Task>;

  test("a draft is changed, not returned", () => {
    // @ts-expect-error returns the draft
    expectTypeOf<(context: { object: Stored<Task> }) => Stored<Task>>().toExtend<Hooks["prepare"]>();
    // @ts-expect-error returns a promise of it
    expectTypeOf<(context: { object: Stored<Task> }) => Promise<Stored<Task>>>().toExtend<Hooks["beforeWrite"]>();
    expectTypeOf<(context: { object: Stored<Task> }) => Promise<void>>().toExtend<Hooks["prepare"]>();
    // @ts-expect-error the last thing it does is no part of what it says
    defineHooks({ model: taskModel, prepare: ({ object: task }) => ({ ...task }) });
  });

  test("a check refuses, and returns nothing", () => {
    // @ts-expect-error a list is returned
    defineHooks({ model: taskModel, check: async () => [] });
    // @ts-expect-error a refusal is somewhere
    defineHooks({ model: taskModel, check: ({ refuse }) => refuse("Wrong.") });
    expectTypeOf<() => Promise<void>>().toExtend<Hooks["check"]>();
  });

  test("there are three hooks, of one model", () => {
    // @ts-expect-error there is no such hook
    defineHooks({ model: taskModel, afterWrite: () => {} });
    // @ts-expect-error hooks are of a model
    expectTypeOf<{ check: () => void }>().toExtend<Hooks>();
    // @ts-expect-error a project is no task
    expectTypeOf<{ model: typeof projectModel }>().toExtend<Hooks>();
    expectTypeOf<{ model: typeof taskModel }>().toExtend<Hooks>();
  });
});
