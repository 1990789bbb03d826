import { setTimeout as delay } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type Controller, defineController, type RunningServer } from "@cmgen/runtime";
import { plugin } from "../../examples/tasks/src/generated/plugin.js";
import {
  projectModel,
  taskModel,
  type Project,
  type Task,
} from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, startPeople } from "./people-server.js";

/** Types that the compiler must refuse; never run. */
export function refusedDefinitions(): void {
  const model = projectModel;
  const name = "never";
  defineController({
    name,
    model,
    // @ts-expect-error a task has no spec.projekt
    watches: [{ model: taskModel, key: (task) => task.spec.projekt }],
    async reconcile() {},
  });
  // @ts-expect-error a key is a name
  defineController({ name, model, watches: [{ model: taskModel, key: () => 7 }], async reconcile() {} });
  defineController({
    name,
    model,
    includeGone: true,
    // @ts-expect-error the object may be gone
    reconcile: async ({ object: project }) => void project.spec.title,
  });
  // @ts-expect-error includeGone must say so
  defineController({ name, model, reconcile: async () => {}, includeGone: 1 });
}

/** Waits until exactly these have been seen, each at least once, and nothing more comes. */
async function assertSettled(seen: readonly string[], ...expected: readonly string[]): Promise<void> {
  await expect.poll(() => [...new Set(seen)].toSorted()).toEqual(expected);
  await delay(50);
  expect([...new Set(seen)].toSorted()).toEqual(expected);
}

describe("a controller of a new release that leads beside an old release", () => {
  it("is woken for the object that its own key named before, though the old release's key sees no difference", async () => {
    const databaseUrl = await createDatabase();
    const seen: string[] = [];
    const start = (key: (task: Task) => string): Promise<RunningServer> => {
      const reconcile = async ({ object }: { object: Project }): Promise<void> => void seen.push(object.metadata.name);
      const watching = defineController({
        name: "watching",
        model: projectModel,
        watches: [{ model: taskModel, key }],
        reconcile,
      });
      const released = { ...plugin, manifests: false, hooks: [], schedules: [], controllers: [watching] };
      return startPeople("postgresql", { plugins: [released], root: plugin.root, stopTimeout: "1s", databaseUrl });
    };
    const next = await start((task) => task.spec.title);
    for (const [at, name] of ["a", "b"].entries())
      await next.service
        .resource(projectModel)
        .create({ metadata: { name }, spec: { title: name, code: `PRJ-${at}` } });
    await assertSettled(seen, "a", "b");
    const old = await start((task) => task.spec.project);
    const tasks = old.service.resource(taskModel);
    await tasks.create({ metadata: { name: "one" }, spec: { title: "a", project: "a" } });
    await assertSettled(seen, "a", "b");
    seen.length = 0;
    await tasks.update("one", { spec: { title: "b" } });
    await assertSettled(seen, "a", "b");
    await Promise.all([old.close(), next.close()]);
  });
});

