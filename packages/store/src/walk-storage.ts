import type { IndexState, IndexValues } from "./index-storage.js";
import type { StoredBytes } from "./store.js";
import type { StoredModel } from "./stored-model.js";
import type { ValueTaken } from "./write-job.js";

/** How far a step that changes all objects of a table has come. */
export interface StepState {
  /** Unique in its table. */
  readonly step: string;
  /** The number of the schema that the step leads to. It grows with each step of the table. */
  readonly place: number;
  readonly state: "running" | "done";
  /** While running: `id` of the last object that has been through the step. */
  readonly position: number | null;
}

/** What is known of an index that is being built, or of a step that is being made. */
export type WalkMark = { readonly index: IndexState } | { readonly step: StepState };

/** A mark that has come to an object, if it was not further. */
export function markAt(mark: WalkMark, position: number): WalkMark {
  if ("step" in mark) return { step: { ...mark.step, position: Math.max(mark.step.position ?? 0, position) } };
  return { index: { ...mark.index, position: Math.max(mark.index.position ?? 0, position) } };
}

/** A change of what is known of an index or a step: from undefined where it is not known yet, and to undefined where it is forgotten. */
export type MarkMove = { readonly index: StateChange<IndexState> } | { readonly step: StateChange<StepState> };

export type StateChange<State> =
  | { readonly from: State; readonly to: State | undefined }
  | { readonly from: undefined; readonly to: State };

/** An object as it is stored. */
export interface NumberedObject {
  readonly id: number;
  readonly name: string;
  readonly data: Uint8Array;
}

/** An object that a walk over a table has come to. */
export interface WalkedObject extends NumberedObject {
  readonly version: number;
  /** The number of the schema that it was stored under, or brought up to. */
  readonly schema: number;
}

/** An object, and the steps that were known of in its table before it was read: one that is done has been made on it. */
export interface SteppedObject extends WalkedObject {
  readonly uid: string;
  /** The oldest first. */
  readonly steps: readonly StepState[];
}

/** What readers see of an object while a walk changes the objects of its table. */
export type ShowObject = (object: SteppedObject) => StoredBytes;

/** What a walk makes of an object. */
export interface RewrittenObject extends Pick<WalkedObject, "id" | "name" | "version"> {
  /** The bytes to store in its place, which say the next version, or the same if the batch is seen. Absent: they stay, and so does the version. */
  readonly data?: Uint8Array;
  /** Its values in the indexes that are being built. */
  readonly values?: IndexValues;
}

/** Objects in the order of their ids, and how far the walk is once these are stored. */
export interface RewriteBatch {
  readonly objects: readonly RewrittenObject[];
  /** The number of the schema that the objects are of from then on. Absent: it stays. */
  readonly schema?: number;
  /** The indexes that are being built and the steps that are being made, as far as they are. */
  readonly marks: readonly WalkMark[];
  /** `id` of the last object that the walk has looked at. */
  readonly position: number;
  /**
   * Whether readers have seen these bytes already: then the objects keep their versions, and the change log is not told. Only objects of an
   * earlier schema than {@link schema} are stored, since their versions do not show whether another walk came first.
   */
  readonly isSeen?: boolean;
}

/** How a batch ended. Nothing of it is stored unless it is done. */
export type RewriteOutcome =
  | "done"
  /** Another release has declared the table's indexes. */
  | "superseded"
  /** One of the objects is another by now. */
  | "changed"
  /** The marks are not where they were: another process has gone on with the walk. */
  | "lost"
  /** A value of a unique index belongs to another object. `somewhere`: which one is not known, unless the batch has one object only. */
  | { readonly taken: TakenValue | "somewhere" };

/** A value of a unique index that one object is to get and another one has. */
export interface TakenValue extends Omit<ValueTaken, "refused"> {
  readonly object: string;
}

export interface LockTarget {
  readonly table: string;
  /** Ends the waiting. */
  readonly signal?: AbortSignal | undefined;
  /** Called and awaited each time that another process walks over the objects, before this one asks again. */
  readonly waiting?: (() => Promise<void>) | undefined;
}

/** What a walk over all objects of a table needs of a store: to build indexes, to change the objects, or both. */
export interface WalkStorage {
  /**
   * Runs `use` while no other process walks over the objects of the table. (On SQLite there is no other process.) A lock can be lost, as when its
   * connection breaks: then the signal is aborted, and `use` should end with a `WalkLostError`.
   */
  locked<Result>(target: LockTarget, use: (lost: AbortSignal) => Promise<Result>): Promise<Result>;
  /** The steps that were begun in a table, the oldest first. */
  steps(table: string): Promise<readonly StepState[]>;
  /** The same for all tables in which any was begun. */
  allSteps(): Promise<ReadonlyMap<string, readonly StepState[]>>;
  /**
   * Changes what is known of indexes and steps, all of it or nothing.
   *
   * @throws {WalkLostError} if something is not as it is to be changed from: another process has changed it.
   */
  move(table: string, moves: readonly MarkMove[]): Promise<void>;
  /** The number of objects with a greater id. */
  countAfter(table: string, id: number): Promise<number>;
  /** The next objects behind an id, in order; none at the end. At most so many, and fewer where they are large. */
  objectsAfter(table: string, id: number, most: number): Promise<readonly WalkedObject[]>;
  /**
   * Stores what a walk has made of objects, tells the change log of those whose bytes change, and moves the marks to the batch's position, in
   * one transaction: no crash can part them. Labels and the values of other indexes are left as they are.
   */
  rewrite(model: StoredModel, batch: RewriteBatch): Promise<RewriteOutcome>;
}

/** Another process has gone on with a walk over a table: what this one would do may be done already. */
export class WalkLostError extends Error {
  override readonly name = "WalkLostError";

  constructor(table: string) {
    super(`Another process has gone on with the objects of ${table}`);
  }
}
