import { useMutation, useQuery, skipToken } from "@tanstack/react-query";
import type { IndexShapes, InputLike, StoredLike } from "@cmgen/model";
import { isConflict } from "../query/resource-mutations.js";
import type { Resource, ResourceHooks, ReplaceConflict, Replacing } from "./resource-hooks.js";

type Writing = "useCreate" | "useReplace" | "useUpdate" | "usePatch" | "useApply" | "useDelete" | "useUpdateStatus";

/** The hooks that change objects. */
export function writingHooks<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): Pick<ResourceHooks<Stored, Input, Indexes, References>, Writing> {
  function useReplace(): Replacing<Stored, Input> {
    const { queries } = useResource();
    const mutation = useMutation(queries.replace());
    const yours = isConflict(mutation.error) ? mutation.variables : undefined;
    // The mutation has fetched it. This only subscribes to it.
    const { queryKey } = queries.object(yours?.metadata.name ?? "");
    const theirs = useQuery<Stored>({ queryKey, queryFn: skipToken }).data;
    if (yours === undefined || theirs === undefined) return { ...mutation, conflict: undefined };
    const { uid, version } = theirs.metadata;
    const conflict: ReplaceConflict<Stored, Input> = {
      yours,
      theirs,
      overwrite: (callbacks = {}) =>
        mutation.mutate({ ...yours, metadata: { ...yours.metadata, uid, version } }, callbacks),
    };
    return { ...mutation, conflict };
  }

  return {
    useReplace,
    useCreate: () => useMutation(useResource().queries.create()),
    useUpdate: () => useMutation(useResource().queries.update()),
    usePatch: () => useMutation(useResource().queries.patch()),
    useApply: () => useMutation(useResource().queries.apply()),
    useDelete: () => useMutation(useResource().queries.delete()),
    useUpdateStatus: () => useMutation(useResource().queries.updateStatus()),
  };
}
