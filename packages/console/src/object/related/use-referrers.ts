import { useQueries } from "@tanstack/react-query";
import { useService } from "../../api/document-context.js";
import type { Model } from "../../api/model.js";
import { referrersOf, referrersQuery, type Incoming } from "../../api/referrers.js";

/** What refers to an object, as far as the caller may list it; fields by which nothing does are left out. */
export interface Referrers {
  readonly incoming: readonly Incoming[];
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** One request for each field of a model that can refer to the object: by the index that every reference has. */
export function useReferrers(model: Model, name: string): Referrers {
  const referrers = referrersOf(useService().models, model);
  const answers = useQueries({ queries: referrers.map((referrer) => referrersQuery(referrer, name)) });
  const incoming = referrers.flatMap((referrer, place) => {
    const found = answers[place]?.data;
    return found === undefined || found.names.length === 0 ? [] : [{ referrer, ...found }];
  });
  return {
    incoming,
    isPending: answers.some(({ isPending }) => isPending),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}
