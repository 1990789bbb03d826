import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DatabaseServer, openServer, type StepState, type Store, type WriteOutcome } from "@cmgen/store";
import { planList } from "../../packages/runtime/dist/list/plan-list.js";
import { createDatabase } from "../postgres/create-database.js";
import { execute } from "./execute.js";
import { identitySchema } from "./identity-schema.js";
import { Oracle } from "./oracle.js";
import { physicalSchema } from "./physical-schema.js";
import { sampleModel, sampleRecord } from "./sample-model.js";

const kept = { ...sampleModel, history: {} };
const tables = { name: "20300101000000_init", sql: physicalSchema("postgresql", [sampleModel]) };
const subscriptions = {
  name: "20300102000000_others",
  sql: `CREATE TABLE cmgen_subscriptions (uid TEXT PRIMARY KEY, revision BIGINT NOT NULL, mark BIGINT);
CREATE TABLE cmgen_schedules (name TEXT PRIMARY KEY, position BIGINT NOT NULL, state TEXT NOT NULL);
CREATE TABLE cmgen_evolutions ("table" TEXT NOT NULL, step TEXT NOT NULL, place BIGINT NOT NULL, state TEXT NOT NULL, position BIGINT, PRIMARY KEY ("table", step));
${identitySchema("postgresql")}`,
};

/** Names that would be others without quotes, or end a text. */
const schemas = [`it's "A"`, 'It\'s "a"', "plain"];

/** A schema, and what its store must have. */
class Tenant {
  readonly store: Store;
  readonly oracle = new Oracle();
  /** `TYPE name version` of each change, in order. */
  readonly log: string[] = [];
  heard = 0;

  constructor(store: Store) {
    this.store = store;
    store.onChange(() => (this.heard += 1));
  }

  /** A random write. */
  async write(random: () => number): Promise<void> {
    const name = `object-${Math.floor(random() * 12)}`;
    const current = this.oracle.objects.get(name);
    const version = (current?.version ?? 0) + 1;
    const record = sampleRecord(name, {
      version,
      labels: { env: random() < 0.5 ? "prod" : "test" },
      values: {
        title: `title ${Math.floor(random() * 5)}`,
        size: Math.floor(random() * 9),
        tags: [`t${Math.floor(random() * 4)}`],
      },
    });
    if (current === undefined) {
      this.note("ADDED", await this.store.create(kept, { ...record, deletedUpTo: this.log.length }), name, version);
      this.oracle.create(record);
    } else if (random() < 0.3) {
      const removal = { name, expectedVersion: current.version, last: Buffer.from(name), uid: current.uid };
      this.note("DELETED", await this.store.remove(kept, removal), name, current.version);
      this.oracle.remove(name, current.version);
    } else {
      this.note("MODIFIED", await this.store.replace(kept, record, current.version), name, version);
      this.oracle.replace(record, current.version);
    }
  }

  note(type: string, outcome: WriteOutcome, name: string, version: number): void {
    expect(outcome, `${type} ${name}`).not.toHaveProperty("refused");
    this.log.push(`${type} ${name} ${version}`);
  }

  /** The sum of the sizes by title. */
  async sums(): Promise<ReadonlyMap<unknown, unknown>> {
    const { rows } = await this.store.aggregate(kept, {
      fields: [],
      labels: [],
      groups: [{ field: { in: "object", column: "x_spec_title", type: "string" }, by: "value" }],
      measures: [{ of: "sum", field: { in: "object", column: "x_spec_size", type: "integer" } }],
      limit: 100,
    });
    return new Map(rows.map(({ keys, values }) => [keys[0], values[0]]));
  }

  expectedSums(): ReadonlyMap<unknown, unknown> {
    const sums = new Map<unknown, number>();
    for (const { indexValues } of this.oracle.objects.values()) {
      const title = indexValues.get("spec.title")?.[0];
      sums.set(title, (sums.get(title) ?? 0) + Number(indexValues.get("spec.size")?.[0]));
    }
    return sums;
  }

