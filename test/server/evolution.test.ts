import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as delay } from "node:timers/promises";
import Database from "better-sqlite3";
import pg from "pg";
import { type ModelDescriptor, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { plugin } from "../../examples/tasks/src/generated/plugin.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Task, taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { examineDatabase } from "../../packages/cli/src/doctor/examine-database.js";
import { evolveTables } from "../../packages/runtime/src/evolve/evolve-tables.js";
import { createDatabase } from "../postgres/create-database.js";
import { databases, sender, startTasks, tasksPlugin } from "../declaration/tasks-server.js";
import { ServiceProcess } from "./service-process.js";

type Steps = NonNullable<ModelDescriptor["evolve"]>;

/** The release whose objects are stored: it takes whatever it is given. */
const { defaults: _defaults, ...undefaulted } = taskModel;
const older: ModelDescriptor<Task> = { ...undefaulted, check: () => {}, validate: () => [] };

/** Moves a field, and counts how often it does. */
const move: Steps[number] = {
  id: "assignee-to-owner",
  change: ({ spec: { assignee, ...spec } }) => ({
    spec: {
      ...spec,
      fields: { ...spec.fields, owner: assignee, times: String(Number(spec.fields?.times ?? 0) + 1) },
    },
  }),
};
const shout: Steps[number] = {
  id: "shout",
  change: ({ spec }) => ({ spec: { ...spec, title: `${spec.title}!`, gone: undefined } }),
};
const newer = (...evolve: Steps): ModelDescriptor<Task> => ({ ...taskModel, evolve });

const script = fileURLToPath(new URL("evolve-process.mjs", import.meta.url));
const names = Array.from({ length: 450 }, (_, at) => `task-${at}`);

describe.each(databases)("objects of an earlier release, on %s", (database) => {
  let folder = "";
  let databaseUrl = "";
  let server: RunningServer | undefined;
  const services: ServiceProcess[] = [];
  const send = sender(() => server ?? expect.unreachable());

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-evolve-"));
    databaseUrl = database === "sqlite" ? `file:${join(folder, "tasks.db")}` : await createDatabase();
    const tasks = (await start(older)).service.resource(older);
    const spec = (at: number): Task["spec"] => {
      const stored = {
        title: `Task ${at}`,
        project: "garden",
        assignee: `a${at % 7}`,
        gone: at % 3 === 0 ? 1 : undefined,
      };
      return stored;
    };
    await Promise.all(
      names.map((name, at) =>
        tasks.create({ metadata: { name, labels: { "a.example/b": String(at) } }, spec: spec(at) }),
      ),
    );
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.end("SIGKILL")));
    await stop();
    rmSync(folder, { recursive: true });
  });

  async function start(model: ModelDescriptor<Task>): Promise<RunningServer> {
    await stop();
    server = await startTasks(database, { plugins: [{ ...tasksPlugin(model), manifests: false }], databaseUrl });
    return server;
  }
  async function stop(): Promise<void> {
    await server?.close();
    server = undefined;
  }
  /** Runs statements on the database, which no service has open. */
  async function runSql(...statements: readonly string[]): Promise<void> {
    if (database === "sqlite") {
      const connection = new Database(join(folder, "tasks.db"));
      for (const statement of statements) connection.exec(statement);
      connection.close();
      return;
    }
    const client = new pg.Client(databaseUrl);
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }
  async function all(): Promise<readonly Task[]> {
    const { json } = await send("GET", "?sort=metadata.name");
    return (json as { items: readonly Task[] }).items;
  }
  async function findings(model: ModelDescriptor<Task>): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    const models = tasksPlugin(model).resources.map((resource) => resource.model);
    await examineDatabase(databaseUrl, models, (finding) => found.push(finding));
    return found;
  }

  test("are changed once, all of them, by the steps in their order; indexes and watches follow", async () => {
    const revision = (await server?.service.store.revision()) ?? 0;
    const model = newer(move, shout);
    expect((await start(model)).unready()).toEqual([]);
    const tasks = await all();
    expect(tasks).toHaveLength(names.length);
    for (const { metadata, spec } of tasks) {
      const at = Number(metadata.name.slice("task-".length));
      expect(metadata).toMatchObject({ version: 2, labels: { "a.example/b": String(at) } });
      const fields = { owner: `a${at % 7}`, times: "1" };
      expect(spec).toEqual({ title: `Task ${at}!`, project: "garden", priority: "NORMAL", fields });
    }
    const found = await send("GET", "?fieldSelector=fieldNames%3Downer&size=1");
    expect(found.json).toMatchObject({ total: names.length });
    const changes = await server?.service.store.changesAfter(revision, { changes: 1000, bytes: 1e8 });
    expect(changes?.map(({ type, name }) => `${type} ${name}`).toSorted()).toEqual(
      names.map((name) => `MODIFIED ${name}`).toSorted(),
    );
    await start(model);
    expect((await all()).every(({ metadata }) => metadata.version === 2)).toBe(true);
    await stop();
    expect(await findings(model)).toEqual([]);
  });

  test("that a step cannot change keep the service from starting, and stay as they were", async () => {
    const failing: Steps[number] = {
      id: "fails",
      change: ({ metadata, spec }) => {
        if (metadata.name === "task-300") throw new Error("it has no inside");
        return { spec: { ...spec, title: metadata.name === "task-7" ? "" : spec.title } };
      },
    };
    const model = newer(move, shout, failing);
    const refusal = await start(model).catch(String);
    expect(refusal).toContain("2 stored objects break in this release. Nothing was changed.");
    expect(refusal).toContain("task-7.tasks.tasks.example.com: /spec/title must have at least 1 character");
    expect(refusal).toContain("it cannot be changed by the step v1alpha1/fails: it has no inside");
    await start(older);
    expect((await all()).every(({ metadata }) => metadata.version === 1)).toBe(true);
    expect(await server?.service.store.walks.steps(taskModel.table)).toEqual([]);
  });

  test("that would have one unique value keep the service from starting, and stay as they were", async () => {
    const same: Steps[number] = {
      id: "same-project",
      change: ({ metadata: { name }, spec }) => ({
        spec: { ...spec, project: ["task-3", "task-399"].includes(name) ? "the same" : name, gone: undefined },
      }),
    };
    const indexes = taskModel.indexes.map((index) =>
      index.name === "spec.project" ? { ...index, unique: true } : index,
    );
    const model = { ...newer(move, same), indexes };
    const refusal = await start(model).catch(String);
    expect(refusal).toContain("1 stored object breaks");
    expect(refusal).toContain(
      'task-399.tasks.tasks.example.com: it has the value "the same" in spec.project, which must be unique: task-3 has it too',
    );
    await start(older);
    expect((await all()).every(({ metadata }) => metadata.version === 1)).toBe(true);
  });

  test("are gone on with where a try was cut off, by a later release with one step more", async () => {
    const store = server?.service.store ?? expect.unreachable();
    const cut = new AbortController();
    const model = newer(move);
    await store.indexes.declare(taskModel.table, { declaration: "of the release that is cut off", isTried: false });
    const models = [{ ...model, validate: () => [] }];
    const onProgress = ({ done }: { readonly done: number }): void => {
      if (done > 0) cut.abort();
    };
    // A release that nothing supersedes: it writes without a declaration.
    const { indexes, walks } = store;
    const undeclared: typeof walks = {
      locked: (target, use) => walks.locked(target, use),
      steps: (table) => walks.steps(table),
      allSteps: () => walks.allSteps(),
      move: (table, moves) => walks.move(table, moves),
      countAfter: (table, id) => walks.countAfter(table, id),
      objectsAfter: (table, id, most) => walks.objectsAfter(table, id, most),
      rewrite: ({ group, plural, table, labelTable, indexes: own }, batch) =>
        walks.rewrite({ group, plural, table, labelTable, indexes: own }, batch),
    };
    const cutting = { indexes, walks: undeclared, serve: () => undefined, showBy: () => undefined };
    const started = evolveTables(cutting, models, { signal: cut.signal, onProgress });
    await expect(started).rejects.toThrow("abort");
    const [state] = await store.walks.steps(taskModel.table);
    expect(state).toMatchObject({ step: "v1alpha1/assignee-to-owner", state: "running", place: 1 });
    expect(state?.position).toBeGreaterThan(0);
    await start(newer(move, shout));
    for (const { spec } of await all()) {
      expect(spec.fields?.["times"]).toBe("1");
      expect(spec.title).toMatch(/^Task \d+!$/);
    }
    const states = await server?.service.store.walks.steps(taskModel.table);
    expect(states?.map(({ step, state: reached, place }) => [step, reached, place]).slice(0, 2)).toEqual([
      ["v1alpha1/assignee-to-owner", "done", 1],
      ["v1alpha1/shout", "done", 2],
    ]);
  });

  test("need the steps that the numbers of their schemas say, whatever the position of the walk is", async () => {
    await start(newer(move, shout));
    const { service } = server ?? expect.unreachable();
    const tasks = service.resource(newer(move, shout));
    await tasks.create({
      metadata: { name: "written-later" },
      spec: { title: "New", project: "garden" },
    });
    await stop();
    // As if the position had been lost after all objects were changed, but for one.
    await runSql(
      `UPDATE cmgen_evolutions SET state = 'running', position = 0`,
      `UPDATE ${taskModel.table} SET schema = 0 WHERE name = 'task-7'`,
    );
    await start(newer(move, shout));
    const times = new Map((await all()).map(({ metadata, spec }) => [metadata.name, spec.fields?.["times"]]));
    expect(times.get("task-7")).toBe("2");
    expect(times.get("written-later")).toBeUndefined();
    expect([...times.values()].filter((count) => count === "1")).toHaveLength(names.length - 1);
    const stored = (await server?.service.store.walks.objectsAfter(taskModel.table, 0, 1000)) ?? [];
    expect(stored.map(({ name, schema }) => [name, schema]).toSorted()).toEqual(
      [...names.map((name) => [name, 2]), ["written-later", 3]].toSorted(),
    );
  });

  test("are not for a release that does not know what they have become", async () => {
    await start(newer(move, shout));
    await expect(start(newer(move))).rejects.toThrow(
      "The objects of tasks.tasks.example.com were changed by the evolve step v1alpha1/shout, which this release does not declare.",
    );
    // Steps that no database needs any more may go, but for the last.
    expect((await start(newer(shout))).unready()).toEqual([]);
  });

  test("are changed by one of two processes that start at once", async () => {
    if (database === "sqlite") return;
    await stop();
    for (const _ of [1, 2]) services.push(new ServiceProcess([script, databaseUrl, "1"]));
    const urls = await Promise.all(services.map((service) => service.url()));
    await Promise.all(urls.map((url) => readiness(url)));
    await start(newer(move));
    const tasks = await all();
    expect(tasks.every(({ spec }) => spec.fields?.["times"] === "1")).toBe(true);
  });

  test("that an older release writes after they were checked keep the newer one from taking over, and the older one goes on", async () => {
    if (database === "sqlite") return;
    const old = await start(older);
    server = undefined;
    let fresh: RunningServer | undefined;
    try {
      const tasks = old.service.resource(older);
      // The table cannot be claimed while somebody walks over it.
      const lock = await old.service.store.locks.tryHold(`index builds of ${taskModel.table}`);
      const refusing: Steps[number] = {
        id: "refuse",
        change: (object) => {
          if (object.spec.title === "Bad") throw new Error("cannot be made better");
          return shout.change(object);
        },
      };
      const plugins = [{ ...tasksPlugin(newer(move, refusing)), manifests: false }];
      fresh = await startServer({ plugins, root: plugin.root, port: 0, databaseUrl, log: silentLog });
      const spec = { title: "Bad", project: "garden" };
      await tasks.create({ metadata: { name: "bad" }, spec });
      await lock?.release();
      await fresh.started;
      expect(fresh.plugins).toMatchObject([
        {
          state: "failed",
          error: { message: expect.stringContaining("bad.tasks.tasks.example.com: it cannot be changed by the step") },
        },
      ]);
      expect(await old.service.store.walks.steps(taskModel.table)).toEqual([]);
      // Longer than a process takes to notice that another release has a table.
      await delay(1500);
      expect(old.unready()).toEqual([]);
      await tasks.create({ metadata: { name: "another" }, spec: { ...spec, title: "Another" } });
      await fresh.close();
      await tasks.delete("bad");
      fresh = await startServer({ plugins, root: plugin.root, port: 0, databaseUrl, log: silentLog });
      await fresh.started;
      expect(fresh.unready()).toEqual([]);
      server = fresh;
      fresh = undefined;
      expect(
        (await all()).every(({ spec: { fields, title } }) => fields?.["times"] === "1" && title.endsWith("!")),
      ).toBe(true);
    } finally {
      await fresh?.close();
      await old.close();
    }
  });

  test("of which a release is served that takes whatever it is given are not lost when the next one takes over", async () => {
    if (database === "sqlite") return;
    const old = await start(older);
    server = undefined;
    try {
      const tasks = old.service.resource(older);
      // Someone writes until the other release has the table.
      const written: string[] = [];
      const writing = (async (): Promise<unknown> => {
        for (let at = 0; ; at += 1) {
          const spec = { title: "Late", project: "garden", assignee: "late" };
          const created = await tasks
            .create({ metadata: { name: `late-${at}` }, spec })
            .catch((error: unknown) => error);
          if (created instanceof Error) return created;
          written.push(`late-${at}`);
        }
      })();
      const plugins = [{ ...tasksPlugin(newer(move, shout)), manifests: false }];
      server = await startTasks(database, { plugins, databaseUrl, takeOver: true });
      await writing;
      expect(server.unready()).toEqual([]);
      await expect.poll(() => old.unready()).toEqual([expect.stringContaining("is served by another release")]);
      const found = await all();
      expect(found).toHaveLength(names.length + written.length);
      expect(found.every(({ spec }) => spec.fields?.["times"] === "1" && spec.title.endsWith("!"))).toBe(true);
    } finally {
      await old.close();
    }
  });
});

/** Waits until a service is ready, and returns what it said last before. */
async function readiness(url: string): Promise<void> {
  const status = async (): Promise<number> => (await fetch(`${url}/readyz`)).status;
  await expect.poll(status, { timeout: 60_000, interval: 20 }).toBe(200);
}
