import { EvolutionRecords, openSnapshot, type DatabaseSnapshot } from "@cmgen/store/inspect";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { brokenRules } from "../resource/broken-rules.js";
import type { BrokenRule } from "../resource/invalid.js";
import { parseStored, type StoredObject } from "../resource/stored-object.js";
import { duePasses, stepsFor, stepsOf, type EvolvePass } from "./due-steps.js";
import { evolveObject } from "./evolve-object.js";

/** An object that would not keep its model's schema and rules. */
export interface BreakingObject {
  /** `<plural>.<group>`. */
  readonly resource: string;
  readonly object: string;
  readonly broken: readonly BrokenRule[];
}

export interface StepCheck {
  readonly report: (object: BreakingObject) => void;
  /** Whether tables without a step that is due are looked at as well. Default `false`. */
  readonly all?: boolean;
}

/**
 * Makes the steps that are due on a snapshot of a database, writes nothing, and reports the objects that would break. Whether migrations
 * have been applied makes no difference. The database must be there.
 *
 * @returns how many objects were looked at.
 * @throws {EvolutionError} where a later release has changed the objects already.
 */
export async function checkSteps(url: string, models: readonly ModelDescriptor[], check: StepCheck): Promise<number> {
  const tables = indexedTables(models).filter((table) => check.all === true || stepsOf(table).length > 0);
  if (tables.length === 0) return 0;
  const snapshot = await openSnapshot(url);
  try {
    const there = new Set(await snapshot.tables());
    let objects = 0;
    for (const table of tables)
      if (there.has(table.name)) objects += await checkTable(snapshot, table, { ...check, there });
    return objects;
  } finally {
    await snapshot.close();
  }
}

interface TableCheck extends StepCheck {
  readonly there: ReadonlySet<string>;
}

async function checkTable(snapshot: DatabaseSnapshot, table: IndexedTable, check: TableCheck): Promise<number> {
  const records = new EvolutionRecords(snapshot.dialect, (shape, input) => snapshot.rows(shape, input));
  const states = check.there.has("cmgen_evolutions") ? await records.states(table.name) : [];
  const passes = duePasses(table, states);
  if (passes.length === 0 && check.all !== true) return 0;
  let objects = 0;
  for (let after = 0; ;) {
    const found = await records.objectsAfter(table.name, after);
    for (const { id, name, data } of found) {
      const broken = brokenBy(table, passes, { id, object: parseStored({ data }) });
      if (broken.length > 0) check.report({ resource: table.resource, object: name, broken });
    }
    objects += found.length;
    const last = found.at(-1);
    if (last === undefined) return objects;
    after = last.id;
  }
}

/** What an object breaks once the passes that it is not behind have been over it. */
function brokenBy(
  table: IndexedTable,
  passes: readonly EvolvePass[],
  { id, object: stored }: { readonly id: number; readonly object: StoredObject },
): readonly BrokenRule[] {
  let object = stored;
  for (const pass of passes.filter(({ position }) => id > position)) {
    const made = evolveObject(stepsFor(pass, object), object);
    if ("broken" in made) return made.broken;
    object = made.object;
  }
  return brokenRules(table.modelOf(object), object);
}
