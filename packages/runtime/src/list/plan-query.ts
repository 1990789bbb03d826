import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { ListPlan } from "@cmgen/store";
import { LRUCache } from "lru-cache";
import { planList } from "./plan-list.js";

/** Plans remembered for a model, and the longest query that is remembered. */
const REMEMBERED = 100;
const LONGEST = 1000;

/** With this parameter a list may say that it is not a watch. */
const LIST_PARAMETERS: ReadonlySet<string> = new Set(["watch"]);

const plans = new WeakMap<ModelDescriptor, LRUCache<string, ListPlan>>();

/**
 * Plans a list from the query of a request, as {@link planList} does. Plans of repeated queries are remembered, since planning takes a tenth of
 * a short list's time. The steps of a walk are not, since each is requested once.
 */
export function planQuery(model: ModelDescriptor, query: string): ListPlan {
  if (query.length > LONGEST || query.includes("continue=")) return plan(model, query);
  const known = plans.get(model) ?? new LRUCache<string, ListPlan>({ max: REMEMBERED });
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
