import type { Changes, InputLike, JsonPatch, Named, New, Objects, StatusOfObjects, StoredLike } from "@cmgen/model";
import type { ObjectState } from "@cmgen/model/internal";
import type { MutationOptions, QueryClient } from "@tanstack/query-core";
import { isProblem } from "../api-problem.js";
import { ageOf } from "../object-age.js";
import { changeCached, putCached, type Rollback } from "./cached-objects.js";
import { objectKey, type ResourceKey } from "./resource-keys.js";

/** Which object a mutation is about. */
export interface Deletion {
  readonly name: string;
  /** Only if the object is still as it was read: its `metadata` then. Else the service refuses with `PreconditionFailed`. */
  readonly ifMatch?: ObjectState;
}

/** What a mutation changes of an object. */
export interface Update<Input> extends Deletion {
  readonly changes: Changes<Input>;
}

/** The operations that a mutation applies to an object. */
export interface Patching extends Deletion {
  readonly operations: JsonPatch;
}

/** What a mutation changes of an object's status. */
export interface StatusUpdate<Stored> extends Deletion {
  readonly status: Exclude<Parameters<StatusOfObjects<Stored>["update"]>[1], (object: Stored) => unknown>;
}

/** A mutation's options, for `useMutation` and `MutationObserver`. */
type Mutation<Stored, Variables> = MutationOptions<Stored, Error, Variables, Rollback | undefined>;

/** The mutations of one resource. What has succeeded is in the cache at once; lists are fetched again. */
export interface ResourceMutations<Stored extends StoredLike, Input extends InputLike> {
  /** Lists show the object once they are fetched again: which of them have it, and where, the service knows. */
  create(): Mutation<Stored, New<Input>>;
  /** Shown at once, and taken back where it fails. After a `Conflict` the cache has the object as somebody else has left it. */
  replace(): Mutation<Stored, Named<Input>>;
  /** Merges changes into an object. */
  update(): Mutation<Stored, Update<Input>>;
  patch(): Mutation<Stored, Patching>;
  apply(): Mutation<Stored, Named<Input>>;
  /** Shown at once, and taken back where it fails. */
  delete(): Mutation<Stored, Deletion>;
  updateStatus(): Mutation<Stored, StatusUpdate<Stored>>;
}

/** What the mutations call. A client of a type without a status has no `status`. */
type WritingClient<Stored extends StoredLike, Input extends InputLike> = Pick<
  Objects<Stored, Input, unknown>,
  "get" | "create" | "replace" | "update" | "patch" | "apply" | "delete"
> & { readonly status?: StatusOfObjects<Stored> };

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
  /** A mutation whose result is put into the cache when it is known. */
  const shownLater = <Variables>(write: (variables: Variables) => Promise<Stored>): Mutation<Stored, Variables> => ({
    ...common,
    mutationFn: async (variables, { client: queries }) => {
      const written = await write(variables);
      putCached({ queries, key }, written);
      queries.setQueryData<Stored>(objectKey(key, written.metadata.name), (held) =>
        held !== undefined && ageOf(held) > ageOf(written) ? held : written,
      );
      return written;
    },
  });
  return {
    create: () => shownLater((object) => client.create(object)),
    update: () => shownLater(({ name, changes, ...options }) => client.update(name, changes, options)),
    patch: () => shownLater(({ name, operations, ...options }) => client.patch(name, operations, options)),
    apply: () => shownLater((object) => client.apply(object)),
    updateStatus: () =>
      shownLater(async ({ name, status, ...options }) => {
        if (client.status === undefined) throw new TypeError("Objects of this type have no status to update");
        return client.status.update(name, status, options);
      }),
    replace: () => ({
      ...common,
      mutationFn: (object, { client: queries }) => replaced(client, object, { queries, key }),
      onMutate: (object, { client: queries }) =>
        change<Stored>(queries, { key, name: object.metadata.name }, (stored) => changed(stored, object)),
    }),
    delete: () => ({
      ...common,
      mutationFn: ({ name, ...options }) => client.delete(name, options),
      onMutate: ({ name }, { client: queries }) => change<Stored>(queries, { key, name }, deleted),
    }),
  };
}

/** Replaces an object. Where somebody else was faster, the cache gets what they have left. */
async function replaced<Stored extends StoredLike, Input extends InputLike>(
  client: Pick<WritingClient<Stored, Input>, "get" | "replace">,
  object: Named<Input>,
  { queries, key }: { readonly queries: QueryClient; readonly key: ResourceKey },
): Promise<Stored> {
  const { name } = object.metadata;
  try {
    const stored = await client.replace(object);
    putCached({ queries, key }, stored);
    return stored;
  } catch (error) {
    const theirs = isConflict(error) ? await client.get(name).catch(() => undefined) : undefined;
    if (theirs !== undefined) {
      putCached({ queries, key }, theirs);
      queries.setQueryData<Stored>(objectKey(key, name), theirs);
    }
    throw error;
  }
}

/** Fetches what is shown of a resource. Of several mutations, the last does: what is fetched before would not show the others. */
function fetchAgain(queries: QueryClient, key: ResourceKey): void {
  if (queries.isMutating({ mutationKey: key }) <= 1) void queries.invalidateQueries({ queryKey: key });
}

/** Whether a write was refused because somebody else has changed the object since it was read. */
export function isConflict(error: unknown): boolean {
  return isProblem(error, "Conflict", "PreconditionFailed");
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

/** The likely result of a replacement. It keeps the old version, so that every state from the service is newer. */
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
