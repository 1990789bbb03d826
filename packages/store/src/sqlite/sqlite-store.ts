import { EventEmitter } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { AggregatePlan, AggregateResult } from "../aggregate-plan.js";
import type { ListPlan } from "../list-plan.js";
import { memoized } from "../memoized.js";
import { ChangeLog } from "../engine/change-log.js";
import { trimRegularly } from "../engine/change-trimmer.js";
import { CommitQueue, type SettledWrite, settleWrite } from "../engine/commit-queue.js";
import { type EngineStore, objectNames } from "../engine/engine-store.js";
import type { RecordSql } from "../engine/identities/record-sql.js";
import { IndexRecords, saveDeclaration } from "../engine/index-records.js";
import { TableWalks } from "../engine/table-walks.js";
import { assertCopied } from "../engine/assert-copied.js";
import { assertMigrated, beginRevisions } from "../engine/assert-migrated.js";
import { sqliteDialect } from "../sql/dialect.js";
import { compileQuery, type Fragment, type RunSql, sql } from "../sql/sql.js";
import type { ListTables } from "../sql/list-statement.js";
import { CopyRecords } from "../engine/copy-records.js";
import { auditRecords } from "../engine/audit-records.js";
import { receiptRecords } from "../engine/receipt-records.js";
import { HistoryRecords } from "../engine/history-records.js";
import { scheduleRecords } from "../engine/schedule-records.js";
import { subscriptionRecords } from "../engine/subscription-records.js";
import { steppedObjects } from "../engine/walk-records.js";
import { storedModel, type StoredModel } from "../stored-model.js";
import type { EngineSettings } from "../store-settings.js";
import type { AuditStorage, HistoryStorage, ListPage, ReceiptStorage, ScheduleStorage, StoredBytes } from "../store.js";
import type { SubscriptionStorage } from "../subscription-storage.js";
import { type BatchOutcome, lastWriteOf, type WriteBatch } from "../write-batch.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import { FileGuard } from "./file-guard.js";
import { fileLists, inlineLists, type SqliteLists } from "./sqlite-lists.js";
import type { CommandHandlers } from "../commands.js";
import { CommandSocket } from "./command-socket.js";
import type { HeldFile } from "./held-file.js";
import { ObjectReads } from "./object-reads.js";
import { CACHE_KIBIBYTES, serveReads, type SqliteDatabase } from "./database.js";
import { checkRunner, executeSql, runStatements } from "./statements.js";
import { SqliteLocks } from "./sqlite-locks.js";
import { inlineWriter, type SentWork, type SentWrite, type SqliteWriter, type WorkEnd } from "./sqlite-writer.js";
import { isKeyViolation, isUniqueViolation, sqliteTrouble } from "./sqlite-trouble.js";
import { unpackError } from "./thread.js";
import { WriterThread } from "./writer-thread.js";

/** Writes that one commit takes, at most. */
const BATCH_LIMIT = 256;

