import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { silentLog, startServer, type RunningServer } from "@cmgen/runtime";
import { plugin } from "../../examples/tasks/src/generated/plugin.js";
import { deployMigrationsTo } from "../../packages/store/dist/migrate/migration-status.js";
import { createDatabase } from "../postgres/create-database.js";
import { exchange } from "./exchange.js";
import { databases, type Database as Engine } from "./people-server.js";

interface Task {
  readonly metadata: {
    readonly name: string;
    readonly version: number;
    readonly creationTimestamp: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: { readonly priority: string; readonly fields: Readonly<Record<string, string>> };
}

interface Story {
  readonly type: "ADDED" | "MODIFIED" | "DELETED";
  readonly task: Task;
}

const collection = "/apis/tasks.example.com/v1alpha1/tasks";
const table = "tasks_example_com_tasks";

/** A task in a state: its team, its priority, and its own fields. */
function task(name: string, version: number, [team, priority, ...fields]: readonly string[]): Task {
  const envelope = { apiVersion: "tasks.example.com/v1alpha1", kind: "Task" };
  const labels = team === undefined || team === "" ? {} : { labels: { team } };
  const metadata = { name, version, creationTimestamp: "2030-01-01T00:00:00Z", ...labels };
  const own = Object.fromEntries(fields.map((field) => [field, "1"]));
  return {
    ...envelope,
    metadata,
    spec: { title: name, project: "p", priority: priority ?? "LOW", fields: own },
  } as Task;
}

/** What an earlier release did: objects come into selections, leave them, move between them, and go. Revision 1 is the first. */
const before: readonly Story[] = [
  { type: "ADDED", task: task("a", 1, ["red", "LOW", "x"]) },
  { type: "ADDED", task: task("b", 1, ["blue", "HIGH"]) },
  { type: "MODIFIED", task: task("a", 2, ["blue", "LOW", "x", "y"]) },
  { type: "ADDED", task: task("c", 1, ["red", "HIGH"]) },
  { type: "MODIFIED", task: task("b", 2, ["red", "LOW", "y"]) },
  { type: "DELETED", task: task("c", 1, ["red", "HIGH"]) },
  { type: "MODIFIED", task: task("a", 3, ["", "HIGH"]) },
  { type: "ADDED", task: task("c", 1, ["blue", "LOW", "x"]) },
];
/** What it did beside the new one, while that was rolled out. */
const beside: readonly Story[] = [
  { type: "MODIFIED", task: task("b", 3, ["blue", "LOW"]) },
  { type: "MODIFIED", task: task("c", 2, ["red", "LOW", "x"]) },
];
/** What the new release does, and the last of each selection. */
const after: readonly Story[] = [
  { type: "MODIFIED", task: task("a", 4, ["red", "LOW", "x"]) },
  { type: "MODIFIED", task: task("c", 3, ["blue", "HIGH"]) },
  { type: "ADDED", task: task("end-red", 1, ["red", "HIGH", "x"]) },
  { type: "ADDED", task: task("end-blue", 1, ["blue", "LOW"]) },
];
const story = [...before, ...beside, ...after];

const selections: Readonly<Record<string, (selected: Task) => boolean>> = {
  "": () => true,
  "&labelSelector=team=red": ({ metadata }) => metadata.labels?.["team"] === "red",
  "&labelSelector=team!=red": ({ metadata }) => metadata.labels?.["team"] !== "red",
  "&fieldSelector=spec.priority=HIGH": ({ spec }) => spec.priority === "HIGH",
  "&fieldSelector=fieldNames=x": ({ spec }) => "x" in spec.fields,
  "&fieldSelector=spec.priority=LOW&labelSelector=team=blue": ({ metadata, spec }) =>
    spec.priority === "LOW" && metadata.labels?.["team"] === "blue",
};

/** Name and version of each task that a selection has at a revision. */
function selectedAt(revision: number, selects: (selected: Task) => boolean): Map<string, number> {
  const tasks = new Map<string, Task>();
  for (const { type, task: written } of story.slice(0, revision)) {
    if (type === "DELETED") tasks.delete(written.metadata.name);
    else tasks.set(written.metadata.name, written);
  }
  const selected = [...tasks.values()].filter(selects);
  return new Map(selected.map(({ metadata }) => [metadata.name, metadata.version]));
}

/** A statement with its values. */
type Bound = readonly [text: string, ...values: unknown[]];

/** The database, to write to it as a release did that knows nothing of previous states. */
interface OldRelease {
  readonly url: string;
  run(statements: readonly Bound[]): Promise<void>;
  close(): Promise<void>;
}

const insertTask = `INSERT INTO ${table} (name, version, created_at, data) VALUES ($1, $2, 1, $3)`;
const updateTask = `UPDATE ${table} SET version = $2, data = $3 WHERE name = $1`;
const deleteTask = `DELETE FROM ${table} WHERE name = $1`;
const dropLabels = `DELETE FROM ${table}___labels WHERE object_id = (SELECT id FROM ${table} WHERE name = $1)`;
const addLabel = `INSERT INTO ${table}___labels (object_id, key, value) SELECT id, 'team', $2 FROM ${table} WHERE name = $1`;
const nextRevision = "UPDATE cmgen_revision SET revision = revision + 1";
const logChange = `INSERT INTO cmgen_changes (revision, at, type, "group", plural, object_id, name, data)
 SELECT revision, $1, $2, 'tasks.example.com', 'tasks', 1, $3, $4 FROM cmgen_revision`;

function statementsOf({ type, task: { metadata, ...rest } }: Story): readonly Bound[] {
  const { name, version, labels = {} } = metadata;
  const data = Buffer.from(JSON.stringify({ metadata, ...rest }));
  const stored: readonly Bound[] =
    type === "DELETED"
      ? [[deleteTask, name]]
      : [
          type === "ADDED" ? [insertTask, name, version, data] : [updateTask, name, version, data],
          [dropLabels, name],
          ...Object.values(labels).map((team) => [addLabel, name, team] as const),
        ];
  return [["BEGIN"], ...stored, [nextRevision], [logChange, Date.now(), type, name, data], ["COMMIT"]];
}

async function openOldRelease(engine: Engine, folder: string): Promise<OldRelease> {
  const [migrations, url] =
    engine === "sqlite" ? ["", `file:${join(folder, "tasks.db")}`] : ["postgresql/", await createDatabase()];
  const name = "20261121101555_init";
  const script = new URL(`prisma/${migrations}migrations/${name}/migration.sql`, plugin.root);
  await deployMigrationsTo(url, [{ name, sql: await readFile(script, "utf8") }]);
  if (engine === "sqlite") {
    const database = new Database(url.slice("file:".length));
    const runOne = ([text, ...values]: Bound): unknown =>
      database.prepare(text).run(Object.fromEntries(values.map((value, place) => [place + 1, value])));
    return { url, run: async (all) => void all.map(runOne), close: async () => void database.close() };
  }
  const client = new pg.Client(url);
  await client.connect();
  const run = async (statements: readonly Bound[]): Promise<void> => {
    for (const [text, ...values] of statements) await client.query(text, values);
  };
  return { url, run, close: () => client.end() };
}

/** The first revision that is still in the log when the database is upgraded. */
const FIRST = 3;

describe.each(databases)("a %s database of a release that kept no previous states, upgraded", (engine) => {
  let folder: string;
  let old: OldRelease;
  let server: RunningServer;
  /** What a watch is begun with after each revision. */
  const tokens = new Map<number, string>();

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cmgen-upgrade-"));
    old = await openOldRelease(engine, folder);
    await old.run([["INSERT INTO cmgen_revision (id, revision) VALUES (1, 0)"], ...before.flatMap(statementsOf)]);
    await old.run([["DELETE FROM cmgen_changes WHERE revision < $1", FIRST]]);
    server = await startServer({
      // Without controllers and manifests: what they write would be told of too.
      plugins: [{ ...plugin, controllers: [], hooks: [], manifests: false }],
      root: plugin.root,
      port: 0,
      databaseUrl: old.url,
      log: silentLog,
    });
    await server.started;
    expect(server.unready()).toEqual([]);
    await old.run(beside.flatMap(statementsOf));
    for (const { type, task: written } of after) await put(type, written);
    // A change of a release without marks is found by its revision alone.
    tokens.set(FIRST, String(FIRST));
    for await (const { type, resourceVersion } of events(`&resourceVersion=${FIRST}`)) {
      if (type !== "BOOKMARK") tokens.set(Math.floor(Number(resourceVersion)), resourceVersion);
      if (tokens.has(story.length)) break;
    }
  });

