import { parseFieldPath } from "@cmgen/model/internal";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { transport } from "./connection.js";
import type { Endpoint } from "./endpoints.js";
import { listOf, recordOf, textsOf, type Json } from "./json.js";
import { modelKey, type Model } from "./model.js";
import { callerQuery } from "./session.js";

export type Verb = "get" | "list" | "watch" | "create" | "update" | "delete";

/** What the caller may do; `undefined` until it is known. */
export type Rights = Readonly<Partial<Record<Verb, boolean>>>;

/** Fields that the caller cannot set or change, as members that lead to them, through lists. */
export type ReadOnlyFields = readonly (readonly string[])[];

const NONE: ReadOnlyFields = [];

/** Asked again after this time, in milliseconds: rights change seldom, and the service has the last word anyway. */
const STALE_AFTER = 30_000;

/** Whether the caller may read the history of the object of a name, also of one that was deleted; `undefined` until it is known. */
export function useHistoryRight(model: Model, name: string): boolean | undefined {
  const { data: caller } = useQuery(callerQuery);
  const { data } = useQuery({
    queryKey: ["rights", modelKey(model), "history", name],
    queryFn: ({ signal }) => askRights({ model, verbs: ["get"], name, part: "history" }, signal),
    enabled: caller !== undefined && caller !== null && model.hasHistory,
    staleTime: STALE_AFTER,
  });
  const isAllowed = data && data[0]?.["allowed"] === true;
  return caller === null ? model.hasHistory : model.hasHistory && isAllowed;
}

/** Whether the caller may do these things with a model's objects, or with the one of a name. */
export function useRights(model: Model, verbs: readonly Verb[], name?: string): Rights {
  const { hasRules, results } = useReviews({ model, verbs, name });
  // Without access rules there is nothing to ask, and everything is allowed.
  if (!hasRules) return Object.fromEntries(verbs.map((verb) => [verb, true]));
  return Object.fromEntries((results ?? []).map((each, at) => [verbs[at] ?? "get", each["allowed"] === true]));
}

/** The fields that the caller cannot write: of the object of a name, or of a new one. */
export function useReadOnlyFields(model: Model, name?: string): ReadOnlyFields {
  const { results } = useReviews({ model, verbs: [name === undefined ? "create" : "update"], name });
  return useMemo(() => {
    const fields = textsOf(results?.[0]?.["readOnly"]);
    return fields.length === 0 ? NONE : fields.map(parseFieldPath);
  }, [results]);
}

interface Reviews {
  readonly hasRules: boolean;
  readonly results: readonly Json[] | undefined;
}

function useReviews({ model, verbs, name }: RightsQuestion): Reviews {
  const { data: caller } = useQuery(callerQuery);
  const hasRules = caller !== null;
  const { data: results } = useQuery({
    queryKey: ["rights", modelKey(model), verbs, name],
    queryFn: ({ signal }) => askRights({ model, verbs, name }, signal),
    enabled: caller !== undefined && hasRules,
    staleTime: STALE_AFTER,
  });
  return { hasRules, results };
}

/** What a role can allow beyond objects. */
export type OperatorVerb = "inspect" | "reconcile" | "explain" | "tokens";

/** Whether the caller is an operator who may do this; `undefined` until it is known. */
export function useOperator(verb: OperatorVerb): boolean | undefined {
  const { data: caller } = useQuery(callerQuery);
  return caller === null ? true : caller?.operator.includes(verb);
}

/** Which of some endpoints the caller may call, by method and path; those that are not known yet are left out. */
export function useCallable(endpoints: readonly Endpoint[]): ReadonlyMap<string, boolean> {
  const { data: caller } = useQuery(callerQuery);
  const names = endpoints.map(endpointName);
  const { data } = useQuery({
    queryKey: ["rights", "endpoints", names],
    queryFn: async ({ signal }) => {
      const answers = await review(
        names.map((endpoint) => ({ endpoint })),
        signal,
      );
      return new Map(names.map((name, at) => [name, answers[at]?.["allowed"] === true]));
    },
    enabled: caller !== undefined && caller !== null && names.length > 0,
    staleTime: STALE_AFTER,
  });
  return caller === null ? new Map(names.map((name) => [name, true])) : (data ?? new Map());
}

/** As roles name it. */
export function endpointName({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

interface RightsQuestion {
  readonly model: Model;
  readonly verbs: readonly Verb[];
  readonly name?: string | undefined;
  /** What is below the objects. */
  readonly part?: "history";
}

async function askRights({ model, verbs, name, part }: RightsQuestion, signal: AbortSignal): Promise<readonly Json[]> {
  const { plural, group } = model;
  const resource = part === undefined ? plural : `${plural}/${part}`;
  const reviews = verbs.map((verb) => ({ verb, resource, group, ...(name !== undefined && { name }) }));
  return review(reviews, signal);
}

async function review(reviews: readonly object[], signal: AbortSignal): Promise<readonly Json[]> {
  const path = "/apis/-/access-reviews";
  const answer = await transport.value({ method: "POST", path, body: { reviews }, options: { signal } });
  return listOf(recordOf(answer)["results"]).map(recordOf);
}
