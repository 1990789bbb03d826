import { jsonEqual } from "@cmgen/model/internal";
import { memberOf, type JsonObject } from "../document/json-object.js";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { StoredObject } from "./stored-object.js";

/** The part of an object that is written: all, all except the status that only `/{name}/status` writes, or that status. */
export type WrittenPart = "all" | "all but status" | "status";

/** The part of an object that requests to other paths than `/{name}/status` write. */
export function writtenPart({ statusSubresource }: Pick<ModelDescriptor, "statusSubresource">): WrittenPart {
  return statusSubresource ? "all but status" : "all";
}

const ENVELOPE = ["apiVersion", "kind"] as const;

/** The members that name an object, and those that only the service sets (spec 2.2). */
const METADATA = ["name", "uid", "creationTimestamp", "version", "lastChangedBy", "deletionTimestamp"] as const;

/** JSON Pointers of the changes that a hook may not make. */
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
