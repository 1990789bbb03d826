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
import { sql } from "../sql/sql.js";
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
import { assertSession } from "./assert-session.js";
import { citusDialect, type CitusSchema, readCitusSchema } from "./citus.js";
import { claimDeclaration } from "./claim-declaration.js";
import { ChangeListener } from "./change-listener.js";
import { ListReplica, type Primary } from "./list-replica.js";
import { ListRunner } from "./list-runner.js";
import { BatchLane } from "./batch-lane.js";
import { modelStatements } from "./model-statements.js";
import { breakIdle, breakPools, closePools, fillPools, openPools, poolUses, type PostgresPools } from "./pools.js";
import { PostgresLocks } from "./postgres-locks.js";
import type { PostgresPool } from "./database.js";
import { PostgresServers } from "./postgres-servers.js";
import { isUniqueViolation, postgresTrouble } from "./postgres-trouble.js";
import { postgresWalks, transact } from "./postgres-walks.js";
import { rollBack, withClient, withTransaction } from "./with-client.js";
import { WriteLane } from "./write-lane.js";
import { runCheck, runStatements, statement } from "./statements.js";

/** Bytes that one row of the padding adds. */
const PAD_BYTES = 16;

/** Takes space that is given back when the transaction is rolled back. Random bytes, since others would be compressed. */
const PAD = `INSERT INTO cmgen_changes (revision, at, type, "group", plural, object_id, name, data)
 SELECT -pg_backend_pid(), 0, '', '', '', 0, '', decode(string_agg(md5(random()::text), ''), 'hex') FROM generate_series(1, $1)`;

/** How long the pools take to notice that connections were closed. */
const CLOSING_MILLISECONDS = 20;

/** Opens the store on a PostgreSQL server. */
export async function openPostgresStore(url: string, settings: EngineSettings): Promise<EngineStore> {
  const servers = new PostgresServers(url);
  const pools = openPools(servers, settings.connections, settings.timeouts);
  try {
    const run = runStatements(pools.objects);
    await assertMigrated(postgresDialect, run);
    if (settings.isCopying !== true) await assertCopied(run);
    await withClient(pools.objects, (client) => assertSession(client, servers.url));
    const citus = await readCitusSchema(run);
    await run(beginRevisions);
    const store = await PostgresStore.open(servers, pools, { ...settings, citus });
    await fillPools(pools);
    return store;
  } catch (error) {
    await closePools(pools);
    throw error;
  }
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
  readonly receipts: ReceiptStorage;
  readonly history: HistoryStorage;
  readonly locks: PostgresLocks;
  readonly log: ChangeLog;
  readonly records: RecordSql;
  readonly names: EngineStore["names"];
  readonly readStepped: EngineStore["readStepped"];
  readonly warnings: readonly string[];
  readonly troubleOf = postgresTrouble;
  readonly events = new EventEmitter<{ change: [] }>();
  readonly #pools: PostgresPools;
  readonly #lane: WriteLane;
  readonly #batches: BatchLane;
  readonly #lists: ListRunner;
  readonly replica: ListReplica | undefined;
  readonly #changes: ChangeListener;
  readonly #stopTrimming: () => Promise<void>;

  private constructor(servers: PostgresServers, pools: PostgresPools, settings: PostgresSettings) {
    this.#pools = pools;
    this.warnings = settings.citus.warnings;
    this.locks = new PostgresLocks(servers);
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
    this.#lists = new ListRunner(pools, { ...settings, dialect });
    this.replica = replicaOf({ servers, lists: this.#lists, run: read }, pools, { ...settings, dialect });
    this.#changes = new ChangeListener(servers, {
      answerMilliseconds: settings.timeouts.answerMilliseconds,
      changed: (revision) => this.#changed(revision),
      // Otherwise queries would wait for their answer until their time is up, or go to a server that no longer takes writes.
      lost: () => {
        breakPools(pools);
        this.replica?.renew();
      },
    });
    this.#stopTrimming = trimRegularly(this.log, settings);
  }

  static async open(
    servers: PostgresServers,
    pools: PostgresPools,
    settings: PostgresSettings,
  ): Promise<PostgresStore> {
    const store = new PostgresStore(servers, pools, settings);
    try {
      await store.#changes.start();
      return store;
    } catch (error) {
      await Promise.all([store.#changes.close(), store.#stopTrimming(), store.replica?.close()]);
      throw error;
    }
  }

  async read(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    const query = statement(modelStatements(model).read, { name });
    const { rows } = await this.#pools.objects.query<{ uid: string; version: number; data: string }>(query);
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
    return [...poolUses(this.#pools), ...(this.replica === undefined ? [] : [this.replica.use()])];
  }

  renewReplica(): void {
    this.replica?.renew();
  }

  replicaLag(): ReplicaLag | undefined {
    return this.replica?.lag();
  }

  now(): number {
    return this.#changes.clock.now();
  }

  away(): string | undefined {
    return this.#changes.away;
  }

  async prepareRepeat(): Promise<void> {
    breakIdle(this.#pools);
    await delay(CLOSING_MILLISECONDS);
  }

  async tryWrite(bytes: number): Promise<void> {
    await withClient(this.#pools.builds, async (client) => {
      try {
        await client.query("BEGIN; UPDATE cmgen_revision SET revision = revision");
        await client.query(PAD, [Math.ceil(bytes / PAD_BYTES)]);
        await client.query("ROLLBACK");
      } catch (error) {
        await rollBack(client, error);
      }
    });
  }

  async close(): Promise<void> {
    // The listener is closed after the writes: until then it notices a silent database and cancels them.
    await Promise.all([this.#lane.idle(), this.#batches.idle()]);
    await Promise.all([
      this.#stopTrimming(),
      this.#changes.close(),
      this.locks.close(),
      this.replica?.close(),
      closePools(this.#pools),
    ]);
  }
}

function replicaOf(
  primary: Primary,
  { lists }: PostgresPools,
  settings: EngineSettings & { readonly dialect: SqlDialect },
): ListReplica | undefined {
  const { readUrl } = settings;
  if (readUrl === undefined) return undefined;
  return new ListReplica(readUrl, primary, { ...settings, listConnections: lists.options.max });
}

function indexRecords(pool: PostgresPool): IndexRecords {
  return new IndexRecords({
    run: runStatements(pool),
    lockRow: sql` FOR SHARE`,
    // Every write locks the revision counter before it commits.
    alone: (use) =>
      withTransaction(pool, async (client) => {
        await client.query("UPDATE cmgen_revision SET revision = revision");
        return use(runStatements(client));
      }),
    claim: claimDeclaration,
  });
}

function copyRecords(pool: PostgresPool): CopyRecords {
  return new CopyRecords({
    dialect: postgresDialect,
    run: runStatements(pool),
    transact: (statements) => transact(pool, statements),
    check: (check) => withClient(pool, (client) => runCheck(client, check)),
    keep: runStatements(pool),
    isKeyViolation: isUniqueViolation,
  });
}
