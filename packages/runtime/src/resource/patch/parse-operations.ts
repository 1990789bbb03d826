import type { JsonPatchOperation } from "@cmgen/model";
import { isJsonObject, memberOf, type JsonObject } from "../../document/json-object.js";
import { PatchError } from "./patch-error.js";

/** The member that an operation must have besides `op` and `path` (RFC 6902, 4). Others are ignored, as the RFC requires. */
const NEEDED: ReadonlyMap<unknown, "value" | "from" | undefined> = new Map([
  ["add", "value"],
  ["replace", "value"],
  ["test", "value"],
  ["remove", undefined],
  ["move", "from"],
  ["copy", "from"],
] as const);

/**
 * Reads a JSON Patch document.
 * @throws {PatchError} for the first malformed operation, or when there are more than `most`.
 */
export function parseOperations(patch: unknown, most: number): readonly JsonPatchOperation[] {
  if (!Array.isArray(patch)) throw new PatchError("", "A JSON Patch must be a list of operations.");
  if (patch.length > most)
    throw new PatchError("", `A JSON Patch may have at most ${most} operations, not ${patch.length}.`);
  return patch.map(parseOperation);
}

function parseOperation(operation: unknown, at: number): JsonPatchOperation {
  if (!isJsonObject(operation)) throw new PatchError(`/${at}`, "An operation must be an object.");
  const op = memberOf(operation, "op");
  if (!NEEDED.has(op)) throw new PatchError(`/${at}/op`, `"op" must be one of ${[...NEEDED.keys()].join(", ")}.`);
  assertPointer(operation, "path", at);
  const needed = NEEDED.get(op);
  if (needed === "from") assertPointer(operation, "from", at);
  if (needed === "value" && !Object.hasOwn(operation, "value"))
    throw new PatchError(`/${at}/value`, `"value" is missing.`);
  // It was just checked to have the members that its `op` requires.
  return operation as unknown as JsonPatchOperation;
}

function assertPointer(operation: JsonObject, member: "path" | "from", at: number): void {
  const pointer = memberOf(operation, member);
  if (typeof pointer === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/u.test(pointer)) return;
  throw new PatchError(`/${at}/${member}`, `"${member}" must be a JSON Pointer.`);
}
