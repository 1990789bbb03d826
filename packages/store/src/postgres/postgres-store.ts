import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import type { AggregatePlan, AggregateResult } from "../aggregate-plan.js";
import type { ListPlan } from "../list-plan.js";
import { ChangeLog } from "../engine/change-log.js";
import { trimRegularly } from "../engine/change-trimmer.js";
import { type EngineStore, objectNames } from "../engine/engine-store.js";
import type { RecordSql } from "../engine/identities/record-sql.js";
import { IndexRecords } from "../engine/index-records.js";
import { assertCopied } from "../engine/assert-copied.js";
import { assertMigrated, beginRevisions } from "../engine/assert-migrated.js";
import { postgresDialect, type SqlDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import { lockRevisions } from "../sql/change-shapes.js";
import { type Fragment, type RunSql, sql } from "../sql/sql.js";
import { CopyRecords } from "../engine/copy-records.js";
import { auditRecords } from "../engine/audit-records.js";
import { receiptRecords } from "../engine/receipt-records.js";
import { HistoryRecords } from "../engine/history-records.js";
import { scheduleRecords } from "../engine/schedule-records.js";
import { subscriptionRecords } from "../engine/subscription-records.js";
import { steppedObjects } from "../engine/walk-records.js";
import type { SubscriptionStorage } from "../subscription-storage.js";
import type { StoredModel } from "../stored-model.js";
import type { EngineSettings } from "../store-settings.js";
import type {
  AuditStorage,
  HistoryStorage,
  ListPage,
  PoolUse,
  ReceiptStorage,
  ReplicaLag,
  ScheduleStorage,
  StoredBytes,
} from "../store.js";
import type { WalkStorage } from "../walk-storage.js";
import { type BatchOutcome, lastWriteOf, type WriteBatch } from "../write-batch.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import { citusDialect, type CitusSchema, readCitusSchema } from "./citus.js";
import { claimDeclaration } from "./claim-declaration.js";
import { ListReplica, type Primary } from "./list-replica.js";
import { ListRunner } from "./list-runner.js";
import { BatchLane } from "./batch-lane.js";
import { modelStatements } from "./model-statements.js";
import { breakIdle, poolsOf, poolUses, type SchemaPools } from "./pools.js";
import { SchemaLocks } from "./postgres-locks.js";
import type { SchemaPool } from "./schema-pool.js";
import type { ServerSchema } from "./schema-client.js";
import type { ServerConnections } from "./server-connections.js";
import { isDatabaseError, isUniqueViolation, postgresTrouble } from "./postgres-trouble.js";
import { postgresWalks, transact } from "./postgres-walks.js";
import { rollBack, withClient, withTransaction } from "./with-client.js";
import { WriteLane } from "./write-lane.js";
import { runCheck, runStatements, statement } from "./statements.js";

/** Bytes that one row of the padding adds. */
const PAD_BYTES = 16;

/** Takes space that is given back when the transaction is rolled back. Random bytes, since others would be compressed. */
function padding(rows: number): Fragment {
  return sql`INSERT INTO ${sql.table("cmgen_changes")} (revision, at, type, "group", plural, object_id, name, data)
 SELECT -pg_backend_pid(), 0, '', '', '', 0, '', decode(string_agg(md5(random()::text), ''), 'hex') FROM generate_series(1, ${sql.lit(rows)})`;
}

/** How long the pools take to notice that connections were closed. */
const CLOSING_MILLISECONDS = 20;

/**
 * Opens the store of a schema.
 *
 * @param name of the schema. Default: the one that the server's URL leads to.
 */
export async function openPostgresStore(
  server: ServerConnections,
  name: string | undefined,
  options: EngineSettings,
): Promise<EngineStore> {
  // Before anything else: connections of a pooler may not be where the last statement was.
  await server.check();
  const schema = name ?? (await server.firstSchema());
  const names = server.enter(schema);
  const pools = poolsOf(server.pools, names, server.isShared);
  try {
    const citus = await withClient(pools.objects, (client) => checkSchema(runStatements(client), options));
    const store = await PostgresStore.open({ server, schema, names, pools }, { ...options, citus });
    await server.fill();
    return store;
  } catch (error) {
    server.leave(schema);
    throw error;
  }
}

/** Checks a schema before its store is opened. All is sent at once: a server of many schemas opens their stores one after another. */
async function checkSchema(run: RunSql, { isCopying = false }: EngineSettings): Promise<CitusSchema> {
  const citus = readCitusSchema(run);
  const checks = [
    assertMigrated(postgresDialect, run),
    isCopying ? Promise.resolve() : assertCopied(run),
    citus,
    run(beginRevisions),
  ];
  // Without its tables, the others fail as well.
  for (const each of await Promise.allSettled(checks)) if (each.status === "rejected") throw each.reason;
  return citus;
}

/** The schema of a store, and what it uses of its server. */
interface Place {
  readonly server: ServerConnections;
  readonly schema: string;
  readonly names: ServerSchema;
  readonly pools: SchemaPools;
}

interface PostgresSettings extends EngineSettings {
  readonly citus: CitusSchema;
}

/** Objects in a PostgreSQL database, which several processes may share. */
class PostgresStore implements EngineStore {
  readonly indexes: IndexRecords;
  readonly walks: WalkStorage;
  readonly schedules: ScheduleStorage;
  readonly copies: CopyRecords;
  readonly audit: AuditStorage;
  readonly subscriptions: SubscriptionStorage;
  readonly dialect = postgresDialect;
  readonly receipts: ReceiptStorage;
  readonly history: HistoryStorage;
  readonly locks: SchemaLocks;
  readonly log: ChangeLog;
  readonly records: RecordSql;
  readonly names: EngineStore["names"];
  readonly readStepped: EngineStore["readStepped"];
  readonly warnings: readonly string[];
  readonly troubleOf = postgresTrouble;
  readonly events = new EventEmitter<{ change: [] }>();
  readonly #place: Place;
  readonly #lane: WriteLane;
  readonly #batches: BatchLane;
  readonly #lists: ListRunner;
  readonly replica: ListReplica | undefined;
  readonly #stopTrimming: () => Promise<void>;
  #forgetLoss: () => void = () => undefined;

  private constructor(place: Place, settings: PostgresSettings) {
    const { server, schema, pools } = place;
    this.#place = place;
    this.warnings = settings.citus.warnings;
    this.locks = new SchemaLocks(server.locks, schema);
    this.indexes = indexRecords(pools.builds);
    this.walks = postgresWalks(pools.builds, this.locks);
    this.copies = copyRecords(pools.builds);
    this.schedules = scheduleRecords(runStatements(pools.builds), runStatements(pools.builds));
    const read = runStatements(pools.objects);
    this.records = {
      read,
      note: read,
      transact: (statements) =>
        withTransaction(pools.objects, async (client) => {
          const run = runStatements(client);
          const answers: (readonly object[])[] = [];
          for (const each of statements) answers.push(await run(each));
          return answers;
        }),
    };
    this.audit = auditRecords(runStatements(pools.builds));
    this.subscriptions = subscriptionRecords(postgresDialect, { read, note: runStatements(pools.builds) });
    this.receipts = receiptRecords(runStatements(pools.objects));
    this.history = new HistoryRecords(postgresDialect, runStatements(pools.builds));
    this.names = objectNames(read);
    this.readStepped = steppedObjects(postgresDialect, read);
    this.log = new ChangeLog(postgresDialect, { read, trim: runStatements(pools.builds) });
    const { isDistributed } = settings.citus;
    const writing = { lockMilliseconds: settings.timeouts.answerMilliseconds, isDistributed };
    this.#lane = new WriteLane(pools.writes, writing);
    this.#batches = new BatchLane(pools.batches, writing);
    const dialect = isDistributed ? citusDialect : postgresDialect;
    this.#lists = new ListRunner({ ...pools, slots: server.lists }, { ...settings, dialect });
    this.replica = replicaOf({ schema: place.names, lists: this.#lists, run: read }, place, { ...settings, dialect });
    this.#stopTrimming = trimRegularly(this.log, this.events, settings);
  }

  static async open(place: Place, settings: PostgresSettings): Promise<PostgresStore> {
    const store = new PostgresStore(place, settings);
    const { server, schema } = place;
    try {
      await server.listener.listen({ schema, changed: (revision) => store.#changed(revision) });
      store.#forgetLoss = server.onLost(() => store.replica?.renew());
      return store;
    } catch (error) {
      await Promise.all([store.#stopTrimming(), store.replica?.close()]);
      throw error;
    }
  }

  async read(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    const query = statement(modelStatements(model).read, { name });
    const { rows } = await this.#place.pools.objects.query<{ uid: string; version: number; data: string }>(query);
    const [row] = rows;
    return row === undefined ? undefined : { ...row, data: Buffer.from(row.data) };
  }

  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    return this.#lists.list(tables, plan, signal);
  }

  aggregate(tables: ListTables, plan: AggregatePlan, signal?: () => AbortSignal): Promise<AggregateResult> {
    return this.#lists.aggregate(tables, plan, signal);
  }

  #changed(revision: number | undefined): void {
    this.#lists.memory.forgetNewest();
    this.replica?.changed();
    if (revision === undefined) this.replica?.renew();
    else this.#lists.memory.hear(revision);
    this.events.emit("change");
  }

  write(job: WriteJob): Promise<WriteOutcome> {
    return this.#lists.memory.observe(this.#lane.add(job));
  }

  async writeAll(batch: WriteBatch): Promise<BatchOutcome> {
    const done = this.#batches.write(batch);
    await this.#lists.memory.observe(lastWriteOf(done));
    return done;
  }

  pools(): readonly PoolUse[] {
    return [...poolUses(this.#place.server.pools), ...(this.replica === undefined ? [] : [this.replica.use()])];
  }

  renewReplica(): void {
    this.replica?.renew();
  }

  replicaLag(): ReplicaLag | undefined {
    return this.replica?.lag();
  }

  now(): number {
    return this.#place.server.listener.clock.now();
  }

  away(): string | undefined {
    return this.#place.server.listener.away(this.#place.schema);
  }

  async prepareRepeat(error: unknown): Promise<void> {
    // A server that has lost another one answers on its connections as before.
    if (isDatabaseError(error)) return;
    breakIdle(this.#place.server.pools);
    await delay(CLOSING_MILLISECONDS);
  }

  async tryWrite(bytes: number): Promise<void> {
    await withClient(this.#place.pools.builds, async (client) => {
      try {
        await client.query("BEGIN");
        await runStatements(client)(lockRevisions);
        await runStatements(client)(padding(Math.ceil(bytes / PAD_BYTES)));
        await client.query("ROLLBACK");
      } catch (error) {
        await rollBack(client, error);
      }
    });
  }

  async close(): Promise<void> {
    // Nobody listens before the writes are done: until then a silent database is noticed, which cancels them.
    await Promise.all([this.#lane.idle(), this.#batches.idle()]);
    this.#forgetLoss();
    await Promise.all([this.#stopTrimming(), this.replica?.close(), this.#leave()]);
  }

  /** Leaves the server to the stores of other schemas, or closes the connections to it. */
  async #leave(): Promise<void> {
    const { server, schema, pools } = this.#place;
    if (!server.isShared) return server.close();
    for (const pool of Object.values(pools)) pool.close();
    try {
      await Promise.all([server.listener.leave(schema), this.locks.close()]);
    } finally {
      server.leave(schema);
    }
  }
}

function replicaOf(
  primary: Primary,
  { server }: Place,
  settings: EngineSettings & { readonly dialect: SqlDialect },
): ListReplica | undefined {
  const { readUrl } = settings;
  if (readUrl === undefined) return undefined;
  const listConnections = server.pools.lists.options.max;
  return new ListReplica(readUrl, primary, { ...settings, listConnections });
}

function indexRecords(pool: SchemaPool): IndexRecords {
  return new IndexRecords({
    run: runStatements(pool),
    lockRow: sql` FOR SHARE`,
    // Every write locks the revision counter before it commits.
    alone: (use) =>
      withTransaction(pool, async (client) => {
        const run = runStatements(client);
        await run(lockRevisions);
        return use(run);
      }),
    claim: claimDeclaration,
  });
}

function copyRecords(pool: SchemaPool): CopyRecords {
  return new CopyRecords({
    dialect: postgresDialect,
    run: runStatements(pool),
    transact: (statements) => transact(pool, statements),
    check: (check) => withClient(pool, (client) => runCheck(client, check)),
    keep: runStatements(pool),
    isKeyViolation: isUniqueViolation,
  });
}
