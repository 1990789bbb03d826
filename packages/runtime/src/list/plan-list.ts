import type { ModelDescriptor } from "../model/model-descriptor.js";
import { listFields } from "./list-fields.js";
import { readListParameters, type QueryParameters } from "./list-parameters.js";
import type { ListPlan } from "./list-plan.js";
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

/**
 * Plans only what a list selects, for collection deletes and watches: any other parameter than the two selectors is a problem,
 * `others` excepted.
 *
 * @throws {ApiError} as {@link planList} does.
 */
export function planSelection(
  model: PlannedModel,
  parameters: QueryParameters,
  others?: ReadonlySet<string>,
): Pick<ListPlan, "fields" | "labels"> {
  const fields = listFields(model);
  const problems = new QueryProblems(fields.keys());
  const given = readListParameters(parameters, problems, others);
  for (const path of ["sort", "page", "size", "limit", "continue", "total"] as const) {
    const isGiven = path === "sort" ? given.sort.length > 0 : given[path] !== undefined;
    if (isGiven) problems.add({ path, code: "unknownParameter", message: "has no meaning here" });
  }
  const selection = {
    fields: planFields(given.fieldSelector, fields, problems),
    labels: planLabels(given.labelSelector, problems),
  };
  problems.throwIfAny();
  return selection;
}
