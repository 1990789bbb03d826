import type { NeededRows } from "../engine/table-walks.js";
import { memoized } from "../memoized.js";
import type { Query } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";
import type { BatchOutcome, WriteBatch } from "../write-batch.js";
import { changeOf, type WriteJob, type WriteOutcome } from "../write-job.js";
import { writeBatch } from "./batch-writer.js";
import { ChangeLogWriter } from "./change-log-writer.js";
import type { SqliteDatabase } from "./database.js";
import { probeDisk } from "./disk-probe.js";
import { ModelWriter } from "./model-writer.js";
import { checkRunner, execute, executeAll, executeEach } from "./statements.js";
import { packError, type PackedError } from "./thread.js";

/** Writes to an SQLite database, on the only connection that does. */
export interface SqliteWriter {
  /** Does one of the {@link Chores}. Its input and what it returns are plain data, which can be sent to a thread. */
  chore: <Name extends keyof Chores>(name: Name, input: ChoreInput<Name>) => Promise<ChoreResult<Name>>;
  close(): Promise<void>;
}

export type ChoreInput<Name extends keyof Chores> = Parameters<Chores[Name]>[0];
export type ChoreResult<Name extends keyof Chores> = ReturnType<Chores[Name]>;

/** A write with its model as JSON: to send a text to a thread costs less than an object, and a writer knows the text again. */
export type SentWrite<Job = WriteJob> = Job extends WriteJob ? Omit<Job, "model"> & { readonly model: string } : never;

export interface SentBatch extends Omit<WriteBatch, "jobs"> {
  readonly jobs: readonly SentWrite[];
}

/** A write, or several that belong together. */
export type SentWork = { readonly job: SentWrite } | { readonly batch: SentBatch };

/** How a write or a batch ended. */
export type WorkEnd =
  | { readonly outcome: WriteOutcome }
  | { readonly batch: BatchOutcome }
  | { readonly error: PackedError };

/** What a connection writes. */
export class Chores {
  /**
   * Does writes and batches in one transaction. Each is atomic by itself: if one fails or is refused, the others are not affected.
   *
   * @throws the driver's error if the transaction as a whole failed: then none of the writes is done.
   */
  readonly write: (works: readonly SentWork[]) => readonly WorkEnd[];
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.#database = database;
    this.write = workRunner(database);
  }

  /** Runs a statement that writes. It survives a power cut, as writes of objects do. */
  keep(statement: Query): readonly unknown[] {
    return execute(this.#database, statement);
  }

  /** Runs statements in one transaction, which survives a power cut. Returns the rows of each. */
  keepAll(statements: readonly Query[]): readonly (readonly unknown[])[] {
    return executeEach(this.#database, statements);
  }

  /** Runs a statement without waiting for the disk, as in all that follows: what a power cut undoes is repeated at the next start. */
  execute(statement: Query): readonly unknown[] {
    return this.#relaxed(() => execute(this.#database, statement));
  }

  executeAll(statements: readonly NeededRows[]): number | undefined {
    return this.#relaxed(() => executeAll(this.#database, statements));
  }

  probe(bytes: number): void {
    this.#relaxed(() => probeDisk(this.#database, bytes));
  }

  /** Closes the connection. */
  end(): void {
    this.#database.close();
  }

  #relaxed<Result>(work: () => Result): Result {
    this.#database.pragma("synchronous = NORMAL");
    try {
      return work();
    } finally {
      this.#database.pragma("synchronous = FULL");
    }
  }
}

/** Does a chore on this thread. */
export function doChore<Name extends keyof Chores>(
  chores: Chores,
  name: Name,
  input: ChoreInput<Name>,
): ChoreResult<Name> {
  // TypeScript does not relate the type of one method to that of its input.
  const chore = chores[name].bind(chores) as (input: ChoreInput<Name>) => ChoreResult<Name>;
  return chore(input);
}

/** A database in memory has one connection and no disk to wait for, so it needs no thread. */
export function inlineWriter(database: SqliteDatabase): SqliteWriter {
  const chores = new Chores(database);
  return { chore: async (name, input) => doChore(chores, name, input), close: async () => undefined };
}

/** Prepares the writes of a connection. */
function workRunner(database: SqliteDatabase): Chores["write"] {
  const models = new Map<string, StoredModel>();
  const writers = new Map<StoredModel, ModelWriter>();
  const log = new ChangeLogWriter(database);
  const alone = savepoints(database, log);
  const check = checkRunner(database);
  const begin = database.prepare("BEGIN IMMEDIATE");
  const commit = database.prepare("COMMIT");

  const writerOf = (model: StoredModel): ModelWriter =>
    memoized(writers, model, () => new ModelWriter(database, model));
  const received = (sent: SentWrite): WriteJob => ({
    ...sent,
    model: memoized(models, sent.model, () => JSON.parse(sent.model) as StoredModel),
  });
  const runJob = (job: WriteJob): WriteOutcome => {
    const written = writerOf(job.model).write(job);
    return written.refused === undefined ? { revision: log.add({ ...changeOf(job), objectId: written.id }) } : written;
  };
  const run = (work: SentWork): WorkEnd => {
    if ("job" in work) {
      const ended = alone(() => runJob(received(work.job)));
      return "result" in ended ? { outcome: ended.result } : ended;
    }
    const batch = { ...work.batch, jobs: work.batch.jobs.map(received) };
    const ended = alone(() => writeBatch(batch, { log, writerOf, check }));
    return "result" in ended ? { batch: ended.result } : ended;
  };

  return (works) => {
    begin.run();
    try {
      log.begin();
      const ends = works.map(run);
      log.end();
      commit.run();
      return ends;
    } catch (error) {
      if (database.inTransaction) database.exec("ROLLBACK");
      throw error;
    }
  };
}

type Ended<Result> = { readonly result: Result } | { readonly error: PackedError };

/** Runs each write or batch in a savepoint, which is rolled back if it fails or is refused. */
function savepoints(
  database: SqliteDatabase,
  log: ChangeLogWriter,
): <Result extends { readonly refused?: string }>(run: () => Result) => Ended<Result> {
  const save = database.prepare("SAVEPOINT write");
  const goBack = database.prepare("ROLLBACK TO write");
  const release = database.prepare("RELEASE write");
  return (run) => {
    save.run();
    const { last } = log;
    try {
      const result = run();
      if (result.refused !== undefined) goBack.run();
      release.run();
      if (result.refused !== undefined) log.goBack(last);
      return { result };
    } catch (error) {
      // Some failures (a full disk) end the whole transaction, and the savepoint with it.
      if (!database.inTransaction) throw error;
      goBack.run();
      release.run();
      log.goBack(last);
      return { error: packError(error) };
    }
  };
}
