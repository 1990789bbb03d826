import type { AggregatePlan } from "@cmgen/store";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { type AskedGroup, type AskedMeasure, planGroups, planMeasures } from "./aggregate-parameters.js";
import { AGGREGATE_PARAMETERS, type QueryParameters, QueryProblems, readListParameters } from "./list-parameters.js";
import { planComposite } from "./plan-composite.js";
import {
  assertSelectorsOnly,
  OWN_LIMITS,
  planGiven,
  planOwn,
  type PlannedModel,
  type PlanOptions,
  reportPartlyHidden,
  visibleFields,
} from "./plan-list.js";

/** Most groups of an answer, which is made in memory. */
export const MOST_GROUPS = 10_000;

/** A plan that remembers what callers call its parts. */
export interface PlannedAggregate extends AggregatePlan {
  readonly groups: readonly AskedGroup[];
  readonly measures: readonly AskedMeasure[];
}

/** What the plan depends on besides the parameters. */
type AggregateOptions = Pick<PlanOptions, "visibility" | "related">;

/** Parameters that are read here, or may say that this is no watch. */
const OTHERS: ReadonlySet<string> = new Set([...AGGREGATE_PARAMETERS, "watch", "include"]);

/**
 * Plans counts and sums (HTTP API, Counts and sums) from query parameters: the selectors of a list, `aggregate` and `groupBy`.
 *
 * @throws {ApiError} `InvalidQuery` with everything that is wrong.
 */
export function planAggregate(
  model: PlannedModel,
  parameters: QueryParameters,
  { visibility, related }: AggregateOptions = {},
): PlannedAggregate {
  const fields = visibleFields(model, visibility);
  return plan({ model, visibility, related, fields }, parameters, new QueryProblems(fields.keys()));
}

/**
 * Plans what a plugin's own code asks for.
 *
 * @throws {Error} saying everything that is wrong: as for a list, the visitor did not write it.
 */
export function planOwnAggregate(
  model: PlannedModel & Pick<ModelDescriptor, "plural">,
  parameters: QueryParameters,
  { visibility, related }: AggregateOptions = {},
): PlannedAggregate {
  const fields = visibleFields(model, visibility);
  return planOwn(wrongAggregate(model), () =>
    plan({ model, visibility, related, fields }, parameters, new QueryProblems(fields.keys(), OWN_LIMITS)),
  );
}

/** How the message begins of an aggregate that a plugin's own code asks for and that cannot be made. */
export function wrongAggregate({ plural }: Pick<ModelDescriptor, "plural">): string {
  return `The aggregate of ${plural} cannot be made`;
}

interface Planning extends AggregateOptions {
  readonly model: PlannedModel;
  readonly fields: ReturnType<typeof visibleFields>;
}

function plan(
  { model, visibility, related, fields }: Planning,
  given: QueryParameters,
  problems: QueryProblems,
): PlannedAggregate {
  const parameters = [...given];
  const valuesOf = (name: string): readonly string[] =>
    parameters.flatMap(([each, value]) => (each === name ? [value] : []));
  const asked = valuesOf("aggregate");
  if (asked.length === 0) {
    const message = "needs aggregate, such as aggregate=count or aggregate=sum(field)";
    problems.add({ path: "groupBy", code: "needsAggregate", message });
  }
  const only = "cannot be combined with aggregate";
  if (valuesOf("include").length > 0) problems.add({ path: "include", code: "exclusive", message: only });
  const measures = planMeasures(asked, fields, problems);
  const groups = planGroups(valuesOf("groupBy"), fields, problems);
  const list = readListParameters(parameters, problems, OTHERS);
  assertSelectorsOnly(list, only, problems);
  const selected = planGiven(list, { fields, visibility, related }, problems);
  const columnsOf = (used: readonly { readonly field?: object }[]) => used.flatMap(({ field }) => field ?? []);
  reportPartlyHidden(fields, selected, { path: "aggregate", columns: columnsOf(measures), problems });
  reportPartlyHidden(fields, selected, { path: "groupBy", columns: columnsOf(groups), problems });
  problems.throwIfAny();
  const { sort: _, ...selection } = planComposite(model, { ...selected, sort: [] });
  return { ...selection, groups, measures, limit: MOST_GROUPS };
}
