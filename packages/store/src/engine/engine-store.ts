import type { EventEmitter } from "node:events";
import type { AggregatePlan, AggregateResult } from "../aggregate-plan.js";
import type { CommandHandlers } from "../commands.js";
import type { ListPlan } from "../list-plan.js";
import type { SqlDialect } from "../sql/dialect.js";
import type { ListTables } from "../sql/list-statement.js";
import { type RunSql, sql } from "../sql/sql.js";
import type { ListPage, NamesWindow, PoolUse, ReplicaLag, Store } from "../store.js";
import type { StoredModel } from "../stored-model.js";
import type { Trouble } from "../unavailable-error.js";
import type { BatchOutcome, WriteBatch } from "../write-batch.js";
import type { SteppedObject } from "../walk-storage.js";
import type { WriteJob, WriteOutcome } from "../write-job.js";
import type { ChangeLog } from "./change-log.js";
import type { RecordSql } from "./identities/record-sql.js";

type SharedMembers =
  | "read"
  | "names"
  | "locks"
  | "indexes"
  | "walks"
  | "copies"
  | "schedules"
  | "audit"
  | "subscriptions"
  | "history"
  | "receipts"
  | "close";

/**
 * A store of one engine, without the methods that do not apply to that engine. They reject with the driver's errors, which `troubleOf`
 * explains.
 */
export interface EngineStore extends Pick<Store, SharedMembers> {
  /** Emits `change` soon after any process commits a change. */
  readonly events: EventEmitter<{ change: [] }>;
  readonly log: ChangeLog;
  readonly dialect: SqlDialect;
  /** For records that belong to no object. */
  readonly records: RecordSql;
  /** Reads an object by its name, for a caller who waits for it, while a walk may change the objects of its table. */
  readStepped(model: StoredModel, name: string): Promise<SteppedObject | undefined>;
  list(tables: ListTables, plan: ListPlan, signal?: () => AbortSignal): Promise<ListPage>;
  /** A floating-point sum that is too large is Infinity, or rejects with a `SumRangeError`. */
  aggregate(tables: ListTables, plan: AggregatePlan, signal?: () => AbortSignal): Promise<AggregateResult>;
  /** The same, read from a replica where it has all that this process knows of. */
  readonly replica?: Pick<EngineStore, "list" | "aggregate"> | undefined;
  replicaLag?(): ReplicaLag | undefined;
  /** What was changed has no revision, or is not known. */
  renewReplica?(): void;
  write(job: WriteJob): Promise<WriteOutcome>;
  writeAll(batch: WriteBatch): Promise<BatchOutcome>;
  /** What an error says about the database; undefined for other errors. */
  troubleOf(error: unknown): Trouble | undefined;
  /** Writes about so many bytes to the disk without changing anything. Rejects when such a write would. */
  tryWrite(bytes: number): Promise<void>;
  /** The clock of the database's machine, if that may be another one. */
  now?(): number;
  /** How its pools of connections are used. */
  pools?(): readonly PoolUse[];
  /** See {@link Store.warnings}. */
  readonly warnings?: readonly string[];
  /** Why the database cannot be reached now, as far as is known without asking it. */
  away?(): string | undefined;
  /** Why nothing can be written now, as far as is known without trying. The end of a sentence that any caller may read. */
  unwritable?(): string | undefined;
  /** Does commands for processes that cannot open the database while this one has it. */
  answerCommands?(handlers: CommandHandlers): void;
  /** Called before a read is repeated because a connection broke: its own, or one between servers. `error` is how it failed. */
  prepareRepeat?(error: unknown): Promise<void>;
}

/** Reads names from the index that has them: no object is read. */
export function objectNames(run: RunSql): (model: StoredModel, window: NamesWindow) => Promise<readonly string[]> {
  return async ({ table }, { after = "", limit }) => {
    const rows = await run<{ readonly name: string }>(
      sql`SELECT name FROM ${sql.table(table)} WHERE name > ${sql.value(after)} ORDER BY name LIMIT ${sql.lit(limit)}`,
    );
    return rows.map(({ name }) => name);
  };
}
