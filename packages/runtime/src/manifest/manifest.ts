/** What becomes of an object that is there already when its plugin starts. */
export type ManifestMode =
  /** It stays as it is. */
  | "create"
  /** It becomes what its manifest says. */
  | "overwrite"
  /** What the manifest has changed since it was last applied is changed, except what somebody else has changed since. */
  | "merge";

/** A document of a plugin's manifests. */
export interface Manifest {
  readonly value: unknown;
  /** `<file>:<line>:<column>` of a value by its JSON Pointer. */
  readonly placeOf: (pointer: string) => string;
}
