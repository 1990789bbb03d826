import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type ModelDescriptor, type RunningServer, silentLog, startServer } from "@cmgen/runtime";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { plugin } from "../../examples/tasks/src/generated/plugin.js";
import { type Task, taskModel } from "../../examples/tasks/src/generated/v1alpha1/models.js";
import { type EvolveProgress, evolveTables } from "../../packages/runtime/src/evolve/evolve-tables.js";
import { collection, databases, startTasks, tasksPlugin } from "../declaration/tasks-server.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange, type Received } from "./exchange.js";
import { ServiceProcess } from "./service-process.js";

type Step = NonNullable<ModelDescriptor["evolve"]>[number];

/** The release whose objects are stored: it takes whatever it is given. */
const { defaults: _defaults, ...undefaulted } = taskModel;
const older: ModelDescriptor<Task> = { ...undefaulted, check: () => {}, validate: () => [] };

const script = fileURLToPath(new URL("evolve-process.mjs", import.meta.url));

/** What the change of one object takes, in the processes of {@link script} once they are not slowed. */
const MILLISECONDS = 4;
const names = Array.from({ length: 240 }, (_, at) => `task-${at}`);

/** What a reader was answered. */
interface Answer {
  readonly name: string;
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: string;
}

describe.each(databases)("while a release changes the stored objects, on %s", (database) => {
  let folder = "";
  let databaseUrl = "";
  let slowing = "";
  const servers: RunningServer[] = [];
  const services: ServiceProcess[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "cmgen-reads-"));
    slowing = join(folder, "slowing");
    writeFileSync(slowing, "");
    databaseUrl = database === "sqlite" ? `file:${join(folder, "tasks.db")}` : await createDatabase();
    const server = await startOlder();
    const tasks = server.service.resource(older);
    await Promise.all(
      names.map((name, at) => {
        const stored = { title: `Task ${at}`, project: "garden", assignee: `a${at % 7}`, gone: 1 };
        const spec: Task["spec"] = stored;
        return tasks.create({ metadata: { name, labels: { "a.example/b": String(at) } }, spec });
      }),
    );
    // Some were changed since: their versions differ.
    for (const name of names.slice(0, 3))
      await tasks.update(name, { metadata: { annotations: { "a.example/c": "d" } } });
    await closeAll();
  });
  afterEach(async () => {
    await Promise.all(services.splice(0).map((service) => service.end("SIGKILL")));
    await closeAll();
    rmSync(folder, { recursive: true });
  });

  async function startOlder(): Promise<RunningServer> {
    const server = await startTasks(database, { plugins: [{ ...tasksPlugin(older), manifests: false }], databaseUrl });
    servers.push(server);
    return server;
  }
  async function closeAll(): Promise<void> {
    for (const server of servers.splice(0)) await server.close();
  }
  async function startProcess(): Promise<string> {
    const service = new ServiceProcess([script, databaseUrl, String(MILLISECONDS), slowing]);
    services.push(service);
    return service.url();
  }
  async function killLast(): Promise<void> {
    await services.pop()?.end("SIGKILL");
  }

  test("each is read as it will be stored, and all else is refused", async () => {
    const url = await startProcess();
    await changing(url);
    const early = await Promise.all(names.slice(-20).map((name) => read(url, name)));
    expect(early.map(({ status }) => status)).toEqual(early.map(() => 200));
    const { done } = (await progressOf(url)) ?? expect.unreachable();
    expect(done).toBeLessThan(names.length - 20);

    const last = early.at(-1) ?? expect.unreachable();
    expect(JSON.parse(last.body)).toMatchObject({
      metadata: { name: "task-239", version: 2 },
      spec: { fields: { owner: "a1", times: "1" } },
    });
    const path = `${collection}/${last.name}`;
    const same = await exchange(url, { method: "GET", path, headers: { "if-none-match": String(last.etag) } });
    expect(same.status).toBe(304);
    const status = await exchange(url, { method: "GET", path: `${path}/status` });
    expect(status.bytes.toString()).toBe(last.body);
    const head = await exchange(url, { method: "HEAD", path });
    expect([head.status, head.headers.etag]).toEqual([200, last.etag]);
    expect((await read(url, "nobody")).status).toBe(404);

    const body = JSON.stringify({ metadata: { name: "new" }, spec: { title: "New", project: "garden" } });
    const json = { "content-type": "application/json" };
    const patch = { "content-type": "application/merge-patch+json" };
    const refused: readonly Received[] = [
      await exchange(url, { method: "GET", path: collection }),
      await exchange(url, { method: "GET", path: `${collection}?watch=true` }),
      await exchange(url, { method: "POST", path: collection, headers: json, body }),
      await exchange(url, { method: "PUT", path, headers: json, body: last.body }),
      await exchange(url, { method: "PATCH", path, headers: patch, body: "{}" }),
      await exchange(url, { method: "DELETE", path }),
    ];
    for (const { status: refusal, headers, json: problem } of refused) {
      expect([refusal, headers["retry-after"]]).toEqual([503, "2"]);
      expect(problem).toMatchObject({
        detail: expect.stringMatching(
          /is changing the objects of tasks\.tasks\.example\.com by the evolve step v1alpha1\/assignee-to-owner: \d+ of 240 objects\. .* read by name/,
        ),
      });
    }

    rmSync(slowing);
    const later = await readUntilReady(url);
    expect(later.length).toBeGreaterThan(0);
    await expectUnchanged(url, [...early, ...later]);
    // What was read before the step had come to it can be written after that.
    const written = await exchange(url, {
      method: "PUT",
      path,
      headers: { ...json, "if-match": String(last.etag) },
      body: last.body.replace('"title":"Task 239"', '"title":"Another"'),
    });
    expect([written.status, written.json]).toMatchObject([
      200,
      { metadata: { version: 3 }, spec: { title: "Another" } },
    ]);
  });

  test("each is read as it will be stored by a process that is killed, and by the next ones", async () => {
    const answers: Answer[] = [];
    // From all over the table, so that the step has come to some and not to others.
    const sample = names.filter((_, at) => at % 12 === 11);
    for (const place of [40, 120]) {
      const url = await startProcess();
      await changing(url, place);
      answers.push(...(await Promise.all(sample.map((name) => read(url, name)))));
      const { done } = (await progressOf(url)) ?? expect.unreachable();
      expect(done).toBeLessThan(names.length);
      await killLast();
    }
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const url = await startProcess();
    await changing(url);
    rmSync(slowing);
    await readUntilReady(url);
    await expectUnchanged(url, answers);
  });

  test("each is read as it will be stored by both of two processes, of which one waits, and no longer by the release before", async () => {
    if (database === "sqlite") return;
    const old = await startOlder();
    const before = await read(old.url, "task-239");
    expect(JSON.parse(before.body)).toMatchObject({ metadata: { version: 1 }, spec: { assignee: "a1" } });
    const urls = await Promise.all([startProcess(), startProcess()]);
    const told = await Promise.all(
      urls.map(async (url) => {
        await changing(url);
        const progress = await progressOf(url);
        const answer = await read(url, "task-239");
        const refused = await exchange(url, { method: "GET", path: collection });
        return { isElsewhere: progress?.isElsewhere, answer, refused };
      }),
    );
    expect(told.map(({ isElsewhere }) => isElsewhere).toSorted()).toEqual([false, true]);
    for (const { answer, refused } of told) {
      expect(answer.status, answer.body).toBe(200);
      expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "2"]);
      expect(refused.json).toMatchObject({ detail: expect.stringMatching(/: \d+ of 240 objects\./) });
    }
    await expect.poll(async () => (await read(old.url, "task-239")).status, { timeout: 10_000 }).toBe(503);
    rmSync(slowing);
    for (const url of urls) {
      await readUntilReady(url);
      await expectUnchanged(
        url,
        told.map(({ answer }) => answer),
      );
    }
  });

  test("one that the step cannot change is a problem, as it is for the step", async () => {
    let isArmed = false;
    const step: Step = {
      id: "armed",
      change: ({ metadata: { name }, spec: { assignee: _assignee, gone: _gone, ...spec } }) => {
        spin();
        if (isArmed && name === "task-230") throw new Error("it has no inside");
        return { spec: { ...spec, title: isArmed && name === "task-231" ? "" : spec.title } };
      },
    };
    const model: ModelDescriptor<Task> = { ...taskModel, evolve: [step] };
    const logged: unknown[] = [];
    const log = { ...silentLog, error: (...line: unknown[]) => void logged.push(line) };
    const plugins = [{ ...tasksPlugin(model), manifests: false }];
    const server = await startServer({ plugins, root: plugin.root, port: 0, host: "127.0.0.1", databaseUrl, log });
    servers.push(server);
    isArmed = true;
    await changing(server.url);
    for (const name of ["task-230", "task-231"]) {
      const { status, body } = await read(server.url, name);
      expect(status).toBe(500);
      expect(JSON.parse(body)).toMatchObject({
        code: "InternalError",
        detail: `The task "${name}" cannot be shown: it cannot be changed by the evolve step v1alpha1/armed. The service's log has the cause.`,
      });
    }
    expect((await read(server.url, "task-232")).status).toBe(200);
    await server.started;
    expect(server.plugins).toMatchObject([
      {
        state: "failed",
        error: { message: expect.stringContaining("The object task-230 of tasks.tasks.example.com cannot be changed") },
      },
    ]);
    expect((await read(server.url, "task-232")).status).toBe(503);
  });

  test("it has the defaults that an earlier release began to write, and not those of this one", async () => {
    const { store } = (await startOlder()).service;
    const { indexes, walks } = store;
    const object = { fields: { spec: { inside: { fields: { priority: { default: "LOW" } } } } } };
    const low = JSON.stringify({ "tasks.example.com/v1alpha1": { object } });
    const place = ((await walks.steps(taskModel.table)).at(-1)?.place ?? 0) + 1;
    const begun = { step: `defaults ${low}`, place, state: "running", position: 0 } as const;
    await walks.move(taskModel.table, [{ step: { from: undefined, to: begun } }]);
    const change: Step["change"] = ({ spec: { assignee, gone: _gone, ...spec } }) => ({
      spec: { ...spec, fields: { owner: assignee } },
    });
    const models: ModelDescriptor[] = [{ ...taskModel, evolve: [{ id: "owner", change }] }];
    // It writes without a declaration: nothing has been claimed for it.
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
    const evolving = { indexes, walks: undeclared, serve: () => undefined, showBy: store.showBy };
    const readAll = async (): Promise<readonly string[]> => {
      const found = await Promise.all(names.map((name) => store.read(taskModel, name)));
      return found.map((stored) => `${stored?.uid} ${stored?.version} ${Buffer.from(stored?.data ?? []).toString()}`);
    };
    const seen: (readonly string[])[] = [];
    for (const isCut of [
      ({ steps, done }: EvolveProgress) => steps.length === 0 && done > 0,
      ({ steps, done }: EvolveProgress) => steps.length === 1 && done > 0,
    ]) {
      const cut = new AbortController();
      const onProgress = (progress: EvolveProgress): void => void (isCut(progress) && cut.abort());
      await expect(evolveTables(evolving, models, { signal: cut.signal, onProgress })).rejects.toThrow("abort");
      seen.push(await readAll());
    }
    await evolveTables(evolving, models);
    const stored = await readAll();
    expect(seen).toEqual([stored, stored]);
    expect(stored.every((text) => text.includes('"priority":"LOW"') && text.includes('"owner":"a'))).toBe(true);
  });
});