describe.each(databases)("controllers that watch other models on %s", (database) => {
  let server: RunningServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  const start = async (...controllers: Controller[]): Promise<RunningServer["service"]> => {
    const tested = { ...plugin, manifests: false, hooks: [], schedules: [], controllers };
    server = await startPeople(database, { plugins: [tested], root: plugin.root, stopTimeout: "1s" });
    return server.service;
  };
  const createTask = (service: RunningServer["service"], name: string, spec: Partial<Task["spec"]>) =>
    service.resource(taskModel).create({ metadata: { name }, spec: { title: "a", project: "a", ...spec } });
  const createProjects = async (service: RunningServer["service"], ...names: string[]): Promise<void> => {
    for (const [at, name] of names.entries())
      await service.resource(projectModel).create({ metadata: { name }, spec: { title: name, code: `PRJ-${at}` } });
  };

  it("are woken for the object that a change names, and for the one that it named before", async () => {
    const seen: string[] = [];
    const service = await start(
      defineController({
        name: "watching",
        model: projectModel,
        // The title is not an index: what it was before is kept for the controller alone.
        watches: [{ model: taskModel, key: (task) => task.spec.title }],
        reconcile: async ({ object: { metadata } }) => void seen.push(metadata.name),
      }),
    );
    await createProjects(service, "a", "b", "c");
    await assertSettled(seen, "a", "b", "c");
    const whatWakes = async (change: () => Promise<unknown>, ...expected: string[]): Promise<void> => {
      seen.length = 0;
      await change();
      await assertSettled(seen, ...expected);
    };
    const tasks = service.resource(taskModel);
    await whatWakes(() => createTask(service, "one", { title: "a" }), "a");
    await whatWakes(() => tasks.update("one", { spec: { title: "b" } }), "a", "b");
    await whatWakes(() => tasks.update("one", { spec: { steps: [{ id: "x", title: "X" }] } }), "b");
    await whatWakes(() => tasks.update("one", { spec: { title: "nobody" } }), "b");
    await whatWakes(() => tasks.update("one", { spec: { title: "c" } }), "c");
    await whatWakes(() => tasks.delete("one"), "c");
  });

  it("take several names, or none, and go on after a key that fails", async () => {
    const seen: string[] = [];
    const service = await start(
      defineController({
        name: "watching",
        model: projectModel,
        watches: [
          {
            model: taskModel,
            key: ({ spec }) => {
              if (spec.title === "broken") throw new Error("no key");
              return spec.title === "none" ? undefined : spec.title.split(" ");
            },
          },
        ],
        reconcile: async ({ object: { metadata } }) => void seen.push(metadata.name),
      }),
    );
    await createProjects(service, "a", "b");
    await assertSettled(seen, "a", "b");
    seen.length = 0;
    await createTask(service, "none", { title: "none" });
    await createTask(service, "broken", { title: "broken" });
    await createTask(service, "several", { title: "a b" });
    await assertSettled(seen, "a", "b");
  });

  it("are called for what is gone, if they ask to be", async () => {
    const seen: string[] = [];
    const service = await start(
      defineController({
        name: "gone",
        model: projectModel,
        includeGone: true,
        watches: [{ model: taskModel, key: (task) => task.spec.project }],
        reconcile: async ({ object: project, name }) =>
          void seen.push(`${name} ${project?.metadata.version ?? "gone"}`),
      }),
    );
    await createProjects(service, "a");
    await assertSettled(seen, "a 1");
    await service.resource(projectModel).delete("a");
    await assertSettled(seen, "a 1", "a gone");
    await createTask(service, "one", { project: "never-there" });
    await assertSettled(seen, "a 1", "a gone", "never-there gone");
  });

  it("hold objects by a finalizer: it is there before the first reconcile, and goes after the cleanup", async () => {
    const finalizer = "tasks.example.com/held";
    const events: string[] = [];
    let isDone = false;
    const service = await start(
      defineController({
        name: "holding",
        model: projectModel,
        watches: [{ model: taskModel, key: (task) => task.spec.project }],
        finalizer: {
          name: finalizer,
          cleanup: async ({ object: { metadata }, resource }) => {
            events.push(`cleanup ${metadata.name}`);
            // Somebody else writes the object at the same time.
            const projects = resource(projectModel);
            await projects.update(metadata.name, { metadata: { annotations: { written: "meanwhile" } } });
            return isDone ? undefined : { requeueAfter: "1m" };
          },
        },
        reconcile: async ({ object: { metadata } }) => void events.push(`reconcile ${metadata.finalizers?.join()}`),
      }),
    );
    const projects = service.resource(projectModel);
    await createProjects(service, "a");
    await expect.poll(() => events).toContain(`reconcile ${finalizer}`);
    expect(events).not.toContain("reconcile undefined");
    await projects.delete("a");
    await expect.poll(() => events).toContain("cleanup a");
    // The annotation is a change, which wakes the controller once more.
    await delay(200);
    expect((await projects.get("a")).metadata.finalizers).toEqual([finalizer]);
    events.length = 0;
    isDone = true;
    await createTask(service, "wakes-it", { project: "a" });
    await expect.poll(() => projects.find("a")).toBeUndefined();
    expect(new Set(events)).toEqual(new Set(["cleanup a"]));
  });

  it("show what fails in /controllers and /metrics, with a pause that grows", async () => {
    const service = await start(
      defineController({
        name: "failing",
        model: projectModel,
        reconcile: async ({ object: { metadata } }) => {
          if (metadata.name === "b") throw new Error("secret");
        },
      }),
    );
    await createProjects(service, "a", "b");
    const page = async (path: string): Promise<string> => (await fetch(`${server?.url}${path}`)).text();
    const failing = async (): Promise<{ object: string; attempts: number; since: string; retryAt: string }> => {
      const { controllers } = JSON.parse(await page("/controllers")) as {
        controllers: { controller: string; failures: never[] }[];
      };
      return controllers.find(({ controller }) => controller === "failing")?.failures[0] ?? ({} as never);
    };
    await expect.poll(async () => (await failing()).attempts).toBeGreaterThanOrEqual(4);
    const { object, since, retryAt } = await failing();
    expect(object).toBe("b");
    expect(Date.parse(retryAt)).toBeGreaterThan(Date.parse(since));
    expect(await page("/controllers")).not.toContain("secret");
    const metrics = await page("/metrics");
    const labels = 'plugin="tasks",controller="failing",resource="projects.tasks.example.com/v1alpha1"';
    expect(metrics).toContain(`cmgen_controller_failing{${labels}} 1\n`);
    expect(metrics).toMatch(new RegExp(`cmgen_controller_retries_total{${labels}} [1-9]`));
    expect(metrics).toMatch(new RegExp(`reconcile_duration_seconds_count{${labels},outcome="done"} [1-9]`));
    expect(metrics).toMatch(new RegExp(`cmgen_controller_seconds_since_success{${labels}} [0-9]`));
  });

  it("read their own writes: by name, in lists and while they go through all", async () => {
    const service = await start();
    const projects = service.resource(projectModel);
    await createProjects(service, "a");
    for (let round = 1; round <= 10; round += 1) {
      const code = `PRJ-${1000 + round}` as const;
      await projects.update("a", { spec: { code } });
      expect((await projects.get("a")).spec.code).toBe(code);
      expect((await projects.list({ where: { "spec.code": code }, total: false })).items).toHaveLength(1);
      const all: string[] = [];
      for await (const project of projects.each()) all.push(project.spec.code);
      expect(all).toEqual([code]);
    }
  });

  it("hold no connection between the batches of each()", async () => {
    const service = await start();
    const tasks = service.resource(taskModel);
    const names = Array.from({ length: 150 }, (_, at) => `t${String(at).padStart(3, "0")}`);
    await Promise.all(names.map((name) => createTask(service, name, {})));
    // More than there are connections.
    const walks = Array.from({ length: 20 }, () => tasks.each({ sort: ["metadata.name"] })[Symbol.asyncIterator]());
    for (const walk of walks) expect((await walk.next()).value?.metadata.name).toBe("t000");
    await tasks.delete("t149");
    for (const walk of walks) {
      const left: string[] = [];
      for (let next = await walk.next(); next.done !== true; next = await walk.next())
        left.push(next.value.metadata.name);
      expect(left).toEqual(names.slice(1, -1));
    }
  });

  it("lose no status when twenty write one", async () => {
    const service = await start();
    await createProjects(service, "a");
    const projects = service.resource(projectModel);
    const add = (): Promise<unknown> =>
      projects.status.update("a", ({ status }) => ({ tasksLeft: (status?.tasksLeft ?? 0) + 1 }));
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        for (let time = 0; time < 2; time += 1) await add();
      }),
    );
    const { status, metadata } = await projects.get("a");
    expect([status?.tasksLeft, metadata.version]).toEqual([40, 41]);
  });
});
