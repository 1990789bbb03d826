import { apiVersionOf, type ProblemReferrers } from "@cmgen/model";
import { COUNTED_REFERRERS, type WriteRefusal } from "@cmgen/store";
import { ApiError } from "../../error/api-error.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { VersionView } from "../../version/version-view.js";
import { invalid } from "../invalid.js";
import type { StoredObject } from "../stored-object.js";
import type { WriteContext } from "../write-context.js";
import { brokenReferences, newReferences } from "./reference-guards.js";

type Missing = Extract<WriteRefusal, { refused: "objects-missing" }>;
type Referred = Extract<WriteRefusal, { refused: "referred" }>;

/** The refusal of references to objects that do not exist or are being deleted. It names all of them. */
export function missingObjects(
  context: WriteContext,
  { object, before }: { readonly object: StoredObject; readonly before?: StoredObject },
  { missing }: Missing,
): ApiError {
  const states = new Map(missing.map(({ table, name, isDeleted }) => [`${table} ${name}`, isDeleted]));
  const broken = newReferences(context, object, before).flatMap((held) => {
    const { model } = held.reference;
    const isDeleted = states.get(`${model.table} ${held.name}`);
    if (isDeleted === undefined) return [];
    const whom = `refers to the ${model.singular} ${JSON.stringify(held.name)}`;
    return { held, message: isDeleted ? `${whom}, which is being deleted` : `${whom}, which does not exist` };
  });
  return invalid(brokenReferences(context, object, broken));
}

/** The refusal to delete an object that others refer to. */
export function referredTo(context: WriteContext, name: string, { by }: Referred): ApiError {
  const { references } = context;
  const { model } = context.view;
  const referrers = by.flatMap(({ index, names, count }): ProblemReferrers[] => {
    const found = references.incoming.find(
      ({ stored }) => stored.table === index.table && JSON.stringify(stored.names) === JSON.stringify(index.names),
    );
    const { referrer, reference } = found ?? {};
    if (referrer !== undefined && !seesReferences(context, referrer, reference?.index)) return [];
    return [
      {
        apiVersion: referrer === undefined ? "" : apiVersionOf(referrer),
        kind: referrer?.kind ?? "",
        field: reference?.index ?? "",
        names,
        count: Math.min(count, COUNTED_REFERRERS),
        ...(count > COUNTED_REFERRERS && { more: true }),
      },
    ];
  });
  const who = referrers.length === 0 ? "" : `: ${referrers.map(describe).join("; ")}`;
  return new ApiError(
    "Referenced",
    `The ${model.singular} ${JSON.stringify(name)} cannot be deleted, because other objects refer to it${who}.`,
    { extras: { referrers } },
  );
}

/**
 * Whether the caller sees a reference in all objects of a model: then it may know who refers to something, and how many do.
 *
 * @param index of the reference. Default: every index.
 */
export function seesReferences(
  { access }: Pick<WriteContext, "access">,
  referrer: ModelDescriptor,
  index: string | undefined,
): boolean {
  if (access === undefined) return true;
  const { sight } = access.to(new VersionView(referrer), { verb: "get" });
  if (sight.rows !== undefined || sight.isEmpty) return false;
  return referrer.indexes.every((each) => (index !== undefined && each.name !== index) || !sight.hidesIndex(each));
}

function describe({ kind, field, names, count, more = false }: ProblemReferrers): string {
  const rest = more ? `, and more than ${count - names.length} others` : `, and ${count - names.length} more`;
  const list = names.map((name) => JSON.stringify(name)).join(", ");
  return `${kind} ${list}${count > names.length || more ? rest : ""} by ${field}`;
}
