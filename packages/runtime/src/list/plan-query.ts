import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ListPlan } from "@cmgen/store";
import { LRUCache } from "lru-cache";
import { planList } from "./plan-list.js";

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
