import type { ChangeEvent, IndexShapes } from "@cmgen/model";
import { ApiProblem } from "./api-problem.js";
import type { CallOptions, ReconnectOptions } from "./client-options.js";
import type { CountedListOptions, Including, ListAllOptions, ListOptions, WatchOptions } from "./list-options.js";
import { listObjects, stretches } from "./list-objects.js";
import { cacheObjects } from "./object-cache.js";
import type {
  CountedListResult,
  Included,
  InputLike,
  ListResult,
  ResetEvent,
  ResourceClient,
  StoredLike,
} from "./resource-client.js";
import type { Target } from "./target.js";
import { watchCollection } from "./watch-collection.js";

type Reading = "list" | "listAll" | "get" | "getIfChanged" | "exists" | "watch" | "cache";

/** The methods that change nothing. */
export function readObjects<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References,
>(
  target: Target,
  reconnect: ReconnectOptions | undefined,
): Pick<ResourceClient<Stored, Input, Indexes, References>, Reading> {
  const { transport, pathOf, tagOf } = target;
  function list<Field extends keyof References>(
    given: CountedListOptions<Indexes> & Including<Field>,
  ): Promise<CountedListResult<Stored> & Included<References, Field>>;
  function list<Field extends keyof References>(
    given: ListOptions<Indexes> & Including<Field>,
  ): Promise<ListResult<Stored> & Included<References, Field>>;
  function list(given?: CountedListOptions<Indexes>): Promise<CountedListResult<Stored>>;
  function list(given?: ListOptions<Indexes>): Promise<ListResult<Stored>>;
  async function list(given: ListOptions<Indexes> = {}): Promise<ListResult<Stored>> {
    return listObjects(target, given);
  }
  async function* listAll(given: ListAllOptions<Indexes> = {}): AsyncGenerator<Stored, void, undefined> {
    for await (const { items } of stretches<Stored>(target, given)) yield* items;
  }
  function watch(given?: WatchOptions<Indexes> & { relist?: false }): AsyncGenerator<ChangeEvent<Stored>>;
  function watch(given: WatchOptions<Indexes>): AsyncGenerator<ChangeEvent<Stored> | ResetEvent<Stored>>;
  function watch(given: WatchOptions<Indexes> = {}): AsyncGenerator<ChangeEvent<Stored> | ResetEvent<Stored>> {
    return watchCollection(target, given, reconnect);
  }
  const read = (name: string, options?: CallOptions) => ({ method: "GET", path: pathOf(name), options });
  return {
    list,
    listAll,
    get: async (name, given) => transport.json(read(name, given)),
    getIfChanged: async (name, { uid, version }, given) => {
      const ifNoneMatch = tagOf({ uid, version }) ?? "";
      const response = await transport.send({ ...read(name, given), ifNoneMatch });
      return response.status === 304 ? undefined : transport.read(response);
    },
    exists: async (name, given) =>
      transport.send({ ...read(name, given), ifNoneMatch: "*" }).then(() => true, orAbsent),
    watch,
    cache: ({ indexes, ...given } = {}) =>
      cacheObjects((signal) => watch({ ...given, relist: true, signal }), indexes, reconnect),
  };
}

function orAbsent(error: unknown): false {
  if (error instanceof ApiProblem && error.code === "NotFound") return false;
  throw error;
}
