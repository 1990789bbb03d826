import { parseFieldPath } from "@cmgen/model";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { transport } from "./connection.js";
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
  const body = recordOf(
    await transport.value({ method: "POST", path: "/apis/-/access-reviews", body: { reviews }, options: { signal } }),
  );
  return listOf(body["results"]).map(recordOf);
}
