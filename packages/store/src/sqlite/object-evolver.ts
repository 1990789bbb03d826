import type { EvolvedBatch, EvolveOutcome } from "../evolution-storage.js";
import { insertChangeShape, revisionShape, saveRevisionShape, type RevisionInput } from "../sql/change-shapes.js";
import { sqliteDialect } from "../sql/dialect.js";
import { evolveObjectShape, moveStepShape } from "../sql/evolution-shapes.js";
import { declarationShape } from "../sql/index-shapes.js";
import type { StoredModel } from "../stored-model.js";
import type { SqliteDatabase } from "./open-database.js";
import { prepare } from "./prepared.js";

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
  const { group, plural, table, declaration = null } = model;
  const declared = prepare(database, declarationShape(sqliteDialect)).get({ table }) as
    | { fingerprint: string }
    | undefined;
  if (declaration !== null && declared?.fingerprint !== declaration) throw new Refused("superseded");
  const evolve = prepare(database, evolveObjectShape(sqliteDialect, table));
  const log = prepare(database, insertChangeShape(sqliteDialect));
  let { revision } = prepare<void>(database, revisionShape(sqliteDialect)).get() as RevisionInput;
  for (const object of objects) {
    if (evolve.get(object) === undefined) throw new Refused("changed");
    const { id: objectId, name, data } = object;
    revision += 1;
    const change = {
      revision,
      at: Date.now(),
      type: "MODIFIED",
      group,
      plural,
      table,
      declaration,
      name,
      data,
    } as const;
    // What the object was is not kept: it is of a shape that no selector of today knows.
    log.run({ ...change, objectId, previous: null });
  }
  if (objects.length > 0) prepare(database, saveRevisionShape(sqliteDialect)).run({ revision });
  const move = prepare(database, moveStepShape(sqliteDialect));
  for (const step of steps) move.run({ table, step, position });
}
