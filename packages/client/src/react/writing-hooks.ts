import { useMutation, useQuery, skipToken } from "@tanstack/react-query";
import type { IndexShapes } from "@cmgen/model";
import { isConflict } from "../query/resource-mutations.js";
import type { InputLike, StoredLike } from "../resource-client.js";
import type { Resource, ResourceHooks, UpdateConflict, Updating } from "./resource-hooks.js";

/** The hooks that change objects. */
export function writingHooks<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  useResource: () => Resource<Stored, Input, Indexes, References>,
): Pick<ResourceHooks<Stored, Input, Indexes, References>, "useCreate" | "useUpdate" | "useDelete"> {
  function useUpdate(): Updating<Stored, Input> {
    const { queries } = useResource();
    const mutation = useMutation(queries.update());
    const yours = isConflict(mutation.error) ? mutation.variables : undefined;
    // The mutation has fetched it. This only subscribes to it.
    const { queryKey } = queries.object(yours?.metadata.name ?? "");
    const theirs = useQuery<Stored>({ queryKey, queryFn: skipToken }).data;
    if (yours === undefined || theirs === undefined) return { ...mutation, conflict: undefined };
    const { uid, version } = theirs.metadata;
    const conflict: UpdateConflict<Stored, Input> = {
      yours,
      theirs,
      overwrite: (callbacks = {}) =>
        mutation.mutate({ ...yours, metadata: { ...yours.metadata, uid, version } }, callbacks),
    };
    return { ...mutation, conflict };
  }

  return {
    useUpdate,
    useCreate: () => useMutation(useResource().queries.create()),
    useDelete: () => useMutation(useResource().queries.delete()),
  };
}
