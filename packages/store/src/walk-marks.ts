import type { IndexState } from "./index-storage.js";
import type { StepState } from "./evolution-storage.js";

/** A change of what is known of an index or a step: from undefined where it is not known yet, and to undefined where it is forgotten. */
export type MarkMove = { readonly index: StateChange<IndexState> } | { readonly step: StateChange<StepState> };

export type StateChange<State> =
  | { readonly from: State; readonly to: State | undefined }
  | { readonly from: undefined; readonly to: State };

/** Another process has gone on with a walk over a table: what this one would do may be done already. */
export class WalkLostError extends Error {
  override readonly name = "WalkLostError";

  constructor(table: string) {
    super(`Another process has gone on with the objects of ${table}`);
  }
}
