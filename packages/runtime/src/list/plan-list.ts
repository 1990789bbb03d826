import type { ModelDescriptor } from "../model/model-descriptor.js";
import { listFields } from "./list-fields.js";
import { readListParameters, type ListParameters, type QueryParameters } from "./list-parameters.js";
import type { ListPlan } from "@cmgen/store";
import { planFields, planLabels } from "./plan-filters.js";
import { planSort } from "./plan-sort.js";
import { planTotal, planWindow } from "./plan-window.js";
import { QueryProblems } from "./query-problems.js";

/** What a list's plan needs to know of a model. */
export type PlannedModel = Pick<ModelDescriptor, "indexes" | "table">;

/**
 * Plans a list (spec 4.2; contract, Lists) from its query parameters. Only what is indexed can be asked for, and values are of their
 * index's type. `others` are names of parameters that the caller reads itself.
 *
 * @throws {ApiError} `InvalidQuery` with everything that is wrong, selectors with columns; where a field is no index, with the
 * fields there are.
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
  // A walk's token is checked against the selectors: it can be judged only where they are right.
  problems.throwIfAny();
  const window = planWindow(given, { table: model.table, ...selection }, problems);
  const total = planTotal(given, problems);
  problems.throwIfAny();
  return { ...selection, window, total };
}

/** Which objects are meant, in no order. */
type SelectionPlan = Pick<ListPlan, "fields" | "labels">;

/**
 * Plans only what a list selects, for watches: any other parameter than the two selectors is a problem, `others` excepted.
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
 * Plans what a collection's deletion selects, as {@link planSelection} does. A selector that is given must not be empty: it is more
 * often a variable that was not set than a wish to delete everything.
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
