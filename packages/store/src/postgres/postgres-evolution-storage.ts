import type { EvolutionStorage, EvolvedBatch, EvolveOutcome } from "../evolution-storage.js";
import { takeRevisionsShape } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { EvolutionRecords } from "../sql/evolution-records.js";
import { evolveObjectsShape, logEvolvedShape, moveStepShape } from "../sql/evolution-shapes.js";
import { declarationShape } from "../sql/index-shapes.js";
import { CHANGES_CHANNEL } from "../sql/postgres-write-shapes.js";
import type { Shape } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { rollBack, withClient } from "./with-client.js";

/** Changes all objects of a table on PostgreSQL. */
export class PostgresEvolutionStorage extends EvolutionRecords implements EvolutionStorage {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super(postgresDialect, async <Input, Row extends object>(shape: Shape<Input>, input: Input) => {
      return (await pool.query<Row>({ text: shape.sql, values: shape.bind(input) })).rows;
    });
    this.#pool = pool;
  }

  replace(model: StoredModel, batch: EvolvedBatch): Promise<EvolveOutcome> {
    return withClient(this.#pool, async (client) => {
      try {
        // What the last moments before a crash of the server did is done again: its position is lost with it.
        await client.query("BEGIN");
        await client.query("SET LOCAL synchronous_commit = off");
        const outcome = await storeBatch(client, model, batch);
        await client.query(outcome === "done" ? "COMMIT" : "ROLLBACK");
        return outcome;
      } catch (error) {
        return rollBack(client, error);
      }
    });
  }
}

async function storeBatch(client: PostgresClient, model: StoredModel, batch: EvolvedBatch): Promise<EvolveOutcome> {
  const { group, plural, table, declaration } = model;
  const { objects, steps, position } = batch;
  const run = <Row extends object>(sql: string, values: unknown[]) => client.query<Row>({ text: sql, values });
  const query = <Input, Row extends object = object>(shape: Shape<Input>, input: Input) =>
    run<Row>(shape.sql, shape.bind(input));
  const written = await query(evolveObjectsShape(table), objects);
  if (written.rows.length !== objects.length) return "changed";
  // From here on nobody else can declare the table's indexes.
  const taken = await query<{ count: number }, { revision: number }>(takeRevisionsShape(postgresDialect), {
    count: objects.length,
  });
  const declared = await query<{ table: string }, { fingerprint: string }>(declarationShape(postgresDialect), {
    table,
  });
  if (declaration !== undefined && declared.rows[0]?.fingerprint !== declaration) return "superseded";
  const last = taken.rows[0]?.revision;
  if (last === undefined) throw new Error("The table cmgen_revision has no row");
  if (objects.length > 0) await query(logEvolvedShape(), { at: Date.now(), group, plural, last, objects });
  for (const step of steps) await query(moveStepShape(postgresDialect), { table, step, position });
  await client.query(`SELECT pg_notify(${CHANGES_CHANNEL}, '')`);
  return "done";
}