/** What the change of an object takes in this process. */
function spin(): void {
  const end = performance.now() + MILLISECONDS;
  while (performance.now() < end);
}

async function read(url: string, name: string): Promise<Answer> {
  const { status, headers, bytes } = await exchange(url, { method: "GET", path: `${collection}/${name}` });
  return { name, status, etag: headers.etag, body: bytes.toString() };
}

/** How many objects a service has changed; undefined while it changes none. */
async function progressOf(url: string): Promise<{ readonly done: number; readonly isElsewhere: boolean } | undefined> {
  const text = await (await fetch(`${url}/readyz`)).text();
  const [, done] = /by the evolve step .*: (\d+) of \d+ objects/.exec(text) ?? [];
  return done === undefined ? undefined : { done: Number(done), isElsewhere: text.includes("another process") };
}

/** Waits until a service has changed more than so many objects. Fails where it is ready before that. */
async function changing(url: string, most = -1): Promise<void> {
  while (((await progressOf(url))?.done ?? -1) <= most) {
    if ((await fetch(`${url}/readyz`)).ok)
      throw new Error(`It was ready before it was seen to change ${most + 1} objects`);
    await delay(2);
  }
}

/** Reads one object after another by name until a service, which has begun to change them, is ready. Each must be answered. */
async function readUntilReady(url: string): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let at = names.length; !(await fetch(`${url}/readyz`)).ok; at -= 1) {
    const answer = await read(url, names.at(at % names.length) ?? "");
    expect(answer.status, answer.body).toBe(200);
    answers.push(answer);
  }
  return answers;
}

/** Everything about an answer is what it is now. */
async function expectUnchanged(url: string, answers: readonly Answer[]): Promise<void> {
  const now = new Map<string, Answer>();
  for (const name of new Set(answers.map((answer) => answer.name))) now.set(name, await read(url, name));
  const other = answers.filter((answer) => JSON.stringify(answer) !== JSON.stringify(now.get(answer.name)));
  expect(other.slice(0, 3)).toEqual([]);
}
