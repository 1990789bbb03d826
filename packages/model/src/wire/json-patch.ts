/** One operation of a JSON Patch (RFC 6902); `path` and `from` are JSON Pointers. */
export type JsonPatchOperation =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly from: string; readonly path: string };

/** A list of operations, applied in order; all or none take effect. */
export type JsonPatch = readonly JsonPatchOperation[];

/** A JSON Merge Patch (RFC 7396) for a `T`: absent members stay, `null` removes, lists are replaced whole. */
export type MergePatch<T> = T extends Whole ? T : { readonly [K in keyof T]?: MergePatch<T[K]> | null };

/** What is replaced whole. Scalars come first: the named ones of this package are objects, too, in the compiler's eyes. */
type Whole = string | number | boolean | null | undefined | readonly unknown[];

export const JSON_PATCH_MEDIA_TYPE = "application/json-patch+json";
export const MERGE_PATCH_MEDIA_TYPE = "application/merge-patch+json";
