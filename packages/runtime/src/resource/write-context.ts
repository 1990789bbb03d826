import type { ModelHooks } from "./hooks/model-hooks.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Log } from "../log/log.js";
import type { Store } from "@cmgen/store";
import type { VersionView } from "../version/version-view.js";
import type { NamingPolicy } from "./check-object.js";

/** What every write of a model's objects needs. */
export interface WriteContext {
  /** The version that objects are stored as: what rules, hooks and indexes are of. */
  readonly model: ModelDescriptor;
  /** The version that the caller writes and reads. */
  readonly view: VersionView;
  readonly store: Store;
  readonly policy: NamingPolicy;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Most bytes of an object as it is stored. */
  readonly maxObjectBytes: number;
  /** Absent where the model has none. */
  readonly hooks?: ModelHooks;
}

/** What an update may ask of the object as it is stored. */
export interface WriteCondition {
  /** The version it must have; the caller has read it. */
  readonly version?: number;
  /** Called with the version it has; throws to refuse, as a failed `If-Match` does. */
  readonly precondition?: (version: number) => void;
}
