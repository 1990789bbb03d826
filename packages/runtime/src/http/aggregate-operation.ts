import { planAggregate } from "../list/plan-aggregate.js";
import { AGGREGATE_PARAMETERS } from "../list/list-parameters.js";
import { aggregateObjects } from "../resource/aggregate-objects.js";
import { OtherResources } from "../resource/references/other-resources.js";
import type { Answer } from "./answer.js";
import type { ResourceRequest } from "./resource-request.js";

/** Most queries need not be parsed: they have neither the names nor, percent-encoded, one of their letters. */
const MAY_AGGREGATE = /aggregate|groupBy|%[4-7]/;

/** Whether a list asks for counts and sums in the place of objects. */
export function asksToAggregate(query: string): boolean {
  if (!MAY_AGGREGATE.test(query)) return false;
  const parameters = new URLSearchParams(query);
  return [...AGGREGATE_PARAMETERS].some((name) => parameters.has(name));
}

/** Answers counts and sums (HTTP API, Counts and sums). */
export async function aggregate({ context, query, signal, assertListable }: ResourceRequest): Promise<Answer> {
  const { view, access } = context;
  const related = new OtherResources(context, "caller");
  const visibility = access?.visibility;
  const make = () => planAggregate(view.model, new URLSearchParams(query), { visibility, related });
  const plan = await related.plan(make, assertListable);
  const { model, store } = context;
  const answer = await aggregateObjects({ model, view, store: store.replica }, plan, signal);
  return { status: 200, body: Buffer.from(JSON.stringify(answer)) };
}
