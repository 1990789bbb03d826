import type { AllOf } from "@cmgen/store";

/** What matches everything. */
export const everything: AllOf = { fields: [], labels: [] };

/** The terms of both: an object must match them all. */
export function bothOf(one: AllOf, other: AllOf): AllOf {
  const any = [...(one.any ?? []), ...(other.any ?? [])];
  return {
    fields: [...one.fields, ...other.fields],
    labels: [...one.labels, ...other.labels],
    ...(any.length > 0 && { any }),
  };
}

/** A selection of what can be found: of these alternatives an object must match one. Everything can be found where they are absent. */
export function narrowed<Selected extends AllOf>(selection: Selected, rows: readonly AllOf[] | undefined): Selected {
  const [only, ...others] = rows ?? [];
  if (only === undefined || rows === undefined) return selection;
  const alternatives: AllOf = { ...everything, any: [{ test: "any", of: rows }] };
  return { ...selection, ...bothOf(selection, others.length > 0 ? alternatives : only) };
}

/** Whether there are no terms, so that every object matches. */
export function isEverything({ fields, labels, any = [] }: AllOf): boolean {
  return fields.length === 0 && labels.length === 0 && any.length === 0;
}
