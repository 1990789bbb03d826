import { setTimeout as delay } from "node:timers/promises";
import { builtIndexes, markStatements, rewriteChanges, WalkRecords } from "../engine/walk-records.js";
import { moveStatement } from "../engine/mark-statements.js";
import type { ProcessLocks } from "../process-locks.js";
import { insertChangesShape, selectDeclaration, takeRevisionsShape } from "../sql/change-shapes.js";
import { columnTypes, postgresDialect } from "../sql/dialect.js";
import { CHANGES_CHANNEL } from "../sql/postgres-write-shapes.js";
import { rowList, type RowColumn } from "../sql/row-list.js";
import { compileShape, type Fragment, type Shape, sql } from "../sql/sql.js";
import { splitIndexes, type StoredModel, type TableIndex } from "../stored-model.js";
import {
  type LockTarget,
  type MarkMove,
  type RewriteBatch,
  type RewriteOutcome,
  type RewrittenObject,
  WalkLostError,
  type WalkStorage,
} from "../walk-storage.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { isUniqueViolation } from "./postgres-trouble.js";
import { postgresChecks, runCheck, runShapes, runStatements } from "./statements.js";
import { BEGIN_RELAXED, rollBack, withClient } from "./with-client.js";

/** The interval at which a process that waits for another's walk checks whether it has ended. */
const ASK_MILLISECONDS = 250;

/** Walks over the objects of a table on PostgreSQL, where several processes may try at the same time. */
export class PostgresWalkStorage extends WalkRecords implements WalkStorage {
  readonly #pool: PostgresPool;
  readonly #locks: ProcessLocks;

  constructor(pool: PostgresPool, locks: ProcessLocks) {
    super(postgresDialect, runStatements(pool));
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

  async move(table: string, moves: readonly MarkMove[]): Promise<void> {
    if (moves.length === 0) return;
    const outcome = await this.#relaxed((client) =>
      runMarks(
        client,
        moves.map((move) => moveStatement(table, move)),
      ),
    );
    if (outcome === "lost") throw new WalkLostError(table);
  }

