import type { ObjectAccess } from "../access/object-access.js";
import type { WriteOrigin } from "../access/caller.js";
import type { ModelHooks } from "./hooks/model-hooks.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { Log } from "../log/log.js";
import type { Store } from "@cmgen/store";
import type { ShownBytes } from "./shown-bytes.js";
import type { VersionView } from "../version/version-view.js";
import type { HistoryView } from "./history/history-view.js";
import type { ObjectKeeper } from "./object-keeper.js";
import type { StoredObject } from "./stored-object.js";
import type { IncomingReference, OutgoingReference, ReferenceTable } from "./references/reference-table.js";

/** How strict the naming rules are. */
export interface NamingPolicy {
  /** Whether reserved label keys (spec 2.3) are accepted. */
  readonly reservedLabelKeys: "accept" | "reject";
}

/** The references of one model. */
export interface ModelReferences {
  readonly outgoing: readonly OutgoingReference[];
  readonly incoming: readonly IncomingReference[];
  /** Those of all models. */
  readonly table: ReferenceTable;
}

/** What every write to a model needs. */
export interface WriteContext {
  /** The version that objects are stored as. Rules, hooks and indexes belong to it. */
  readonly model: ModelDescriptor;
  /** The version that the caller writes and reads. */
  readonly view: VersionView;
  readonly store: Store;
  readonly policy: NamingPolicy;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** The size limit of a stored object. */
  readonly maxObjectBytes: number;
  /** Values and names of members of a request's body, at most. */
  readonly maxBodyValues: number;
  /** The references from and to the model's objects, in the stored version. */
  readonly references: ModelReferences;
  /** Whether the caller is about to create this object, so that references to it are accepted before it exists. */
  readonly isBrought?: (table: string, name: string) => boolean;
  /** Whether a name may be that of an object which was deleted. Default: it may. */
  readonly usedNames?: "accept" | "refuse";
  /** Completes what is about to be created, when everything has been checked and all hooks have run. */
  readonly complete?: (object: StoredObject) => StoredObject;
  /** Absent for the models of plugins, which have hooks. */
  readonly keeper?: ObjectKeeper | undefined;
  /** What the caller may see and change. Absent for the plugin's own code, and in a service without access: that may do everything. */
  readonly access?: ObjectAccess | undefined;
  /** Absent if the model has none. */
  readonly hooks?: ModelHooks;
  /** Whether controllers of other models look at its changes: then the change log keeps the state before each. */
  readonly isWatched?: boolean;
  /** Shows former versions of objects; absent if the model keeps none. */
  readonly history?: HistoryView;
  /**
   * Runs writes that are committed together, or not at all. Each is made in the context of its model that the function is given. It may be run
   * several times. Absent where nothing is written.
   */
  readonly together?: Together;
  /** Who writes, for the change log. Absent in a context that only reads. */
  readonly origin?: WriteOrigin;
}

export type Together = <Result>(
  run: (contextOf: (model: ModelDescriptor) => WriteContext) => Promise<Result>,
) => Promise<Result>;

/** The condition of an update on the stored object. */
export interface WriteCondition {
  /** The required object, whatever has its name now. */
  readonly uid?: string | undefined;
  /** The required version, which the caller has read. */
  readonly version?: number | undefined;
  /** Called with the stored object. Throws to refuse, as for a failed `If-Match`. */
  readonly precondition?: (stored: Pick<ShownBytes, "uid" | "version" | "mask">) => void;
}
