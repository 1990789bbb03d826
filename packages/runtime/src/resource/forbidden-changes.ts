import { jsonEqual } from "@cmgen/model";
import { memberOf, type JsonObject } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { StoredObject } from "./stored-object.js";

/** Which part of an object is written: all of it, all but the status that only `/{name}/status` writes, or that status. */
export type WrittenPart = "all" | "all but status" | "status";

/** What is written of an object by other ways than `/{name}/status`. */
export function writtenPart({ statusSubresource }: Pick<ModelDescriptor, "statusSubresource">): WrittenPart {
  return statusSubresource ? "all but status" : "all";
}

const ENVELOPE = ["apiVersion", "kind"] as const;

/** What names an object, and what the service alone decides (spec 2.2). */
const METADATA = ["name", "creationTimestamp", "version", "deletionTimestamp"] as const;

/** JSON Pointers of what differs although it is not a hook's to change. */
export function forbiddenChanges(
  before: StoredObject,
  after: { readonly metadata: JsonObject } & JsonObject,
  part: WrittenPart,
): readonly string[] {
  const others = Object.keys({ ...before, ...after }).filter((member) => !isPartOf(member, part));
  return [
    ...differing(before, after, new Set([...ENVELOPE, ...others])).map((member) => `/${member}`),
    ...differing(before.metadata, after.metadata, new Set(METADATA)).map((member) => `/metadata/${member}`),
  ];
}

function isPartOf(member: string, part: WrittenPart): boolean {
  return part === "all" || (member === "status") === (part === "status");
}

function differing(before: JsonObject, after: JsonObject, members: ReadonlySet<string>): readonly string[] {
  return [...members].filter((member) => !jsonEqual(memberOf(before, member), memberOf(after, member)));
}
