import { ApiError } from "../error/api-error.js";
import { compositeMembers } from "../indexes/composite-value.js";
import type { ModelDescriptor, SingleIndexDescriptor } from "../model/model-descriptor.js";
import type { IndexValue, WriteRefusal } from "@cmgen/store";
import { shownIndex } from "../version/shown-index.js";
import { missingObjects, referredTo } from "./references/reference-refusals.js";
import type { StoredObject } from "./stored-object.js";
import type { WriteContext } from "./write-context.js";

/** The refusal for a name that no object has. */
export function notFound(model: ModelDescriptor, name: string): ApiError {
  return new ApiError("NotFound", `There is no ${model.singular} ${JSON.stringify(name)}.`);
}

/** The refusal of a write for another version (spec 7). */
export function conflict(model: ModelDescriptor, name: string, currentVersion: number): ApiError {
  const detail = `The ${model.singular} ${JSON.stringify(name)} has version ${currentVersion} now: read it again and repeat the change.`;
  return new ApiError("Conflict", detail, { extras: { currentVersion } });
}

/** The refusal of a write on the condition that an object is as it was read. */
export function stateDiffers(model: ModelDescriptor, name: string, currentVersion: number): ApiError {
  const detail = `The ${model.singular} ${JSON.stringify(name)} is not as it was read: it has version ${currentVersion} now.`;
  return new ApiError("PreconditionFailed", detail);
}

/** The refusal of a write that means an object which no longer has its name. */
export function otherObject(model: ModelDescriptor, name: string): ApiError {
  const detail = `The ${model.singular} ${JSON.stringify(name)} is another object now: the one with this uid was deleted. Read it again, or leave metadata.uid out.`;
  return new ApiError("Conflict", detail, {
    errors: [{ path: "/metadata/uid", code: "uid", message: "is not the uid of the object that has the name now" }],
  });
}

/** An object that was not written, and the one that it would have replaced. */
export interface RefusedObject {
  readonly object: StoredObject;
  readonly before?: StoredObject;
}

/** The answer to a write that the store refused. */
export function refusalError(context: WriteContext, written: RefusedObject, refusal: WriteRefusal): ApiError {
  const { model } = context.view;
  const { name } = written.object.metadata;
  switch (refusal.refused) {
    case "not-found":
      return notFound(model, name);
    case "version-differs":
      return conflict(model, name, refusal.currentVersion);
    case "name-taken":
    case "name-was-used":
      return new ApiError("AlreadyExists", `There is ${withArticle(model.singular)} ${JSON.stringify(name)} already.`);
    case "value-taken":
      return duplicateValue(context, refusal);
    case "objects-missing":
      return missingObjects(context, written, refusal);
    case "referred":
      return referredTo(context, name, refusal);
    case "superseded":
      return new ApiError(
        "NotReady",
        `Another release of the service has declared other indexes for ${model.plural}.${model.group}: this process no longer serves it.`,
        { headers: { "retry-after": "2" } },
      );
    default:
      return refusal satisfies never;
  }
}

/** As far as the first letters tell: an issue, a user. */
function withArticle(noun: string): string {
  return `${/^(?!eu|one|u[^aeiou][aeiou])[aeiou]/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Who has the value is only for callers who see all objects; and what it is, for those who see the field. */
function duplicateValue(
  { view: { model }, access }: WriteContext,
  refusal: Extract<WriteRefusal, { refused: "value-taken" }>,
): ApiError {
  const { sight } = access ?? {};
  const owner = sight === undefined || (sight.rows === undefined && !sight.isEmpty) ? refusal.owner : undefined;
  const taken = (model.storage ?? model).indexes.find(({ name }) => name === refusal.index);
  if (sight !== undefined && (taken === undefined ? sight.hidden.length > 0 : sight.hidesIndex(taken)))
    return new ApiError("DuplicateIndexValue", "A value that must be unique is taken.");
  if (taken !== undefined && !taken.multi && taken.members !== undefined)
    return duplicateValues(model, taken, { ...refusal, owner });
  const index = shownIndex(model, refusal.index);
  const value = printValue(model, index, refusal.value);
  const detail = `The value ${JSON.stringify(value)} of ${index} must be unique, and ${whoOf(model, owner)} has it.`;
  return new ApiError("DuplicateIndexValue", detail, {
    extras: { index, value, ...(owner !== undefined && { owner }) },
  });
}

function whoOf({ singular }: ModelDescriptor, owner: string | undefined): string {
  return owner === undefined ? `another ${singular}` : `the ${singular} ${JSON.stringify(owner)}`;
}

/** Of an index of several fields, whose value is their text. */
function duplicateValues(
  model: ModelDescriptor,
  { name: index, members = [] }: SingleIndexDescriptor<never>,
  { owner, value: text }: { readonly owner: string | undefined; readonly value: IndexValue },
): ApiError {
  const { indexes } = model.storage ?? model;
  const types = members.map((member) => indexes.find(({ name }) => name === member)?.type ?? "string");
  const found = compositeMembers(types, String(text));
  const values = members.map((member, place) => printValue(model.storage ?? model, member, found[place] ?? ""));
  const shown = members.map((member) => shownIndex(model, member)).join(" and ");
  const value = values.join(", ");
  const detail = `The values ${values.map((one) => JSON.stringify(one)).join(" and ")} of ${shown} must be unique together, and ${whoOf(model, owner)} has them.`;
  return new ApiError("DuplicateIndexValue", detail, {
    extras: { index, value, ...(owner !== undefined && { owner }) },
  });
}

/** An index value as it appears in objects: instants as text, int64 as digits. */
function printValue(model: ModelDescriptor, index: string, value: IndexValue): string | number | boolean {
  if (typeof value === "bigint") return String(value);
  const type = model.indexes.find((candidate) => candidate.name === index)?.type;
  return type === "timestamp" && typeof value === "number" ? new Date(value).toISOString() : value;
}
