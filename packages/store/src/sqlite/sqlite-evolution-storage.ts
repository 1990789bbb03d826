import type { EvolutionStorage, EvolvedBatch, EvolveOutcome } from "../evolution-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { EvolutionRecords } from "../sql/evolution-records.js";
import type { StoredModel } from "../stored-model.js";
import type { SqliteDatabase } from "./open-database.js";
import { runOn } from "./sqlite-index-storage.js";
import type { SqliteWriter } from "./sqlite-writer.js";

/** Changes all objects of a table on SQLite: they are read on the thread that serves, where a plugin's functions are. */
export class SqliteEvolutionStorage extends EvolutionRecords implements EvolutionStorage {
  readonly #writer: SqliteWriter;

  constructor(database: SqliteDatabase, writer: SqliteWriter) {
    super(sqliteDialect, (shape, input) => runOn({ database, writer }, shape, input));
    this.#writer = writer;
  }

  replace(model: StoredModel, batch: EvolvedBatch): Promise<EvolveOutcome> {
    return this.#writer.evolve({ ...batch, model });
  }
}