  async names(parameters: Readonly<Record<string, string>>): Promise<readonly string[]> {
    const page = await this.store.list(kept, planList(sampleModel, new URLSearchParams(parameters)));
    const names: string[] = [];
    for await (const item of page.items)
      names.push((JSON.parse(Buffer.from(item).toString()) as { name: string }).name);
    return names;
  }
}

/** Numbers that are the same in each run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

async function open(server: DatabaseServer, schema: string): Promise<Store> {
  const database = server.database(schema);
  await database.migrate([tables, subscriptions]);
  return database.openStore();
}

describe("the schemas of a server", () => {
  let url: string;
  let server: DatabaseServer;
  let tenants: readonly Tenant[];

  beforeAll(async () => {
    url = await createDatabase();
    server = openServer(url);
    tenants = await Promise.all(schemas.map(async (schema) => new Tenant(await open(server, schema))));
    await Promise.all(
      tenants.map(async (tenant, place) => {
        const random = randomFrom(place + 1);
        for (let write = 0; write < 150 + 10 * place; write += 1) await tenant.write(random);
      }),
    );
  });
  afterAll(async () => {
    await Promise.all(tenants.map(({ store }) => store.close()));
    await server.close();
  });

  it("have their own objects, changes, revisions and histories", async () => {
    for (const { store, oracle, log } of tenants) {
      const changes = await store.changesAfter(0, { changes: 10_000, bytes: 100_000_000 });
      expect(changes.map(({ type, name }) => `${type} ${name}`)).toEqual(log.map((line) => line.replace(/ \d+$/, "")));
      expect(changes.map(({ revision }) => revision)).toEqual(log.map((_, place) => place + 1));
      expect(await store.revision()).toBe(log.length);
      expect(await store.names(kept, { limit: 100 })).toEqual([...oracle.objects.keys()].toSorted());
      for (const [name, record] of oracle.objects) {
        const stored = await store.read(kept, name);
        expect(Buffer.from(stored?.data ?? [])).toEqual(record.data);
        const own = log.filter((line) => line.split(" ")[1] === name);
        const history = await store.history.list(kept, name, { limit: 1000 });
        expect(history.map(({ type, version }) => `${type} ${name} ${version}`)).toEqual(own.toReversed());
      }
    }
  });

  it("have their own lists, when first asked, remembered and after a write, and their own sums", async () => {
    const sort = [{ field: "spec.size", descending: false }];
    for (const round of ["first", "remembered", "after a write"]) {
      for (const [place, tenant] of tenants.entries()) {
        if (round === "after a write") await tenant.write(randomFrom(100 + place));
        for (const tag of ["t0", "t1", "t2", "t3"]) {
          const asked = { fieldSelector: `spec.tags in (${tag})`, labelSelector: "env=prod", sort: "spec.size,asc" };
          const expected = tenant.oracle.list({
            fields: [{ field: "spec.tags", operator: "in", values: [tag] }],
            labels: [{ field: "env", operator: "in", values: ["prod"] }],
            sort,
          });
          for (const total of ["exact", "none"])
            expect(await tenant.names({ ...asked, page: "1", size: "50", total }), round).toEqual(expected);
          expect(await tenant.names(asked), round).toEqual(expected);
        }
        expect(await tenant.sums(), round).toEqual(tenant.expectedSums());
      }
    }
  });

  it("have their own schedules, subscriptions, positions, receipts, identities, declarations, steps and locks", async () => {
    for (const [place, { store }] of tenants.entries()) {
      await store.schedules.move("nightly", { from: undefined, to: { position: place, state: "waiting" } });
      await store.subscriptions.begin([{ uid: "one", revision: place, mark: 7 }]);
      await store.audit.begin(place);
      await store.identities.tokens.add({ ...token, name: `of ${place}` });
      await store.identities.credentials.setPassword("u1", { password: `of ${place}`, at: place });
      await store.indexes.declare(sampleModel.table, { declaration: `of ${place}`, isTried: false });
      await store.walks.move(sampleModel.table, [{ step: { from: undefined, to: stepOf(place) } }]);
      const receipt = { key: "asked", request: `of ${place}`, head: "", answer: Buffer.from("") };
      await store.writeAll({ jobs: [{ write: "create", model: kept, record: sampleRecord("asked for") }], receipt });
      const lock = await store.locks.tryHold("leader");
      expect(lock).toBeDefined();
      expect(await store.locks.tryHold("leader")).toBeUndefined();
    }
    for (const [place, { store }] of tenants.entries()) {
      expect(await store.schedules.read("nightly")).toEqual({ position: place, state: "waiting" });
      expect(await store.subscriptions.positions()).toEqual([{ uid: "one", revision: place, mark: 7 }]);
      expect(await store.audit.position()).toBe(place);
      expect((await store.identities.tokens.list()).map(({ name }) => name)).toEqual([`of ${place}`]);
      expect(await store.identities.credentials.read("u1")).toEqual({ password: `of ${place}`, changedAt: place });
      expect(await store.indexes.declaration(sampleModel.table)).toEqual({
        declaration: `of ${place}`,
        isTried: false,
      });
      expect(await store.walks.steps(sampleModel.table)).toEqual([stepOf(place)]);
      expect(await store.receipts.read("asked")).toMatchObject({ request: `of ${place}` });
    }
    for (const { store } of tenants) {
      await store.indexes.declare(sampleModel.table, { declaration: "", isTried: false });
    }
  });

  it("have walks, batches and copies of their own", async () => {
    const [walked, other] = await Promise.all(["walked", "not walked"].map((schema) => open(server, schema)));
    if (walked === undefined || other === undefined) throw new Error("Two stores were opened");
    const jobs = ["a", "b"].map((name) => ({ write: "create", model: kept, record: sampleRecord(name) }) as const);
    for (const store of [walked, other]) expect(await store.writeAll({ jobs })).toEqual({ revisions: [1, 2] });
    const objects = await walked.walks.objectsAfter(sampleModel.table, 0, 10);
    const rewritten = objects.map(({ id, name, version }) => ({
      id,
      name,
      version,
      data: Buffer.from(`{"name":"${name}!"}`),
    }));
    expect(await walked.walks.rewrite(kept, { objects: rewritten, schema: 3, marks: [], position: 2 })).toBe("done");
    expect((await walked.walks.objectsAfter(sampleModel.table, 0, 10)).map(({ schema }) => schema)).toEqual([3, 3]);
    expect((await other.walks.objectsAfter(sampleModel.table, 0, 10)).map(({ schema }) => schema)).toEqual([0, 0]);
    expect([await walked.revision(), await other.revision()]).toEqual([4, 2]);
    const beginning = { from: undefined, to: { copy: "c", isEnded: false, line: 0, note: "" }, revision: 90 };
    expect(await walked.copies.begin(beginning)).toBe(true);
    expect(await walked.copies.state()).toBeDefined();
    expect(await other.copies.state()).toBeUndefined();
    expect([await walked.revision(), await other.revision()]).toEqual([91, 2]);
    await Promise.all([walked.close(), other.close()]);
  });

  it("share their clock, their pools' numbers and about twenty connections, however many are open", async () => {
    const opened = await Promise.all(Array.from({ length: 50 }, (_, place) => open(server, `tenant ${place}`)));
    await Promise.all(
      opened.map(async (store, place) => {
        const jobs = [{ write: "create", model: kept, record: sampleRecord("one") } as const];
        await Promise.all([
          store.create(kept, sampleRecord("two", { labels: { env: String(place) } })),
          store.writeAll({ jobs }),
          store.read(kept, "one"),
          store.list(kept, planList(sampleModel, new URLSearchParams("limit=10"))),
          store.locks.tryHold("leader"),
          store.indexes.states(sampleModel.table),
        ]);
      }),
    );
    const [found] = await query<{ connections: number; schemas: number }>(
      url,
      `SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    expect(found?.connections).toBeLessThanOrEqual(20);
    expect(opened[0]?.pools()).toEqual(opened[49]?.pools());
    expect(opened[0]?.pools().reduce((sum, pool) => sum + pool.open, 0)).toBeLessThanOrEqual(18);
    for (const [place, store] of opened.entries()) {
      expect(await store.names(kept, { limit: 10 })).toEqual(["one", "two"]);
      const page = await store.list(
        kept,
        planList(sampleModel, new URLSearchParams(`labelSelector=env=${place}&limit=10`)),
      );
      const items: unknown[] = [];
      for await (const item of page.items) items.push(item);
      expect(items).toHaveLength(1);
    }
    await Promise.all(opened.map((store) => store.close()));
  });

  it("hear of their own changes only, also of those of other processes", async () => {
    const [first, second] = [tenants[0]!, tenants[1]!];
    const process = openServer(url);
    const elsewhere = await process.database(schemas[0]).openStore();
    const before = [first.heard, second.heard];
    await elsewhere.create(kept, sampleRecord("from elsewhere"));
    await expect.poll(() => first.heard).toBeGreaterThan(before[0]!);
    expect(second.heard).toBe(before[1]);
    await elsewhere.remove(kept, { name: "from elsewhere", expectedVersion: 1, last: Buffer.from(""), uid: "u" });
    await elsewhere.close();
    await process.close();
  });

  it("have the channels and locks that processes of earlier releases know, whatever their names", async () => {
    for (const [place, tenant] of tenants.entries()) {
      const name = schemas[place];
      const lock = await tenant.store.locks.tryHold("same key");
      const key = "hashtextextended('cmgen ' || quote_ident($1) || ' ' || 'same key', 0)";
      expect(await query(url, `SELECT pg_try_advisory_lock(${key}) AS free`, [name])).toEqual([{ free: false }]);
      await lock?.release();
      expect(await query(url, `SELECT pg_try_advisory_lock(${key}) AS free`, [name])).toEqual([{ free: true }]);
      const before = tenant.heard;
      await query(url, "SELECT pg_notify('cmgen_changes_' || md5($1), '')", [name]);
      await expect.poll(() => tenant.heard).toBeGreaterThan(before);
    }
  });

  it("have one open store each, whose end leaves those of others open", async () => {
    const store = await open(server, "once");
    await expect(open(server, "once")).rejects.toThrow("once is open already");
    const lock = await store.locks.tryHold("leader");
    await store.close();
    expect(lock?.lost.aborted).toBe(true);
    expect(lock?.isHeld()).toBe(false);
    await expect(store.locks.tryHold("leader")).rejects.toThrow("closed");
    await expect(store.read(kept, "any")).rejects.toThrow("closed");
    const again = await open(server, "once");
    const held = await again.locks.tryHold("leader");
    expect(held?.isHeld()).toBe(true);
    await again.close();
    // What a restore looks for is gone with the store, and is there where one is open.
    const free = (schema: string): Promise<readonly { free: boolean }[]> =>
      query(url, `SELECT pg_try_advisory_lock(hashtextextended('cmgen store ' || $1, 0)) AS free`, [schema]);
    expect(await free("once")).toEqual([{ free: true }]);
    expect(await free("plain")).toEqual([{ free: false }]);
  });

  it("do not suffer from one that was dropped, or is locked", async () => {
    // What waits for the lock waits longer than this test.
    const patient = openServer(url, { timeouts: { answerMilliseconds: 120_000, listMilliseconds: 120_000 } });
    const [dropped, locked, well] = await Promise.all(
      ["dropped", "locked", "well"].map((schema) => open(patient, schema)),
    );
    await execute(url, "DROP SCHEMA dropped CASCADE");
    const holder = new pg.Client(url);
    await holder.connect();
    await holder.query(
      "BEGIN; LOCK TABLE locked.cmgen_revision, locked.sample_example_com_samples IN ACCESS EXCLUSIVE MODE",
    );
    const waiting = Array.from({ length: 20 }, (_, place) => [
      locked!.read(kept, "any"),
      locked!.create(kept, sampleRecord(`one ${place}`)),
      locked!.list(kept, planList(sampleModel, new URLSearchParams(`limit=${place + 1}`))),
    ]).flat();
    const settled = Promise.allSettled(waiting);
    await expect(dropped!.create(kept, sampleRecord("none"))).rejects.toThrow("does not exist");
    for (let write = 0; write < 20; write += 1) {
      expect(await well!.create(kept, sampleRecord(`object ${write}`))).toHaveProperty("revision");
      expect(await well!.read(kept, `object ${write}`)).toBeDefined();
      await well!.list(kept, planList(sampleModel, new URLSearchParams("limit=10")));
    }
    // All of that came before the lock was released, and before its time was up.
    await expect(Promise.race([settled, Promise.resolve("waiting")])).resolves.toBe("waiting");
    expect(well!.unavailable()).toBeUndefined();
    await holder.query("ROLLBACK");
    await holder.end();
    await settled;
    await expect.poll(() => locked!.create(kept, sampleRecord("after")).then(() => "done", String)).toBe("done");
    await Promise.all([dropped, locked, well].map((store) => store!.close()));
    await patient.close();
  });

  it("take turns: one that writes without a pause leaves another every second commit or so", async () => {
    const [busy, calm] = await Promise.all(["busy", "calm"].map((schema) => open(server, schema)));
    const ending = new AbortController();
    let commits = 0;
    const callers = Array.from({ length: 50 }, async (_, caller) => {
      for (let write = 0; !ending.signal.aborted; write += 1)
        await busy!.create(kept, sampleRecord(`${caller} ${write}`));
    });
    const stop = busy!.onChange(() => (commits += 1));
    await expect.poll(() => commits).toBeGreaterThan(5);
    const between: number[] = [];
    for (let write = 0; write < 40; write += 1) {
      const before = commits;
      await calm!.create(kept, sampleRecord(`calm ${write}`));
      between.push(commits - before);
    }
    ending.abort();
    stop();
    await Promise.all(callers);
    expect(between.toSorted((one, other) => one - other)[20]).toBeLessThanOrEqual(4);
    await Promise.all([busy!.close(), calm!.close()]);
  });

  it("both come back when all connections are ended while they write, and hear again", async () => {
    const [first, second] = [tenants[0]!, tenants[1]!];
    const ending = new AbortController();
    const done: readonly string[][] = [[], []];
    const writing = [first, second].map(async ({ store }, tenant) => {
      for (let write = 0; !ending.signal.aborted; write += 1) {
        const name = `through ${tenant} ${write}`;
        await store.create(kept, sampleRecord(name)).then(
          () => done[tenant]?.push(name),
          () => new Promise((resolve) => setTimeout(resolve, 5)),
        );
      }
    });
    for (let round = 0; round < 3; round += 1) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      await query(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
      );
    }
    const before = done.map(({ length }) => length);
    for (const [place, names] of done.entries())
      await expect.poll(() => names.length).toBeGreaterThan((before[place] ?? 0) + 20);
    ending.abort();
    await Promise.all(writing);
    for (const [place, { store }] of [first, second].entries()) {
      const names = (await store.names(kept, { limit: 100_000 })).filter((name) => name.startsWith("through"));
      expect(names).toEqual(expect.arrayContaining([...done[place]!]));
      expect(names.filter((name) => !name.startsWith(`through ${place}`))).toEqual([]);
    }
    const process = openServer(url);
    for (const [place, { heard }] of [first, second].entries()) {
      const elsewhere = await process.database(schemas[place]).openStore();
      await elsewhere.create(kept, sampleRecord("after"));
      await expect.poll(() => tenants[place]!.heard).toBeGreaterThan(heard);
      await elsewhere.close();
    }
    await process.close();
  });
});

const token = {
  id: "t1",
  hash: "h1",
  name: "ci",
  actor: "token:ci",
  uid: null,
  roles: [],
  groups: [],
  createdAt: 1000,
  expiresAt: null,
};

function stepOf(place: number): StepState {
  return { step: "first", place: place + 1, state: "running", position: null };
}

async function query<Row extends object>(url: string, sql: string, values: unknown[] = []): Promise<readonly Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row & pg.QueryResultRow>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
