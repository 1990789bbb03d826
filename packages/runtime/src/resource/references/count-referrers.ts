import type { AggregatePlan } from "@cmgen/store";
import { planComposite } from "../../list/plan-composite.js";
import type { WriteContext } from "../write-context.js";
import type { PlannedCount } from "./plan-counts.js";

/** How many objects refer to each of a page's, by what was asked for and then by the names of all objects of the page. */
export type ReferrerCounts = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Counts the objects that refer to those of some names. Each count is a statement of its own, and of another moment than the page. */
export async function countReferrers(
  { store }: Pick<WriteContext, "store">,
  counts: readonly PlannedCount[],
  { names, signal }: { readonly names: readonly string[]; readonly signal?: (() => AbortSignal) | undefined },
): Promise<ReferrerCounts> {
  const counted: [string, Readonly<Record<string, number>>][] = [];
  for (const count of counts) {
    const { model } = count;
    const { rows } =
      names.length === 0 ? { rows: [] } : await store.aggregate(model.storage ?? model, planOf(count, names), signal);
    const found = new Map(rows.map(({ keys: [name], count: referrers }) => [name, referrers]));
    counted.push([count.text, Object.fromEntries(names.map((name) => [name, found.get(name) ?? 0]))]);
  }
  return Object.fromEntries(counted);
}

/** Of a list of references an object is in the groups of those alone that are among the names. */
function planOf({ model, field, where }: PlannedCount, names: readonly string[]): AggregatePlan {
  const plan = { measures: [], limit: names.length } as const;
  if (field.in === "values") return { ...where, ...plan, groups: [{ field, by: "value", among: names }] };
  const fields = [{ test: "in", field, values: names } as const, ...where.fields];
  const { sort: _, ...selection } = planComposite(model, { ...where, fields, sort: [] });
  return { ...selection, ...plan, groups: [{ field, by: "value" }] };
}
