import type { StoredModel } from "../stored-model.js";
import { IndexRecords } from "../index-records.js";
import type { FillOutcome, IndexableObject, IndexFill, IndexStorage } from "../index-storage.js";
import { postgresDialect } from "../sql/dialect.js";
import { addValuesShape, dropValuesShape, fillColumnShape, splitIndexes, type FillInput } from "../sql/fill-shapes.js";
import { moveIndexShape, objectsAfterShape } from "../sql/index-shapes.js";
import type { Shape } from "../sql/shape.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { ownerOf } from "./why-refused.js";
import { isUniqueViolation, rollBack, withClient } from "./with-client.js";

/** Keeps and builds indexes on PostgreSQL. */
export class PostgresIndexStorage extends IndexRecords implements IndexStorage {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super(postgresDialect, async <Input, Row extends object>(shape: Shape<Input>, input: Input) => {
      return (await pool.query<Row>({ text: shape.sql, values: shape.bind(input) })).rows;
    });
    this.#pool = pool;
  }

  /** An advisory lock of the table's own; whoever waits for it finds the indexes built. */
  locked<Result>(table: string, use: () => Promise<Result>): Promise<Result> {
    return withClient(this.#pool, async (client) => {
      const key = "hashtextextended('cmgen indexes of ' || $1, 0)";
      await client.query(`SELECT pg_advisory_lock(${key})`, [table]);
      try {
        return await use();
      } finally {
        await client.query(`SELECT pg_advisory_unlock(${key})`, [table]);
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
  /** Receives the objects of the stretch, for when they clash. */
  readonly clashing: NamedFill[];
}

async function fillTransaction(client: PostgresClient, { model, fill, clashing }: FillRequest): Promise<FillOutcome> {
  await client.query("BEGIN");
  const { indexes, after, limit, valuesOf } = fill;
  const objects = objectsAfterShape(postgresDialect, model.table);
  const { rows } = await client.query<Omit<IndexableObject, "data"> & { data: string }>({
    text: objects.sql,
    values: objects.bind({ after, limit }),
  });
  for (const { id, name, data } of rows) {
    clashing.push({ id, name, values: valuesOf({ id, name, data: Buffer.from(data) }) });
  }
  for (const shape of fillShapes(model, indexes)) await client.query({ text: shape.sql, values: shape.bind(clashing) });
  const last = rows.at(-1)?.id;
  const move = moveIndexShape(postgresDialect);
  for (const index of last === undefined ? [] : indexes) {
    await client.query({ text: move.sql, values: move.bind({ table: model.table, index, position: last ?? 0 }) });
  }
  await client.query("COMMIT");
  return { filled: rows.length, ...(last === undefined ? {} : { last }) };
}

function fillShapes(model: StoredModel, indexes: readonly string[]): readonly Shape<readonly FillInput[]>[] {
  const { single, multi } = splitIndexes(model.indexes, indexes);
  return [
    ...single.map((index) => fillColumnShape(model.table, index)),
    ...multi.flatMap((index) => [dropValuesShape(index), addValuesShape(index)]),
  ];
}

async function whoClashes(
  client: PostgresClient,
  model: StoredModel,
  { name, values }: NamedFill,
): Promise<FillOutcome> {
  const taken = await ownerOf(client, model, { name, indexValues: values });
  return { clash: taken === undefined ? "somewhere" : { ...taken, object: name } };
}
