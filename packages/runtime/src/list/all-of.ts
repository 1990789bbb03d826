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

/** Whether there are no terms, so that every object matches. */
export function isEverything({ fields, labels, any = [] }: AllOf): boolean {
  return fields.length === 0 && labels.length === 0 && any.length === 0;
}
