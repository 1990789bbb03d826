import type { IndexState, NumberedObject } from "@cmgen/store";
import { WalkRecords, indexStates, openSnapshot, type DatabaseSnapshot } from "@cmgen/store/inspect";
import { indexedTables, type IndexedTable } from "../indexes/indexed-table.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { BrokenRule } from "../resource/invalid.js";
import { shapeOfStep, unfinished } from "./default-steps.js";
import { dueSteps } from "./due-steps.js";
import { ObjectTrial } from "./object-trial.js";

/** A stored object with which a release could not go on. */
export interface BreakingObject {
  /** `<plural>.<group>`. */
  readonly resource: string;
  readonly object: string;
  readonly broken: readonly BrokenRule[];
}

export interface ObjectCheck {
  readonly report: (object: BreakingObject) => void;
  /** Whether all objects are looked at: not only those that the next start would change, or convert to index them. Default `false`. */
  readonly all?: boolean;
}

/**
 * Makes the steps that are due on a snapshot of a database, writes nothing, and reports the objects that would break: a step fails on it, it
 * breaks a rule afterwards, cannot be converted to the version that is stored now, cannot be indexed, or has a unique value that another
 * one has. Whether migrations have been applied makes no difference. The database must be there.
 *
 * @returns how many objects were looked at.
 * @throws {EvolutionError} where a later release has changed the objects already.
 */
export async function checkObjects(
  url: string,
  models: readonly ModelDescriptor[],
  check: ObjectCheck,
): Promise<number> {
  const snapshot = await openSnapshot(url);
  try {
    const there = new Set(await snapshot.tables());
    let objects = 0;
    for (const table of indexedTables(models)) {
      if (!there.has(table.name)) continue;
      objects += await new TableCheck(snapshot, table, { ...check, there }).run();
    }
    return objects;
  } finally {
    await snapshot.close();
  }
}

class TableCheck {
  readonly #snapshot: DatabaseSnapshot;
  readonly #table: IndexedTable;
  readonly #check: ObjectCheck & { readonly there: ReadonlySet<string> };
  readonly #records: WalkRecords;

  constructor(
    snapshot: DatabaseSnapshot,
    table: IndexedTable,
    check: ObjectCheck & { readonly there: ReadonlySet<string> },
  ) {
    this.#snapshot = snapshot;
    this.#table = table;
    this.#check = check;
    this.#records = new WalkRecords(snapshot.dialect, snapshot.rows);
  }

  async run(): Promise<number> {
    const { all = false, there } = this.#check;
    const states = there.has("cmgen_evolutions") ? await this.#records.steps(this.#table.name) : [];
    const due = dueSteps(this.#table, states);
    if (due.length === 0 && !all) return this.#checkConversions();
    // What a try that was cut off has changed kept the rules then.
    const judgedFrom = all ? 0 : Math.min(...due.map(({ position }) => position));
    const fills = unfinished(states).flatMap((state) => shapeOfStep(state) ?? []);
    const trial = new ObjectTrial(this.#table, due, { judgedFrom, fills });
    // To find values that are there twice, all objects are looked at.
    const objects = await this.#each((stored) => trial.judge(stored), trial.hasUnique ? 0 : judgedFrom);
    const clashes = trial.clashes();
    if (clashes !== undefined) await this.#each(clashes);
    return objects;
  }

  /** Objects that are stored as another version are converted for the indexes that the next start builds. */
  async #checkConversions(): Promise<number> {
    if (!(await this.#hasIndexToBuild())) return 0;
    const trial = new ObjectTrial(this.#table, [], { judgedFrom: Infinity });
    return this.#each((stored) => (this.#table.isStoredForm(stored.data) ? [] : trial.judge(stored)));
  }

  /** Of a table that no release has served nothing is known. */
  async #hasIndexToBuild(): Promise<boolean> {
    if (!this.#check.there.has("cmgen_indexes")) return false;
    const states = await this.#snapshot.rows<IndexState>(indexStates(this.#table.name));
    const ready = new Map(
      states.flatMap(({ index, fingerprint, state }) => (state === "ready" ? [[index, fingerprint]] : [])),
    );
    return [...this.#table.fingerprints].some(([index, fingerprint]) => ready.get(index) !== fingerprint);
  }

  /** Reports what `look` finds broken in each object behind an id, and counts these objects. */
  async #each(look: (stored: NumberedObject) => readonly BrokenRule[], from = 0): Promise<number> {
    const { name, resource } = this.#table;
    let objects = 0;
    for (let after = from; ;) {
      const found = await this.#records.numberedAfter(name, after);
      for (const stored of found) {
        const broken = look(stored);
        if (broken.length > 0) this.#check.report({ resource, object: stored.name, broken });
      }
      objects += found.length;
      const last = found.at(-1);
      if (last === undefined) return objects;
      after = last.id;
    }
  }
}
