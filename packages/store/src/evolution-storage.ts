import type { IndexableObject } from "./index-storage.js";
import type { StoredModel } from "./stored-model.js";

/** How far a step that changes all objects of a table has come. */
export interface StepState {
  /** Unique in its table. */
  readonly step: string;
  /** Grows with each step of the table. */
  readonly place: number;
  readonly state: "running" | "done";
  /** While running: `id` of the last object that was changed, or needed no change. */
  readonly position: number | null;
}

/** An object that a step has changed. */
export interface EvolvedObject {
  readonly id: number;
  readonly name: string;
  /** The version it had, which the bytes say as one more. */
  readonly version: number;
  readonly data: Uint8Array;
}

/** Objects in the order of their ids, and how far the steps are once these are stored. */
export interface EvolvedBatch {
  readonly objects: readonly EvolvedObject[];
  readonly steps: readonly StepState[];
  /** `id` of the last object looked at. */
  readonly position: number;
}

/** How a batch ended. Nothing of it is stored unless it is done. */
export type EvolveOutcome =
  | "done"
  /** Another release has declared the table's indexes. */
  | "superseded"
  /** One of the objects is another by now. */
  | "changed"
  /** The steps are not where they were: another process makes them. */
  | "lost";

/** What changing all objects of a table needs of a store. */
export interface EvolutionStorage {
  /** The steps that were begun in a table, the oldest first. */
  states(table: string): Promise<readonly StepState[]>;
  /** The next objects behind an id, in order; none at the end. How many follows from how large they are. */
  objectsAfter(table: string, id: number): Promise<readonly IndexableObject[]>;
  /**
   * Stores objects, tells the change log, and moves the position of the steps, in one transaction: no crash can part them. Labels and
   * columns of indexes are left as they are.
   */
  replace(model: StoredModel, batch: EvolvedBatch): Promise<EvolveOutcome>;
}
