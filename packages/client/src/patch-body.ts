import { JSON_PATCH_MEDIA_TYPE, MERGE_PATCH_MEDIA_TYPE } from "@cmgen/model";

/** A patch as a request's body. A list is a JSON Patch: a JSON Merge Patch of an object is never one. */
export function patchBody(patch: unknown): { readonly body: unknown; readonly mediaType: string } {
  return { body: patch, mediaType: Array.isArray(patch) ? JSON_PATCH_MEDIA_TYPE : MERGE_PATCH_MEDIA_TYPE };
}