  async countAfter(table: string, id: number): Promise<number> {
    const count = sql`SELECT count(*) AS count FROM ${sql.id(table)} WHERE id > ${sql.value(id)}`;
    const [row] = await runStatements(this.#pool)<{ count: number }>(count);
    return row?.count ?? 0;
  }

  async rewrite(model: StoredModel, batch: RewriteBatch): Promise<RewriteOutcome> {
    try {
      return await this.#relaxed((client) => storeBatch(client, model, batch));
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    const [only, ...others] = batch.objects;
    if (only === undefined || others.length > 0) return { taken: "somewhere" };
    const { name, values = new Map() } = only;
    const check = postgresChecks.valueTaken(model, { name, indexValues: values });
    const taken = await withClient(this.#pool, (client) => runCheck(client, check));
    return { taken: taken === undefined ? "somewhere" : { ...taken, object: name } };
  }

  /** Commits what is done, and nothing of what is not. It need not survive a crash of the server, because it is done again then. */
  #relaxed<Outcome extends RewriteOutcome>(use: (client: PostgresClient) => Promise<Outcome>): Promise<Outcome> {
    return withClient(this.#pool, async (client) => {
      try {
        await client.query(BEGIN_RELAXED);
        const outcome = await use(client);
        await client.query(outcome === "done" ? "COMMIT" : "ROLLBACK");
        return outcome;
      } catch (error) {
        return rollBack(client, error);
      }
    });
  }
}

async function storeBatch(client: PostgresClient, model: StoredModel, batch: RewriteBatch): Promise<RewriteOutcome> {
  const { objects } = batch;
  const run = runStatements(client);
  const written = await runShapes(client)(rewriteShape(model, batch), objects);
  if (written.length !== objects.length) return "changed";
  for (const index of splitIndexes(model, builtIndexes(batch)).multi) {
    await run(dropValues(index, objects));
    await run(addValues(index, objects));
  }
  if (!(await logChanges(client, model, objects))) return "superseded";
  return runMarks(client, markStatements(model.table, batch));
}

/** Tells the change log, unless another release has declared the table's indexes; returns whether it did. */
async function logChanges(
  client: PostgresClient,
  model: StoredModel,
  objects: readonly RewrittenObject[],
): Promise<boolean> {
  const changes = rewriteChanges(model, objects);
  if (changes.length === 0) return true;
  const runShape = runShapes(client);
  // From here on nobody else can declare the table's indexes.
  await runShape(takeRevisionsShape(), { count: changes.length });
  const [declared] = await runStatements(client)<{ fingerprint: string }>(selectDeclaration(sql.value(model.table)));
  if (model.declaration !== undefined && declared?.fingerprint !== model.declaration) return false;
  const last = changes.length - 1;
  await runShape(
    insertChangesShape(),
    changes.map((change, place) => ({ ...change, following: last - place })),
  );
  await client.query(`SELECT pg_notify(${CHANGES_CHANNEL}, '')`);
  return true;
}

async function runMarks(client: PostgresClient, statements: readonly Fragment[]): Promise<"done" | "lost"> {
  const run = runStatements(client);
  for (const statement of statements) if ((await run(statement)).length === 0) return "lost";
  return "done";
}

/**
 * Stores bytes, the schema and the values of single-valued indexes, together, since every update writes a whole new row; or locks the rows if
 * nothing of theirs changes. Returns a row for each object that had its version.
 */
function rewriteShape(model: StoredModel, batch: RewriteBatch): Shape<readonly RewrittenObject[]> {
  const { schema, objects } = batch;
  const { single } = splitIndexes(model, builtIndexes(batch));
  const hasBytes = objects.some(({ data }) => data !== undefined);
  const columns: readonly RowColumn<RewrittenObject>[] = [
    { name: "id", type: "bigint", valueOf: ({ id }) => id },
    { name: "version", type: "bigint", valueOf: ({ version }) => version },
    ...single.map(({ name, column, type }) => ({
      name: column,
      type: columnTypes[type],
      valueOf: ({ values }: RewrittenObject) => values?.get(name)?.[0] ?? null,
    })),
    ...(hasBytes ? [{ name: "data", bytesOf: ({ data }: RewrittenObject) => data ?? null }] : []),
  ];
  return compileShape<readonly RewrittenObject[]>(postgresDialect, (slot) => {
    const { from, values } = rowList(slot, "u", columns);
    const [id = sql``, version = sql``, ...rest] = values;
    const sets = single.map(({ column }, place) => sql`${sql.id(column)} = ${rest[place] ?? sql``}`);
    const data = hasBytes ? (rest.at(-1) ?? sql``) : undefined;
    if (data !== undefined)
      sets.push(sql`data = coalesce(${data}, o.data)`, sql`version = o.version + (${data} IS NOT NULL)::int`);
    if (schema !== undefined) sets.push(sql`schema = ${sql.value(schema)}`);
    const table = sql`${sql.id(model.table)} AS o`;
    const isExpected = sql`o.id = ${id} AND o.version = ${version}`;
    if (sets.length === 0) return sql`SELECT 1 FROM ${table}, ${from} WHERE ${isExpected} FOR NO KEY UPDATE OF o`;
    return sql`UPDATE ${table} SET ${sql.join(sets)} FROM ${from} WHERE ${isExpected} RETURNING 1`;
  });
}

/** Removes the values of many objects from a table of values. */
function dropValues({ table }: TableIndex, objects: readonly RewrittenObject[]): Fragment {
  const ids = objects.map(({ id }) => id);
  return sql`DELETE FROM ${sql.id(table)} WHERE object_id = ANY (${sql.value(ids)}::bigint[])`;
}

/** Inserts the values of many objects into a table of values. */
function addValues({ name, table, type }: TableIndex, objects: readonly RewrittenObject[]): Fragment {
  const pairs = objects.flatMap(({ id, values }) => (values?.get(name) ?? []).map((value) => ({ id, value })));
  const ids = sql.value(pairs.map(({ id }) => id));
  const values = postgresDialect.list(sql.value(pairs.map(({ value }) => value)), type);
  return sql`INSERT INTO ${sql.id(table)} (object_id, value)
 SELECT u.id, u.value FROM unnest(${ids}::bigint[], ${values}) AS u (id, value)`;
}
