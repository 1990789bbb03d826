import { useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { OnlyIndexes, Selection } from "@cmgen/model";
import { requestText } from "../query/resource-keys.js";

interface Followed<Indexes> {
  readonly selection: Selection<Indexes>;
  /** Where following starts: the revision of what is shown. */
  readonly revision?: string | undefined;
}

interface Followable<Indexes> {
  follow<Key extends string = never>(
    cache: QueryClient,
    selection: Selection<Indexes> & OnlyIndexes<Key, Indexes>,
    revision?: string,
  ): () => void;
}

/** Follows a selection while the component is there and `isOn`. */
export function useFollow<Indexes>(
  queries: Followable<Indexes>,
  isOn: boolean,
  { selection, revision }: Followed<Indexes>,
): void {
  const cache = useQueryClient();
  const text = requestText(selection);
  useEffect(
    () => (isOn ? queries.follow<never>(cache, selection, revision) : undefined),
    // The text stands for the selection, and only the first revision matters: the watch goes on by itself.
    [cache, queries, text, isOn],
  );
}

/** What a request selects. */
export function selectionOf<Indexes>({ where, labels }: Selection<Indexes>): Selection<Indexes> {
  return { ...(where !== undefined && { where }), ...(labels !== undefined && { labels }) };
}
