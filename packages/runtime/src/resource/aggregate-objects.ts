import { type AggregateResult, apiVersionOf } from "@cmgen/model";
import type { AggregateFunction } from "@cmgen/model/internal";
import { aggregateFunctions } from "@cmgen/model/internal";
import {
  type AggregateRow,
  type IndexValue,
  type IndexValueType,
  printPosition,
  type Store,
  SumRangeError,
} from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import type { AskedGroup, AskedMeasure } from "../list/aggregate-parameters.js";
import type { PlannedAggregate } from "../list/plan-aggregate.js";
import type { WriteContext } from "./write-context.js";

type Json = string | number | boolean | null;

/** A group as it is answered, without its type: which functions it has depends on the question. */
export type AnyGroup = { readonly by: Readonly<Record<string, Json>>; readonly count: number } & {
  readonly [Of in AggregateFunction]?: Readonly<Record<string, Json>>;
};

/** Where objects are, and the version of their model that callers use. */
interface AggregateSource extends Pick<WriteContext, "model"> {
  readonly store: Pick<Store, "aggregate">;
  readonly view: Pick<WriteContext["view"], "model">;
}

/**
 * Counts and adds what is planned, and says it as the service answers it.
 *
 * @throws {ApiError} `InvalidQuery` where there are more groups than an answer has, or a sum that JSON has no exact number for.
 */
export async function aggregateObjects(
  { store, model, view }: AggregateSource,
  plan: PlannedAggregate,
  signal?: () => AbortSignal,
): Promise<AggregateResult<AnyGroup>> {
  const read = await store.aggregate(model, plan, signal).catch((error: unknown) => {
    throw error instanceof SumRangeError ? tooLarge("a sum that is beyond the range of a number") : error;
  });
  if (read.hasMore) {
    const message = `makes more than ${plan.limit} groups. Narrow the selection, or group by something coarser`;
    throw refusal("groupBy", message);
  }
  return {
    apiVersion: apiVersionOf(view.model),
    kind: `${view.model.kind}Aggregate`,
    metadata: { resourceVersion: printPosition(read) },
    groups: read.rows.map((row) => groupOf(plan, row)),
  };
}

function groupOf({ groups, measures }: PlannedAggregate, { keys, count, values }: AggregateRow): AnyGroup {
  const by = Object.fromEntries(groups.map((key, place) => [key.name, printKey(key, keys[place] ?? null)]));
  const answered = measures.map((measure, place) => ({ measure, value: printMeasure(measure, values[place] ?? null) }));
  const parts = aggregateFunctions.flatMap((of) => {
    const own = answered.filter(({ measure }) => measure.of === of);
    return own.length === 0 ? [] : [[of, Object.fromEntries(own.map(({ measure, value }) => [measure.name, value]))]];
  });
  return { by, count, ...Object.fromEntries(parts) };
}

const DAY = 86_400_000;

/** Days and months as the beginning of a timestamp. */
function printKey({ by, field }: AskedGroup, key: IndexValue | null): Json {
  if (key === null || by === "value") return printValue(field.type, key);
  const [date = ""] = (by === "day" ? new Date(Number(key) * DAY) : new Date(Date.UTC(1970, Number(key))))
    .toISOString()
    .split("T");
  return by === "day" ? date : date.slice(0, -"-01".length);
}

function printMeasure({ of, field, name }: AskedMeasure, value: IndexValue | null): Json {
  if (of === "distinct" || of === "avg") return Number.isFinite(value) ? Number(value) : null;
  if (of === "sum" && field.type === "integer" && typeof value === "bigint")
    throw tooLarge(`the sum of ${name}, which is ${value}: more than a JSON number holds exactly`);
  return printValue(field.type, value);
}

/** A value as the JSON of objects has it. */
function printValue(type: IndexValueType, value: IndexValue | null): Json {
  if (value === null) return null;
  if (type === "int64") return String(value);
  if (type === "timestamp") return new Date(Number(value)).toISOString();
  return typeof value === "bigint" ? String(value) : value;
}

function tooLarge(what: string): ApiError {
  return refusal("aggregate", `asks for ${what}. Narrow the selection; sums of fields that are typed Int64 are texts`);
}

function refusal(path: string, message: string): ApiError {
  return new ApiError("InvalidQuery", `${path} ${message}.`, { errors: [{ path, code: "maximum", message }] });
}