/** A write or a batch that waits for a commit. */
interface QueuedWork {
  /** The number of its writes. */
  readonly size: number;
  readonly send: () => SentWork;
  /** Answers its caller. */
  readonly settle: (end: WorkEnd | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** A connection to a database, and the file that this process holds; a database in memory has none. */
export interface OwnDatabase {
  readonly database: SqliteDatabase;
  readonly held: HeldFile | undefined;
}

/** Opens the store of a database that has been migrated. The connection and the file are the store's from then on. */
export async function openSqliteStore(own: OwnDatabase, settings: EngineSettings): Promise<EngineStore> {
  const { database, held } = own;
  const run = async <Row>(statement: Fragment) => executeSql(database, statement) as Row[];
  await assertMigrated(sqliteDialect, run);
  if (settings.isCopying !== true) await assertCopied(run);
  executeSql(database, beginRevisions);
  if (!database.memory) serveReads(database);
  const commands = held && (await CommandSocket.open(held.owner));
  return new SqliteStore(own, commands, settings);
}

/**
 * Objects in an SQLite database, embedded in this process. The given connection only reads; the writer has the only one that writes, except
 * for a database in memory.
 */
class SqliteStore implements EngineStore {
  readonly indexes: IndexRecords;
  readonly walks: TableWalks;
  readonly schedules: ScheduleStorage;
  readonly copies: CopyRecords;
  readonly audit: AuditStorage;
  readonly subscriptions: SubscriptionStorage;
  readonly dialect = sqliteDialect;
  readonly receipts: ReceiptStorage;
  readonly history: HistoryStorage;
  readonly locks = new SqliteLocks();
  readonly log: ChangeLog;
  readonly records: RecordSql;
  readonly names: EngineStore["names"];
  readonly readStepped: EngineStore["readStepped"];
  readonly troubleOf = sqliteTrouble;
  readonly events = new EventEmitter<{ change: [] }>();
  readonly #database: SqliteDatabase;
  readonly #writer: SqliteWriter;
  readonly #queue: CommitQueue<QueuedWork>;
  readonly #lists: SqliteLists;
  /** Undefined for a database in memory. */
  readonly #guard: FileGuard | undefined;
  readonly #held: HeldFile | undefined;
  readonly #commands: CommandSocket | undefined;
  readonly #stopTrimming: () => Promise<void>;
  readonly #reads: ObjectReads;
  readonly #models = new WeakMap<StoredModel, string>();

  constructor({ database, held }: OwnDatabase, commands: CommandSocket | undefined, settings: EngineSettings) {
    this.#database = database;
    this.#held = held;
    this.#commands = commands;
    this.#guard = held && new FileGuard([database.name, held.lockPath], settings.failed);
    const busyMilliseconds = settings.timeouts.answerMilliseconds;
    const worker = { file: database.name, cacheKibibytes: CACHE_KIBIBYTES, busyMilliseconds, tuning: settings.tuning };
    this.#reads = new ObjectReads(database, worker);
    this.#lists = database.memory ? inlineLists(database, settings) : fileLists(database, { ...settings, worker });
    this.#writer = database.memory ? inlineWriter(database) : new WriterThread(worker);
    const run = runStatements(database, (statement) => this.#writer.chore("execute", statement));
    this.indexes = new IndexRecords({
      run,
      lockRow: sql``,
      // One statement, with which no write can overlap.
      alone: (use) => use(run),
      // No other release can run: the database belongs to this process.
      claim: async (_run, table, { declaration }) => {
        await run(saveDeclaration(table, { declaration, isTried: true }));
        return true;
      },
    });
    const runOnWriter = async <Row extends object>(statement: Fragment): Promise<readonly Row[]> =>
      (await this.#writer.chore("execute", compileQuery(sqliteDialect, statement))) as readonly Row[];
    this.walks = new TableWalks({
      dialect: sqliteDialect,
      run,
      // By the writer: counting a million objects would block the main thread for too long.
      count: runOnWriter,
      transact: (statements) => this.#writer.chore("executeAll", statements),
      check: async (check) => checkRunner(database)(check),
      isUniqueViolation,
      changed: () => void this.events.emit("change"),
      // No other process has the database.
      locked: (_target, use) => use(new AbortController().signal),
    });
    const durably = runStatements(database, (statement) => this.#writer.chore("keep", statement));
    this.copies = this.#copyRecords(run, durably);
    this.schedules = scheduleRecords(run, durably);
    this.records = { read: run, note: run, transact: (statements) => this.#transact(statements) };
    this.audit = auditRecords(run);
    this.subscriptions = subscriptionRecords(sqliteDialect, { read: run, note: run });
    this.receipts = receiptRecords(run);
    this.history = new HistoryRecords(sqliteDialect, run);
    [this.names, this.readStepped] = [objectNames(run), steppedObjects(sqliteDialect, run)];
    this.log = new ChangeLog(sqliteDialect, { read: run, trim: run });
    // Callers that waited for a commit often write again right after it. One tick of the event loop lets them share the next one.
    this.#queue = new CommitQueue<QueuedWork>({
      limit: BATCH_LIMIT,
      sizeOf: ({ size }) => size,
      gather: setImmediate,
      commit: (batch) => this.#commit(batch),
    });
    this.#stopTrimming = trimRegularly(this.log, this.events, settings);
  }

  read(model: StoredModel, name: string): Promise<StoredBytes | undefined> {
    return this.#reads.read(model, name);
  }

  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage> {
    return this.#lists.list(tables, plan, signal);
  }

  aggregate(tables: ListTables, plan: AggregatePlan, signal?: () => AbortSignal): Promise<AggregateResult> {
    return this.#lists.aggregate(tables, plan, signal);
  }

  write(job: WriteJob): Promise<WriteOutcome> {
    const done = new Promise<WriteOutcome>((resolve, reject) =>
      this.#queue.put({
        size: 1,
        send: () => ({ job: this.#sent(job) }),
        settle: (end) => settleWrite({ job, resolve, reject }, unpacked(end)),
        reject,
      }),
    );
    return this.#lists.memory.observe(done);
  }

  async writeAll(batch: WriteBatch): Promise<BatchOutcome> {
    const done = new Promise<BatchOutcome>((resolve, reject) =>
      this.#queue.put({
        size: batch.jobs.length,
        send: () => ({ batch: { ...batch, jobs: batch.jobs.map((job) => this.#sent(job)) } }),
        settle: (end) => {
          if (end !== undefined && "batch" in end) resolve(end.batch);
          else
            reject(
              end !== undefined && "error" in end ? unpackError(end.error) : new Error("A batch was not answered"),
            );
        },
        reject,
      }),
    );
    await this.#lists.memory.observe(lastWriteOf(done));
    return done;
  }

  unwritable(): string | undefined {
    return this.#guard?.problem;
  }

  async tryWrite(bytes: number): Promise<void> {
    await this.#guarded(() => this.#writer.chore("probe", bytes));
  }

  answerCommands(handlers: CommandHandlers): void {
    this.#commands?.answer(handlers);
  }

  async close(): Promise<void> {
    await this.#commands?.close();
    this.#guard?.stop();
    await this.#stopTrimming();
    await this.#queue.idle();
    await this.#writer.close();
    await this.#lists.close();
    await this.#reads.close();
    await this.locks.close();
    this.#database.close();
    this.#held?.release();
  }

  async #commit(works: readonly QueuedWork[]): Promise<void> {
    try {
      const sent = works.map(({ send }) => send());
      const ends = await this.#guarded(() => this.#writer.chore("write", sent));
      for (const [place, { settle }] of works.entries()) settle(ends[place]);
      this.events.emit("change");
    } catch (error) {
      for (const { reject } of works) reject(error);
    }
  }

  #copyRecords(run: RunSql, keep: RunSql): CopyRecords {
    return new CopyRecords({
      dialect: sqliteDialect,
      run,
      transact: (statements) => this.#guarded(() => this.#writer.chore("executeAll", statements)),
      check: async (check) => checkRunner(this.#database)(check),
      keep,
      isKeyViolation,
    });
  }

  /** Runs statements of records in one transaction. */
  async #transact(statements: readonly Fragment[]): Promise<readonly (readonly object[])[]> {
    const queries = statements.map((statement) => compileQuery(sqliteDialect, statement));
    return (await this.#guarded(() => this.#writer.chore("keepAll", queries))) as readonly (readonly object[])[];
  }

  #sent(job: WriteJob): SentWrite {
    return { ...job, model: memoized(this.#models, job.model, () => JSON.stringify(storedModel(job.model))) };
  }

  /** A commit to a file that was lost is not acknowledged, and nothing more is written to it. */
  async #guarded<Result>(write: () => Promise<Result>): Promise<Result> {
    if (this.#guard?.problem !== undefined) this.#guard.assertThere();
    const result = await write();
    this.#guard?.assertThere();
    return result;
  }
}

function unpacked(end: WorkEnd | undefined): SettledWrite | undefined {
  if (end === undefined || "batch" in end) return undefined;
  return "error" in end ? { error: unpackError(end.error) } : end;
}
