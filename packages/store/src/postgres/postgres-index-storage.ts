import { setTimeout as delay } from "node:timers/promises";
import type { StoredModel } from "../stored-model.js";
import { IndexRecords, moveIndex, saveDeclaration } from "../engine/index-records.js";
import type { FillOutcome, IndexableObject, IndexFill, IndexStorage, LockTarget } from "../index-storage.js";
import type { ProcessLocks } from "../process-locks.js";
import { postgresDialect } from "../sql/dialect.js";
import { addValues, dropValues, fillRows, objectsAfter, splitIndexes, type FillInput } from "../sql/fill-shapes.js";
import { type Fragment, sql } from "../sql/sql.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { isUniqueViolation } from "./postgres-trouble.js";
import { rollBack, withClient } from "./with-client.js";
import { postgresChecks, runCheck, runStatements } from "./statements.js";

/** The interval at which a process that waits for another's build checks whether it has ended. */
const ASK_MILLISECONDS = 250;

/** Stores and builds indexes on PostgreSQL. */
export class PostgresIndexStorage extends IndexRecords implements IndexStorage {
  readonly #pool: PostgresPool;
  readonly #locks: ProcessLocks;

  constructor(pool: PostgresPool, locks: ProcessLocks) {
    super(runStatements(pool));
    this.#pool = pool;
    this.#locks = locks;
  }

  /** Waiting does not hold a connection of the pool, which the others need to finish. */
  async locked<Result>({ table, signal }: LockTarget, use: () => Promise<Result>): Promise<Result> {
    for (;;) {
      signal?.throwIfAborted();
      const lock = await this.#locks.tryHold(`index builds of ${table}`);
      if (lock === undefined) {
        await delay(ASK_MILLISECONDS, undefined, signal === undefined ? {} : { signal });
        continue;
      }
      try {
        return await use();
      } finally {
        await lock.release();
      }
    }
  }

  /** Every write locks the revision counter before it commits, so no write overlaps with a transaction that holds this lock. */
  override declare(table: string, declaration: string): Promise<void> {
    return withClient(this.#pool, async (client) => {
      try {
        await client.query("BEGIN");
        await client.query("UPDATE cmgen_revision SET revision = revision");
        await runStatements(client)(saveDeclaration(table, declaration));
        await client.query("COMMIT");
      } catch (error) {
        await rollBack(client, error);
      }
    });
  }

  fill(model: StoredModel, fill: IndexFill): Promise<FillOutcome> {
    return withClient(this.#pool, async (client) => {
      const clashing: NamedFill[] = [];
      try {
        return await fillTransaction(client, { model, fill, clashing });
      } catch (error) {
        if (!isUniqueViolation(error)) return rollBack(client, error);
        await client.query("ROLLBACK");
        const [only, ...others] = clashing;
        return only === undefined || others.length > 0 ? { clash: "somewhere" } : whoClashes(client, model, only);
      }
    });
  }
}

interface NamedFill extends FillInput {
  readonly name: string;
}

interface FillRequest {
  readonly model: StoredModel;
  readonly fill: IndexFill;
  /** Receives the objects of the batch, in case they clash. */
  readonly clashing: NamedFill[];
}

async function fillTransaction(client: PostgresClient, { model, fill, clashing }: FillRequest): Promise<FillOutcome> {
  // After a crash of the server the last batches may be lost. They are done again, since their position is lost too.
  await client.query("BEGIN; SET LOCAL synchronous_commit = off");
  const { indexes, after, limit, valuesOf } = fill;
  const run = runStatements(client);
  const range = { after, limit };
  const rows = await run<Omit<IndexableObject, "data"> & { data: string }>(
    sql`${objectsAfter(postgresDialect, model.table, range)} FOR NO KEY UPDATE`,
  );
  for (const { id, name, data } of rows) {
    clashing.push({ id, name, values: valuesOf({ id, name, data: Buffer.from(data) }) });
  }
  for (const statement of fillStatements(model, indexes, clashing)) await run(statement);
  const last = rows.at(-1)?.id;
  if (last !== undefined) for (const index of indexes) await run(moveIndex(model.table, index, last));
  await client.query("COMMIT");
  return { filled: rows.length, ...(last === undefined ? {} : { last }) };
}

function fillStatements(
  model: StoredModel,
  indexes: readonly string[],
  rows: readonly FillInput[],
): readonly Fragment[] {
  const { single, multi } = splitIndexes(model.indexes, indexes);
  return [
    ...(single.length === 0 ? [] : [fillRows(model.table, single, rows)]),
    ...multi.flatMap((index) => [dropValues(index, rows), addValues(index, rows)]),
  ];
}

async function whoClashes(
  client: PostgresClient,
  model: StoredModel,
  { name, values }: NamedFill,
): Promise<FillOutcome> {
  const taken = await runCheck(client, postgresChecks.valueTaken(model, { name, indexValues: values }));
  return { clash: taken === undefined ? "somewhere" : { ...taken, object: name } };
}
