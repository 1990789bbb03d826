import type { ModelDescriptor } from "../model/model-descriptor.js";
import { listFields } from "./list-fields.js";
import { type ListParameters, type QueryParameters, QueryProblems, readListParameters } from "./list-parameters.js";
import type { ListPlan } from "@cmgen/store";
import { planComposite } from "./plan-composite.js";
import { planFields, planLabels } from "./plan-filters.js";
import { planSort } from "./plan-sort.js";
import { planTotal, planWindow } from "./plan-window.js";
import { ApiError } from "../error/api-error.js";
import { LRUCache } from "lru-cache";

/** What planning a list needs to know about a model. */
export type PlannedModel = Pick<ModelDescriptor, "indexes" | "table" | "storage">;

/**
 * Plans a list (spec 4.2; HTTP API, Lists) from its query parameters. Only indexed fields can be used, with values of the index's type. `others`
 * are names of parameters that the caller reads itself.
 *
 * @throws {ApiError} `InvalidQuery` with everything that is wrong, with columns for selectors; if a field is not an index, with the fields that
 * are.
 */
export function planList(model: PlannedModel, parameters: QueryParameters, others?: ReadonlySet<string>): ListPlan {
  const problems = new QueryProblems(listFields(model).keys());
  return planFor(model, readListParameters(parameters, problems, others), problems);
}

/** Selectors of a plugin's own code come over no wire. SQLite takes 32,766 values in a statement, and a filter may be in it three times. */
const OWN_LIMITS = { bytes: Infinity, terms: 64, values: 10_000 };

/**
 * Plans a list that a plugin's own code asks for.
 *
 * @throws {Error} saying everything that is wrong. The visitor did not write the query, so it is not an `ApiError`, which would be the answer.
 * @throws {ApiError} `InvalidQuery` for a bad `continue`, which the visitor did write: nobody else has it.
 */
export function planOwnList(
  model: PlannedModel & Pick<ModelDescriptor, "plural">,
  parameters: QueryParameters,
): ListPlan {
  const problems = new QueryProblems(listFields(model).keys(), OWN_LIMITS);
  try {
    return planFor(model, readListParameters(parameters, problems), problems);
  } catch (error) {
    if (!(error instanceof ApiError) || error.errors.every(({ path }) => path === "continue")) throw error;
    const causes = error.errors.map(({ path, message }) => `${path}: ${message}`);
    throw new Error(`The list of ${model.plural} cannot be read. ${causes.join("; ")}`, { cause: error });
  }
}

function planFor(model: PlannedModel, given: ListParameters, problems: QueryProblems): ListPlan {
  const fields = listFields(model);
  const selection = planComposite(model, {
    fields: planFields(given.fieldSelector, fields, problems),
    labels: planLabels(given.labelSelector, problems),
    sort: planSort(given.sort, fields, problems),
  });
  // The token of a walk is compared with the selectors, so these must be valid.
  const identity = problems.areNone ? { table: model.table, ...selection } : undefined;
  const window = planWindow(given, identity, problems);
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
  const given = readListParameters(parameters, problems, others);
  assertSelectorsOnly(given, "cannot be combined with watch", problems);
  return planGiven(model, given, problems);
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
  assertSelectorsOnly(given, "is not a parameter of a deletion, which deletes everything that is selected", problems);
  return planGiven(model, given, problems);
}

function assertSelectorsOnly(given: ListParameters, message: string, problems: QueryProblems): void {
  for (const path of ["sort", "page", "size", "limit", "continue", "total"] as const) {
    const isGiven = path === "sort" ? given.sort.length > 0 : given[path] !== undefined;
    if (isGiven) problems.add({ path, code: "unknownParameter", message });
  }
}

function planGiven(model: PlannedModel, given: ListParameters, problems: QueryProblems): SelectionPlan {
  const selection = {
    fields: planFields(given.fieldSelector, listFields(model), problems),
    labels: planLabels(given.labelSelector, problems),
  };
  problems.throwIfAny();
  return selection;
}

/** Plans that are remembered of a model, how long a query that is may be, and all of them together: a plan is as large as its query is long. */
const REMEMBERED = 100;
const LONGEST = 1000;
const LONGEST_TOGETHER = 20_000;

/** With this parameter a list may say that it is not a watch. */
const LIST_PARAMETERS: ReadonlySet<string> = new Set(["watch"]);

const plans = new WeakMap<ModelDescriptor, LRUCache<string, ListPlan>>();

function newMemory(): LRUCache<string, ListPlan> {
  // The empty query has a length as well.
  const sizeCalculation = (_: ListPlan, query: string): number => query.length + 1;
  return new LRUCache({ max: REMEMBERED, maxSize: LONGEST_TOGETHER, sizeCalculation });
}

/**
 * Plans a list from the query of a request, as {@link planList} does. Plans of repeated queries are remembered, since planning takes a tenth of
 * a short list's time. The steps of a walk are not, since each is requested once.
 */
export function planQuery(model: ModelDescriptor, query: string): ListPlan {
  if (query.length > LONGEST || query.includes("continue=")) return plan(model, query);
  const known = plans.get(model) ?? newMemory();
  plans.set(model, known);
  const remembered = known.get(query);
  if (remembered !== undefined) return remembered;
  const planned = plan(model, query);
  known.set(query, planned);
  return planned;
}

function plan(model: ModelDescriptor, query: string): ListPlan {
  return planList(model, new URLSearchParams(query), LIST_PARAMETERS);
}
