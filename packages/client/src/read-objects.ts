import type {
  ChangeEvent,
  CountedListOptions,
  CountedListResult,
  Included,
  Including,
  IndexShapes,
  InputLike,
  ListOptions,
  ListResult,
  StoredLike,
  WalkOptions,
  WatchOptions,
} from "@cmgen/model";
import { aggregateParameters, type AnyAggregateOptions, assertOwnValues, eachOf, pagesOf } from "@cmgen/model/internal";
import type { CallOptions, ReconnectOptions } from "./client-options.js";
import { isProblem } from "./api-problem.js";
import { listObjects, readCollection } from "./list-objects.js";
import { cacheObjects } from "./object-cache.js";
import type { ResourceClient, Watched } from "./resource-client.js";
import type { Target } from "./target.js";
import { watchCollection } from "./watch-collection.js";

type Reading = "get" | "find" | "exists" | "list" | "pages" | "each" | "count" | "aggregate" | "watch" | "cache";

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
  const { transport, pathOf } = target;
  type Call = CallOptions;
  function list<Field extends keyof References = never, Count extends string = never>(
    given?: CountedListOptions<Indexes> & Including<Field, Count> & Call,
  ): Promise<CountedListResult<Stored> & Included<References, Field, Count>>;
  function list<Field extends keyof References = never, Count extends string = never>(
    given?: ListOptions<Indexes> & Including<Field, Count> & Call,
  ): Promise<ListResult<Stored> & Included<References, Field, Count>>;
  async function list(
    given: ListOptions<Indexes> & Including<string, string> & Call = {},
  ): Promise<ListResult<Stored>> {
    return listObjects(target, given);
  }
  const pages = (given: WalkOptions<Indexes> & Call = {}): AsyncGenerator<ListResult<Stored>, void, undefined> =>
    pagesOf((options) => listObjects<Stored>(target, options), given);
  function watch(given?: WatchOptions<Indexes> & Call & { relist?: false }): AsyncGenerator<ChangeEvent<Stored>>;
  function watch(given: WatchOptions<Indexes> & Call): AsyncGenerator<Watched<Stored>>;
  function watch(given: WatchOptions<Indexes> & Call = {}): AsyncGenerator<Watched<Stored>> {
    return watchCollection(target, given, reconnect);
  }
  const read = (name: string, options?: Call) => ({ method: "GET", path: pathOf(name), options });
  const get = async (name: string, given?: Call): Promise<Stored> => transport.json(read(name, given));
  return {
    get,
    find: (name, given) => get(name, given).catch(orAbsent(undefined)),
    exists: async (name, given) =>
      transport.send({ ...read(name, given), ifNoneMatch: "*" }).then(() => true, orAbsent(false)),
    list,
    pages,
    each: (given) => eachOf(pages(given)),
    count: async (given) => (await list({ ...given, page: 1, size: 1 })).total,
    aggregate: async (options: AnyAggregateOptions & Call = {}) =>
      readCollection(target, aggregateParameters(options), options),
    watch,
    cache({ indexes, ...given } = {}) {
      // The list that it begins with could be answered, but not followed.
      assertOwnValues(given, "A cache");
      return cacheObjects((signal) => watch({ ...given, relist: true, signal }), indexes, reconnect);
    },
  };
}

function orAbsent<Absent>(absent: Absent): (error: unknown) => Absent {
  return (error) => {
    if (isProblem(error, "NotFound")) return absent;
    throw error;
  };
}
