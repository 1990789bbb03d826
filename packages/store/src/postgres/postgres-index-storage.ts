import { setTimeout as delay } from "node:timers/promises";
import type { StoredModel } from "../stored-model.js";
import { declaredState, IndexRecords } from "../engine/index-records.js";
import type { FillOutcome, IndexableObject, IndexFill, IndexStorage, LockTarget } from "../index-storage.js";
import type { ProcessLocks } from "../process-locks.js";
import { postgresDialect } from "../sql/dialect.js";
import { addValuesShape, dropValuesShape, fillRowsShape, splitIndexes, type FillInput } from "../sql/fill-shapes.js";
import { moveIndexShape, objectsAfterShape, saveIndexStateShape, type AfterInput } from "../sql/index-shapes.js";
import { sql, type Shape } from "../sql/sql.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { postgresChecks } from "./why-refused.js";
import { isUniqueViolation } from "./postgres-trouble.js";
import { rollBack, withClient } from "./with-client.js";
import { runCheck, runShapes, statement } from "./statements.js";

/** The interval at which a process that waits for another's build checks whether it has ended. */
const ASK_MILLISECONDS = 250;

/** Stores and builds indexes on PostgreSQL. */
export class PostgresIndexStorage extends IndexRecords implements IndexStorage {
  readonly #pool: PostgresPool;
  readonly #locks: ProcessLocks;

  constructor(pool: PostgresPool, locks: ProcessLocks) {
    super(postgresDialect, runShapes(pool));
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
        const save = saveIndexStateShape(postgresDialect);
        await client.query(statement(save, { table, ...declaredState(declaration) }));
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
  const run = runShapes(client);
  const objects = objectsAfterShape(postgresDialect, model.table, sql` FOR NO KEY UPDATE`);
  const rows = await run<AfterInput, Omit<IndexableObject, "data"> & { data: string }>(objects, { after, limit });
  for (const { id, name, data } of rows) {
    clashing.push({ id, name, values: valuesOf({ id, name, data: Buffer.from(data) }) });
  }
  for (const shape of fillShapes(model, indexes)) await run(shape, clashing);
  const last = rows.at(-1)?.id;
  const move = moveIndexShape(postgresDialect);
  if (last !== undefined) {
    for (const index of indexes) await run(move, { table: model.table, index, position: last });
  }
  await client.query("COMMIT");
  return { filled: rows.length, ...(last === undefined ? {} : { last }) };
}

function fillShapes(model: StoredModel, indexes: readonly string[]): readonly Shape<readonly FillInput[]>[] {
  const { single, multi } = splitIndexes(model.indexes, indexes);
  return [
    ...(single.length === 0 ? [] : [fillRowsShape(model.table, single)]),
    ...multi.flatMap((index) => [dropValuesShape(index), addValuesShape(index)]),
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
