import { evolvedChange, EvolutionRecords } from "../engine/evolution-records.js";
import type { EvolutionStorage, EvolvedBatch, EvolveOutcome } from "../evolution-storage.js";
import { sqliteDialect } from "../sql/dialect.js";
import { evolveObjectShape, moveStepShape } from "../sql/evolution-shapes.js";
import { declarationShape } from "../sql/index-shapes.js";
import type { RunShape } from "../sql/sql.js";
import type { StoredModel } from "../stored-model.js";
import { ChangeLogWriter } from "./change-log-writer.js";
import type { SqliteDatabase } from "./database.js";
import { prepare } from "./statements.js";
import type { SqliteWriter } from "./sqlite-writer.js";

/** Changes all objects of a table on SQLite: they are read on the thread that serves, where a plugin's functions are. */
export class SqliteEvolutionStorage extends EvolutionRecords implements EvolutionStorage {
  readonly #writer: SqliteWriter;

  constructor(writer: SqliteWriter, run: RunShape) {
    super(sqliteDialect, run);
    this.#writer = writer;
  }

  replace(model: StoredModel, batch: EvolvedBatch): Promise<EvolveOutcome> {
    return this.#writer.evolve({ ...batch, model });
  }
}

/** A batch with the model whose objects it changes. */
export interface ModelBatch extends EvolvedBatch {
  readonly model: StoredModel;
}

/** Ends a transaction whose batch cannot be stored. */
class Refused extends Error {
  readonly outcome: EvolveOutcome;

  constructor(outcome: EvolveOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

/** Stores a batch of evolved objects and moves the steps' position, in one transaction. */
export function evolveObjects(database: SqliteDatabase, batch: ModelBatch): EvolveOutcome {
  try {
    database.transaction(() => storeBatch(database, batch)).immediate();
    return "done";
  } catch (error) {
    if (error instanceof Refused) return error.outcome;
    throw error;
  }
}

function storeBatch(database: SqliteDatabase, { model, objects, steps, position }: ModelBatch): void {
  const { table, declaration } = model;
  const declared = prepare(database, declarationShape(sqliteDialect)).get({ table }) as
    | { fingerprint: string }
    | undefined;
  if (declaration !== undefined && declared?.fingerprint !== declaration) throw new Refused("superseded");
  const evolve = prepare(database, evolveObjectShape(sqliteDialect, table));
  const log = new ChangeLogWriter(database);
  log.begin();
  for (const object of objects) {
    if (evolve.get(object) === undefined) throw new Refused("changed");
    log.add(evolvedChange(model, object));
  }
  log.end();
  const move = prepare(database, moveStepShape(sqliteDialect));
  for (const step of steps) move.run({ table, step, position });
}
