import { setTimeout as delay } from "node:timers/promises";
import type { StoredModel } from "../stored-model.js";
import { IndexRecords, saveDeclaration } from "../engine/index-records.js";
import { indexesTo, moveStatement } from "../engine/mark-statements.js";
import type { FillOutcome, IndexableObject, IndexFill, IndexStorage, LockTarget } from "../index-storage.js";
import type { ReleaseClaim, TableDeclaration } from "../release-claim.js";
import type { ProcessLocks } from "../process-locks.js";
import { postgresDialect } from "../sql/dialect.js";
import { addValues, dropValues, fillRows, objectsAfter, splitIndexes, type FillInput } from "../sql/fill-statements.js";
import { type Fragment, type RunSql, sql } from "../sql/sql.js";
import { claimDeclaration } from "./claim-declaration.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { isUniqueViolation } from "./postgres-trouble.js";
import { BEGIN_RELAXED, rollBack, withClient, withTransaction } from "./with-client.js";
import { postgresChecks, runCheck, runStatements } from "./statements.js";

/** The interval at which a process that waits for another's build checks whether it has ended. */
const ASK_MILLISECONDS = 250;

/** Stores and builds indexes on PostgreSQL. */
export class PostgresIndexStorage extends IndexRecords implements IndexStorage {
  readonly #pool: PostgresPool;
  readonly #locks: ProcessLocks;

  constructor(pool: PostgresPool, locks: ProcessLocks) {
    super(runStatements(pool), (statements) => runAll(pool, statements), sql` FOR SHARE`);
    this.#pool = pool;
    this.#locks = locks;
  }

  /** Waiting does not hold a connection of the pool, which the others need to finish. */
  async locked<Result>({ table, signal }: LockTarget, use: (lost: AbortSignal) => Promise<Result>): Promise<Result> {
    for (;;) {
      signal?.throwIfAborted();
      const lock = await this.#locks.tryHold(`index builds of ${table}`);
      if (lock === undefined) {
        await delay(ASK_MILLISECONDS, undefined, signal === undefined ? {} : { signal });
        continue;
      }
      try {
        return await use(lock.lost);
      } finally {
        await lock.release();
      }
    }
  }

  /** Every write locks the revision counter before it commits, so no write overlaps with a transaction that holds this lock. */
  override declare(table: string, declared: TableDeclaration): Promise<void> {
    return this.#alone(async (run) => void (await run(saveDeclaration(table, declared))));
  }

  override claim(table: string, claim: ReleaseClaim): Promise<boolean> {
    return this.#alone((run) => claimDeclaration(run, table, claim));
  }

  #alone<Result>(use: (run: RunSql) => Promise<Result>): Promise<Result> {
    return withTransaction(this.#pool, async (client) => {
      await client.query("UPDATE cmgen_revision SET revision = revision");
      return use(runStatements(client));
    });
  }

  async fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome> {
    const objects: NamedFill[] = [];
    try {
      const fillAll = (client: PostgresClient): Promise<FillOutcome> => fillBatch(client, { model, fill, objects });
      return await withTransaction(this.#pool, fillAll, BEGIN_RELAXED);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    const [only, ...others] = objects;
    if (only === undefined || others.length > 0) return { clash: "somewhere" };
    const { name, values } = only;
    const check = postgresChecks.valueTaken(model, { name, indexValues: values });
    const taken = await withClient(this.#pool, (client) => runCheck(client, check));
    return { clash: taken === undefined ? "somewhere" : { ...taken, object: name } };
  }
}

async function runAll(pool: PostgresPool, statements: readonly Fragment[]): Promise<boolean> {
  return withClient(pool, async (client) => {
    try {
      await client.query(BEGIN_RELAXED);
      const run = runStatements(client);
      let isDone = true;
      for (const statement of statements) isDone &&= (await run(statement)).length > 0;
      await client.query(isDone ? "COMMIT" : "ROLLBACK");
      return isDone;
    } catch (error) {
      return rollBack(client, error);
    }
  });
}

interface NamedFill extends FillInput {
  readonly name: string;
}

interface FillRequest {
  readonly model: StoredModel;
  readonly fill: IndexFill;
  /** Receives the objects of the batch, in case they clash. */
  readonly objects: NamedFill[];
}

async function fillBatch(client: PostgresClient, { model, fill, objects }: FillRequest): Promise<FillOutcome> {
  const { indexes, valuesOf, ...range } = fill;
  const run = runStatements(client);
  const rows = await run<Omit<IndexableObject, "data"> & { data: string }>(
    sql`${objectsAfter(postgresDialect, model.table, range)} FOR NO KEY UPDATE`,
  );
  for (const { id, name, data } of rows) {
    objects.push({ id, name, values: valuesOf({ id, name, data: Buffer.from(data) }) });
  }
  const last = rows.at(-1)?.id;
  if (last === undefined) return { filled: 0 };
  // From here on no other process can fill the same objects.
  for (const move of indexesTo(last, indexes))
    if ((await run(moveStatement(model.table, move))).length === 0) return { lost: true };
  const names = indexes.map(({ index }) => index);
  const { single, multi } = splitIndexes(model.indexes, names);
  if (single.length > 0) await run(fillRows(model.table, single, objects));
  for (const index of multi) {
    await run(dropValues(index, objects));
    await run(addValues(index, objects));
  }
  return { filled: rows.length, last };
}
