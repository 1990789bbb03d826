import type { EvolutionStorage, EvolvedBatch, EvolvedObject, EvolveOutcome } from "../evolution-storage.js";
import { insertChangesShape, selectDeclaration, takeRevisionsShape } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { evolvedChange, EvolutionRecords } from "../engine/evolution-records.js";
import { moveStatement, stepsTo } from "../engine/mark-statements.js";
import { CHANGES_CHANNEL } from "../sql/postgres-write-shapes.js";
import { type Fragment, sql } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { BEGIN_RELAXED, rollBack, withClient } from "./with-client.js";
import { runShapes, runStatements } from "./statements.js";

/** Changes all objects of a table on PostgreSQL. */
export class PostgresEvolutionStorage extends EvolutionRecords implements EvolutionStorage {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super(postgresDialect, runStatements(pool));
    this.#pool = pool;
  }

  replace(model: StoredModel, batch: EvolvedBatch): Promise<EvolveOutcome> {
    return withClient(this.#pool, async (client) => {
      try {
        await client.query(BEGIN_RELAXED);
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
  const { table, declaration } = model;
  const { objects, steps, position } = batch;
  const runShape = runShapes(client);
  const run = runStatements(client);
  const written = await run(evolveObjects(table, objects));
  if (written.length !== objects.length) return "changed";
  // From here on nobody else can declare the table's indexes.
  await runShape(takeRevisionsShape(), { count: objects.length });
  const [declared] = await run<{ fingerprint: string }>(selectDeclaration(sql.value(table)));
  if (declaration !== undefined && declared?.fingerprint !== declaration) return "superseded";
  const last = objects.length - 1;
  const changes = objects.map((object, place) => ({ ...evolvedChange(model, object), following: last - place }));
  await runShape(insertChangesShape(), changes);
  for (const move of stepsTo(position, steps)) if ((await run(moveStatement(table, move))).length === 0) return "lost";
  await client.query(`SELECT pg_notify(${CHANGES_CHANNEL}, '')`);
  return "done";
}

/** Stores the bytes of objects, each under its next version; returns a row for each that had its version. */
function evolveObjects(table: string, objects: readonly EvolvedObject[]): Fragment {
  const ids = sql.value(objects.map(({ id }) => id));
  const versions = sql.value(objects.map(({ version }) => version));
  const data = sql.value(objects.map((object) => object.data));
  return sql`UPDATE ${sql.id(table)} AS o SET version = o.version + 1, data = u.data
 FROM unnest(${ids}::bigint[], ${versions}::bigint[], ${data}::bytea[]) AS u (id, version, data)
 WHERE o.id = u.id AND o.version = u.version RETURNING 1`;
}
