import type { ObjectState } from "@cmgen/model";
import type { MutationOptions, QueryClient } from "@tanstack/query-core";
import { ApiProblem } from "../api-problem.js";
import type { InputLike, Named, StoredLike } from "../resource-client.js";
import { changeCached, putCached, type Rollback } from "./cached-objects.js";
import { objectKey, type ResourceKey } from "./resource-keys.js";

/** Which object is deleted. */
export interface Deletion {
  readonly name: string;
  /** Only if the object is still as it was read: its `metadata` then. Else the service refuses with `PreconditionFailed`. */
  readonly ifMatch?: ObjectState;
}

/** A mutation's options, for `useMutation` and `MutationObserver`. */
type Mutation<Stored, Variables> = MutationOptions<Stored, Error, Variables, Rollback | undefined>;

/** The mutations of one resource. What has succeeded is in the cache at once; lists are fetched again. */
export interface ResourceMutations<Stored, Input> {
  /** Lists show the object once they are fetched again: which of them have it, and where, the service knows. */
  create(): Mutation<Stored, Input>;
  /** Shown at once, and taken back where it fails. After a `Conflict` the cache has the object as somebody else has left it. */
  update(): Mutation<Stored, Named<Input>>;
  /** Shown at once, and taken back where it fails. */
  delete(): Mutation<Stored, Deletion>;
}

/** What the mutations call. */
interface WritingClient<Stored, Input> {
  get(name: string): Promise<Stored>;
  create(object: Input): Promise<Stored>;
  update(object: Named<Input>): Promise<Stored>;
  delete(name: string, options?: { ifMatch: ObjectState }): Promise<Stored>;
}

export function resourceMutations<Stored extends StoredLike, Input extends InputLike>(
  client: WritingClient<Stored, Input>,
  key: ResourceKey,
): ResourceMutations<Stored, Input> {
  const common: Pick<Mutation<unknown, unknown>, "mutationKey" | "onError" | "onSettled"> = {
    mutationKey: key,
    onError: (_, __, rollback) => rollback?.(),
    // The last of what it is given is where the mutation runs.
    onSettled: (...given) => fetchAgain(given[4].client, key),
  };
  return {
    create: () => ({
      ...common,
      mutationFn: async (object, { client: queries }) => {
        const created = await client.create(object);
        return queries.setQueryData<Stored>(objectKey(key, created.metadata.name), created) ?? created;
      },
    }),
    update: () => ({
      ...common,
      mutationFn: async (object, { client: queries }) => {
        const { name } = object.metadata;
        try {
          const updated = await client.update(object);
          putCached({ queries, key }, updated);
          return updated;
        } catch (error) {
          const theirs = isConflict(error) ? await client.get(name).catch(() => undefined) : undefined;
          if (theirs !== undefined) {
            putCached({ queries, key }, theirs);
            queries.setQueryData<Stored>(objectKey(key, name), theirs);
          }
          throw error;
        }
      },
      onMutate: (object, { client: queries }) =>
        change<Stored>(queries, { key, name: object.metadata.name }, (stored) => changed(stored, object)),
    }),
    delete: () => ({
      ...common,
      mutationFn: ({ name, ifMatch }) => client.delete(name, ...(ifMatch === undefined ? [] : [{ ifMatch }])),
      onMutate: ({ name }, { client: queries }) => change<Stored>(queries, { key, name }, deleted),
    }),
  };
}

/** Fetches what is shown of a resource. Of several mutations, the last does: what is fetched before would not show the others. */
function fetchAgain(queries: QueryClient, key: ResourceKey): void {
  if (queries.isMutating({ mutationKey: key }) <= 1) void queries.invalidateQueries({ queryKey: key });
}

/** Whether an update was refused because somebody else has changed the object since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiProblem && (error.code === "Conflict" || error.code === "PreconditionFailed");
}

/** Shows a change before the service has made it. Cancels fetches, because their answers may not have it. */
async function change<Stored extends StoredLike>(
  queries: QueryClient,
  { key, name }: { readonly key: ResourceKey; readonly name: string },
  to: (stored: Stored) => Stored | undefined,
): Promise<Rollback> {
  await queries.cancelQueries({ queryKey: key });
  return changeCached<Stored>({ queries, key, name }, to);
}

/** The likely result of an update. It keeps the old version, so that every state from the service is newer. */
function changed<Stored extends StoredLike>(stored: Stored, { metadata, ...rest }: InputLike): Stored {
  const { name, uid, creationTimestamp, version } = stored.metadata;
  return { ...stored, ...rest, metadata: { ...stored.metadata, ...metadata, name, uid, creationTimestamp, version } };
}

/** The likely result of a deletion: gone, or waiting for finalizers. */
function deleted<Stored extends StoredLike>(stored: Stored): Stored | undefined {
  const { finalizers = [], deletionTimestamp = new Date().toISOString() } = stored.metadata;
  if (finalizers.length === 0) return undefined;
  return { ...stored, metadata: { ...stored.metadata, deletionTimestamp } };
}
