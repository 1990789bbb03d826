import type { AllOf } from "@cmgen/store";

/** What matches everything. */
export const everything: AllOf = { fields: [], labels: [] };

/** What matches nothing. */
const nothing: AllOf = {
  ...everything,
  fields: [{ test: "in", field: { in: "object", column: "name", type: "string" }, values: [] }],
};

/** The terms of both: an object must match them all. */
export function bothOf(one: AllOf, other: AllOf): AllOf {
  const any = [...(one.any ?? []), ...(other.any ?? [])];
  return {
    fields: [...one.fields, ...other.fields],
    labels: [...one.labels, ...other.labels],
    ...(any.length > 0 && { any }),
  };
}

/**
 * A selection of what can be found: of these alternatives an object must match one. Everything can be found where they are absent, and nothing
 * where there are none.
 */
export function narrowed<Selected extends AllOf>(selection: Selected, rows: readonly AllOf[] | undefined): Selected {
  if (rows === undefined) return selection;
  const [only = nothing, ...others] = rows;
  const alternatives: AllOf = { ...everything, any: [{ test: "any", of: rows }] };
  return { ...selection, ...bothOf(selection, others.length > 0 ? alternatives : only) };
}

/** Whether there are no terms, so that every object matches. */
export function isEverything({ fields, labels, any = [] }: AllOf): boolean {
  return fields.length === 0 && labels.length === 0 && any.length === 0;
}