  afterAll(async () => {
    await server.close();
    await old.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function put(type: Story["type"], written: Task): Promise<void> {
    const { name, version, labels } = written.metadata;
    const [method, path, metadata] =
      type === "ADDED" ? ["POST", "", { name, labels }] : ["PUT", `/${name}`, { name, labels, version: version - 1 }];
    const body = JSON.stringify({ metadata, spec: written.spec });
    const headers = { "content-type": "application/json" };
    const { status, json } = await exchange(server.url, { method, path: collection + path, headers, body });
    expect([status, json]).toEqual([type === "ADDED" ? 201 : 200, expect.anything()]);
  }

  async function* events(query: string): AsyncGenerator<{ type: string; resourceVersion: string; object: Task }> {
    const response = await fetch(`${server.url}${collection}?watch=true${query}`, {
      signal: AbortSignal.timeout(20_000),
    });
    expect(response.status).toBe(200);
    let rest = "";
    for await (const text of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line) as { type: string; resourceVersion: string; object: Task };
    }
  }

  /** Each revision that is left, up to the last ones. */
  const starts = Array.from({ length: story.length - 1 - FIRST }, (_, place) => FIRST + place);

  it.each(Object.entries(selections))("tells a watch of %s what the selection became", async (query, selects) => {
    const last = [...selectedAt(story.length, selects).keys()].findLast((name) => name.startsWith("end-"));
    for (const start of starts) {
      const known = selectedAt(start, selects);
      for await (const { type, resourceVersion, object } of events(`&resourceVersion=${tokens.get(start)}${query}`)) {
        if (type === "BOOKMARK") continue;
        const { name, version } = object.metadata;
        expect(["ADDED", "MODIFIED", "DELETED"]).toContain(type);
        if (type === "DELETED") known.delete(name);
        else known.set(name, version);
        expect([resourceVersion, known]).toEqual([
          resourceVersion,
          selectedAt(Math.floor(Number(resourceVersion)), selects),
        ]);
        if (name === last) break;
      }
      expect([start, known]).toEqual([start, selectedAt(story.length, selects)]);
    }
  });

  it.each([0, 1, FIRST - 1])("refuses a watch from revision %i, which the log no longer has", async (revision) => {
    const path = `${collection}?watch=true&resourceVersion=${revision}&labelSelector=team=red`;
    const { status, json } = await exchange(server.url, { method: "GET", path });
    expect([status, json]).toMatchObject([410, { code: "Expired" }]);
  });

  it.each(Object.entries(selections))("lists what %s selects", async (query, selects) => {
    const { json } = await exchange(server.url, { method: "GET", path: `${collection}?${query.slice(1)}` });
    const { items } = json as { readonly items: readonly Task[] };
    const found = new Map(items.map(({ metadata }) => [metadata.name, metadata.version]));
    expect(found).toEqual(selectedAt(story.length, selects));
  });
});
