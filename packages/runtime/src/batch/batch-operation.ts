import type { JsonObject } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";

/** What an operation of a batch does. */
export const OPERATIONS = ["create", "replace", "update", "patch", "apply", "delete"] as const;
export type OperationName = (typeof OPERATIONS)[number];

/** One operation of a batch, as it was sent. */
export interface BatchOperation {
  readonly op: OperationName;
  readonly model: ModelDescriptor;
  readonly subresource: "" | "status";
  /** The object's name, or what stands for it; undefined for one that gets a name. */
  readonly name: string | undefined;
  /** What later operations call the object: `$` and a word. */
  readonly as: string | undefined;
  /** The whole object or, for `update` and `apply`, what changes of it. */
  readonly object: JsonObject | undefined;
  /** A JSON Patch. */
  readonly patch: unknown;
  /** Which object is meant. */
  readonly condition: { readonly uid?: string; readonly version?: number };
}

/** What is sent to be done. */
export interface Batch {
  /** Whether all of it is done or nothing. */
  readonly isAtomic: boolean;
  /** Whether it is only found out what would be done. */
  readonly isTrial: boolean;
  readonly operations: readonly BatchOperation[];
}
