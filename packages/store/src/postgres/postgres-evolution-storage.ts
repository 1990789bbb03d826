import type { EvolutionStorage, EvolvedBatch, EvolveOutcome } from "../evolution-storage.js";
import { insertChangesShape, takeRevisionsShape } from "../sql/change-shapes.js";
import { postgresDialect } from "../sql/dialect.js";
import { evolvedChange, EvolutionRecords } from "../engine/evolution-records.js";
import { evolveObjectsShape, moveStepShape } from "../sql/evolution-shapes.js";
import { declarationShape } from "../sql/index-shapes.js";
import { CHANGES_CHANNEL } from "../sql/postgres-write-shapes.js";
import type { StoredModel } from "../stored-model.js";
import type { PostgresClient, PostgresPool } from "./database.js";
import { rollBack, withClient } from "./with-client.js";
import { runShapes } from "./statements.js";

/** Changes all objects of a table on PostgreSQL. */
export class PostgresEvolutionStorage extends EvolutionRecords implements EvolutionStorage {
  readonly #pool: PostgresPool;

  constructor(pool: PostgresPool) {
    super(postgresDialect, runShapes(pool));
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
  const { table, declaration } = model;
  const { objects, steps, position } = batch;
  const run = runShapes(client);
  const written = await run(evolveObjectsShape(table), objects);
  if (written.length !== objects.length) return "changed";
  // From here on nobody else can declare the table's indexes.
  await run(takeRevisionsShape(postgresDialect), { count: objects.length });
  const [declared] = await run<{ table: string }, { fingerprint: string }>(declarationShape(postgresDialect), {
    table,
  });
  if (declaration !== undefined && declared?.fingerprint !== declaration) return "superseded";
  const last = objects.length - 1;
  const changes = objects.map((object, place) => ({ ...evolvedChange(model, object), following: last - place }));
  await run(insertChangesShape(), changes);
  for (const step of steps) await run(moveStepShape(postgresDialect), { table, step, position });
  await client.query(`SELECT pg_notify(${CHANGES_CHANNEL}, '')`);
  return "done";
}
