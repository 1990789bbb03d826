import type { ModelDescriptor } from "../model/model-descriptor.js";
import { listFields } from "./list-fields.js";
import { readListParameters, type ListParameters, type QueryParameters } from "./list-parameters.js";
import type { ListPlan } from "@cmgen/store";
import { planFields, planLabels } from "./plan-filters.js";
import { planSort } from "./plan-sort.js";
import { planTotal, planWindow } from "./plan-window.js";
import { QueryProblems } from "./query-problems.js";

/** What planning a list needs to know about a model. */
export type PlannedModel = Pick<ModelDescriptor, "indexes" | "table">;

/**
 * Plans a list (spec 4.2; contract, Lists) from its query parameters. Only indexed fields can be used, with values of the index's type. `others`
 * are names of parameters that the caller reads itself.
 *
 * @throws {ApiError} `InvalidQuery` with everything that is wrong, with columns for selectors; if a field is not an index, with the fields that
 * are.
 */
export function planList(model: PlannedModel, parameters: QueryParameters, others?: ReadonlySet<string>): ListPlan {
  const fields = listFields(model);
  const problems = new QueryProblems(fields.keys());
  const given = readListParameters(parameters, problems, others);
  const selection = {
    fields: planFields(given.fieldSelector, fields, problems),
    labels: planLabels(given.labelSelector, problems),
    sort: planSort(given.sort, fields, problems),
  };
  // The token of a walk is compared with the selectors, so these must be valid.
  problems.throwIfAny();
  const window = planWindow(given, { table: model.table, ...selection }, problems);
  const total = planTotal(given, problems);
  problems.throwIfAny();
  return { ...selection, window, total };
}

/** What selects objects, without an order. */
type SelectionPlan = Pick<ListPlan, "fields" | "labels">;

/**
 * Plans only what a list selects, for watches: any parameter except the two selectors and `others` is a problem.
 *
 * @throws {ApiError} as {@link planList} does.
 */
export function planSelection(
  model: PlannedModel,
  parameters: QueryParameters,
  others?: ReadonlySet<string>,
): SelectionPlan {
  const problems = new QueryProblems(listFields(model).keys());
  return planGiven(model, readListParameters(parameters, problems, others), problems);
}

/**
 * Plans what a collection's deletion selects, as {@link planSelection} does. A selector must not be empty: that is more often an unset variable
 * than the intention to delete everything.
 *
 * @throws {ApiError} as {@link planList} does.
 */
export function planDeletion(model: PlannedModel, parameters: QueryParameters): SelectionPlan {
  const problems = new QueryProblems(listFields(model).keys());
  const given = readListParameters(parameters, problems);
  for (const path of ["labelSelector", "fieldSelector"] as const) {
    if (!given[path].some((text) => text.trim() === "")) continue;
    problems.add({ path, code: "empty", message: "must not be empty; leave it out to delete everything", column: 1 });
  }
  return planGiven(model, given, problems);
}

function planGiven(model: PlannedModel, given: ListParameters, problems: QueryProblems): SelectionPlan {
  for (const path of ["sort", "page", "size", "limit", "continue", "total"] as const) {
    const isGiven = path === "sort" ? given.sort.length > 0 : given[path] !== undefined;
    if (isGiven) problems.add({ path, code: "unknownParameter", message: "has no meaning here" });
  }
  const selection = {
    fields: planFields(given.fieldSelector, listFields(model), problems),
    labels: planLabels(given.labelSelector, problems),
  };
  problems.throwIfAny();
  return selection;
}
