import type { ApplyPatch } from "../patch-object.js";
import { ApiError } from "../../error/api-error.js";
import { cloneJson } from "../../document/json-object.js";
import { applyJsonPatch } from "./json-patch.js";
import { applyMergePatch } from "./merge-patch.js";
import { PatchError } from "./patch-error.js";

/**
 * A patch of either format as a function: a list is a JSON Patch, anything else a JSON Merge Patch. The result shares nothing with the document
 * or the patch.
 */
export function applyPatchDocument(patch: unknown): ApplyPatch {
  return Array.isArray(patch)
    ? applyOperations(patch)
    : (document) => applyMergePatch(cloneJson(document), cloneJson(patch));
}

/** A JSON Patch as a function that throws `Invalid` if an operation fails (HTTP API, Errors). */
export function applyOperations(patch: unknown): ApplyPatch {
  return (document) => {
    try {
      return applyJsonPatch(document, patch);
    } catch (error) {
      if (!(error instanceof PatchError)) throw error;
      throw new ApiError("Invalid", `The JSON Patch cannot be applied: ${error.message}`, {
        errors: [{ path: error.path, code: "patch", message: error.message }],
        cause: error,
      });
    }
  };
}
