import type { JsonPatchOperation } from "@cmgen/model";
import { jsonEqual, parsePointer } from "@cmgen/model/internal";
import { JSON_MAX_DEPTH, measureJson } from "../../document/json-measure.js";
import { cloneJson } from "../../document/json-object.js";
import { addAt, getAt, removeAt, replaceAt, type Document } from "./document.js";
import { PatchError } from "./patch-error.js";
import { parseOperations } from "./parse-operations.js";

/** Limits of a patch, so that a small body cannot keep the service busy or fill its memory. */
const patchLimits = {
  operations: 1000,
  /** Values copied by all `copy` operations together. */
  copiedValues: 100_000,
} as const;

/**
 * Applies a JSON Patch (RFC 6902) and returns the document it makes; `document` is not changed. Pointers see own members only, so
 * `__proto__` and `constructor` are plain names.
 *
 * @throws {PatchError} for the first operation that is malformed or fails; nothing is applied then.
 */
export function applyJsonPatch(document: unknown, patch: unknown): unknown {
  const operations = parseOperations(patch, patchLimits.operations);
  const state: PatchState = { document: { root: cloneJson(document) }, copied: 0 };
  for (const [at, operation] of operations.entries()) {
    try {
      apply(state, operation);
    } catch (error) {
      throw error instanceof PatchError ? new PatchError(`/${at}${error.path}`, error.message) : error;
    }
  }
  return state.document.root;
}

interface PatchState {
  readonly document: Document;
  copied: number;
}

type Applier<Op extends JsonPatchOperation["op"]> = (
  state: PatchState,
  operation: JsonPatchOperation & { readonly op: Op },
) => void;

const APPLIERS: { readonly [Op in JsonPatchOperation["op"]]: Applier<Op> } = {
  add: ({ document }, { path, value }) => addAt(document, path, fitting(value, path)),
  replace: ({ document }, { path, value }) => replaceAt(document, path, fitting(value, path)),
  remove: ({ document }, { path }) => void removeAt(document, path),
  test: ({ document }, { path, value }) => {
    if (!jsonEqual(getAt(document, path), value))
      throw new PatchError("/value", `The value at ${show(path)} is different.`);
  },
  copy: (state, { from, path }) => {
    const value = getAt(state.document, from, "/from");
    state.copied += measureJson(value).values;
    if (state.copied > patchLimits.copiedValues) {
      throw new PatchError("", `The patch copies more than ${patchLimits.copiedValues} values.`);
    }
    addAt(state.document, path, fitting(value, path));
  },
  move: ({ document }, { from, path }) => {
    if (path.startsWith(`${from}/`)) throw new PatchError("/path", "A value cannot be moved into itself.");
    addAt(document, path, fitting(removeAt(document, from, "/from"), path));
  },
};

/** A copy of `value` for the place at `path`, if it is not nested too deep there. */
function fitting(value: unknown, path: string): unknown {
  if (parsePointer(path).length + measureJson(value).levels > JSON_MAX_DEPTH) {
    throw new PatchError("/path", `The document would be nested more than ${JSON_MAX_DEPTH} levels deep.`);
  }
  return cloneJson(value);
}

function apply(state: PatchState, operation: JsonPatchOperation): void {
  // The table has the right applier for each `op`, which TypeScript cannot follow through the union.
  const applier = APPLIERS[operation.op] as (state: PatchState, operation: JsonPatchOperation) => void;
  applier(state, operation);
}

function show(path: string): string {
  return path === "" ? "the root" : path;
}
