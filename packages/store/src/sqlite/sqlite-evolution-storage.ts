import { evolvedChange, EvolutionRecords } from "../engine/evolution-records.js";
import { moveStatement, stepsTo } from "../engine/mark-statements.js";
import type { EvolutionStorage, EvolvedBatch, EvolvedObject, EvolveOutcome } from "../evolution-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { type RunSql, sql } from "../sql/sql.js";
import { storedModel, type StoredModel } from "../stored-model.js";
import { ChangeLogWriter } from "./change-log-writer.js";
import type { SqliteDatabase } from "./database.js";
import { declarationCheck } from "./model-writer.js";
import { executeSql, prepareSql } from "./statements.js";
import type { SqliteWriter } from "./sqlite-writer.js";

/** Changes all objects of a table on SQLite: they are read on the thread that serves, where a plugin's functions are. */
export class SqliteEvolutionStorage extends EvolutionRecords implements EvolutionStorage {
  readonly #writer: SqliteWriter;
  readonly #changed: () => void;

  /** @param changed called when changes were logged. */
  constructor(writer: SqliteWriter, run: RunSql, changed: () => void) {
    super(sqliteDialect, run);
    this.#writer = writer;
    this.#changed = changed;
  }

  async replace(model: StoredModel, batch: EvolvedBatch): Promise<EvolveOutcome> {
    const outcome = await this.#writer.chore("evolve", { ...batch, model: storedModel(model) });
    if (outcome === "done") this.#changed();
    return outcome;
  }
}

/** A batch with the model whose objects it changes. */
interface ModelBatch extends EvolvedBatch {
  readonly model: StoredModel;
}

/** Stores a batch of evolved objects and moves the steps' position, in one transaction. */
export function evolveObjects(database: SqliteDatabase, batch: ModelBatch): EvolveOutcome {
  database.exec("BEGIN IMMEDIATE");
  try {
    const outcome = storeBatch(database, batch);
    database.exec(outcome === "done" ? "COMMIT" : "ROLLBACK");
    return outcome;
  } catch (error) {
    if (database.inTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function storeBatch(database: SqliteDatabase, { model, objects, steps, position }: ModelBatch): EvolveOutcome {
  if (!declarationCheck(database, model)()) return "superseded";
  // Returns no row for an object that has another version.
  const evolve = prepareSql<EvolvedObject>(
    database,
    (slot) => sql`UPDATE ${sql.id(model.table)} SET version = version + 1, data = ${slot(({ data }) => data)}
 WHERE id = ${slot(({ id }) => id)} AND version = ${slot(({ version }) => version)} RETURNING id`,
  );
  const log = new ChangeLogWriter(database);
  log.begin();
  for (const object of objects) {
    if (evolve.get(object) === undefined) return "changed";
    log.add(evolvedChange(model, object));
  }
  log.end();
  const isMoved = stepsTo(position, steps).every(
    (move) => executeSql(database, moveStatement(model.table, move)).length > 0,
  );
  return isMoved ? "done" : "lost";
}
