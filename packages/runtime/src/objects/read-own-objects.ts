import type {
  ChangeEvent,
  CountedListOptions,
  CountedListResult,
  Included,
  Including,
  ListOptions,
  ListResult,
  ResetEvent,
  Stored,
  WalkOptions,
  WatchOptions,
} from "@cmgen/model";
import { type AnyListOptions, eachOf, pagesOf } from "@cmgen/model/internal";
import { backgroundSlot } from "../background/background-slot.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import { notFound } from "../resource/refusal.js";
import type { OwnCall, Resource } from "../resource/resource.js";
import { readShown } from "../resource/shown-bytes.js";
import type { WriteContext } from "../resource/write-context.js";
import type { ChangeSource } from "../watch/change-source.js";
import type { OwnContexts } from "./own-context.js";
import { ownAggregate } from "./own-aggregate.js";
import { ownList, parseStoredAs } from "./own-list.js";
import { watchOwn } from "./own-watch.js";

/** How many objects `pages` and `each` read at a time: parsing more would keep other requests waiting. */
const PAGE = 100;

type Reading = "get" | "find" | "exists" | "list" | "pages" | "each" | "count" | "aggregate" | "watch";

/** The methods that change nothing. */
export function readOwnObjects<T extends ExtensionObject, Indexes, References>(
  as: OwnContexts,
  changes: ChangeSource,
): Pick<Resource<T, Indexes, References>, Reading> {
  type Object = Stored<T>;
  async function find(name: string, options?: OwnCall): Promise<Object | undefined> {
    options?.signal?.throwIfAborted();
    const shown = await readShown(as({ verb: "get" }), name);
    return shown && parseStoredAs<T>(shown.data);
  }
  function list<Field extends keyof References = never, Count extends string = never>(
    options?: CountedListOptions<Indexes> & Including<Field, Count> & OwnCall,
  ): Promise<CountedListResult<Object> & Included<References, Field, Count>>;
  function list<Field extends keyof References = never, Count extends string = never>(
    options?: ListOptions<Indexes> & Including<Field, Count> & OwnCall,
  ): Promise<ListResult<Object> & Included<References, Field, Count>>;
  function list(options: ListOptions<Indexes> & Including<string, string> & OwnCall = {}): Promise<ListResult<Object>> {
    return ownList(as({ verb: "list" }), options);
  }
  const pages = (options?: WalkOptions<Indexes> & OwnCall): AsyncGenerator<ListResult<Object>> =>
    ownPages<T, Indexes>(as({ verb: "list" }), options);
  function watch(options?: WatchOptions<Indexes> & OwnCall & { relist?: false }): AsyncGenerator<ChangeEvent<Object>>;
  function watch(options: WatchOptions<Indexes> & OwnCall): AsyncGenerator<ChangeEvent<Object> | ResetEvent<Object>>;
  function watch(
    options: WatchOptions<Indexes> & OwnCall = {},
  ): AsyncGenerator<ChangeEvent<Object> | ResetEvent<Object>> {
    const { where, labels } = options;
    const selection = { ...(where !== undefined && { where }), ...(labels !== undefined && { labels }) };
    const context = as({ verb: "watch" });
    return watchOwn<T>({ context, changes, options, list: () => resetOf(pages(selection)) });
  }
  return {
    find,
    async get(name, options) {
      const object = await find(name, options);
      if (object === undefined) throw notFound(as({ verb: "get" }).view.model, name);
      return object;
    },
    exists: async (name, options) => (await find(name, options)) !== undefined,
    list,
    pages,
    each: (options) => eachOf(pages(options)),
    count: async (options) => (await list({ ...options, page: 1, size: 1 })).total,
    aggregate: async (options = {}) => ownAggregate(as({ verb: "list" }), options),
    watch,
  };
}

async function* ownPages<T extends ExtensionObject, Indexes>(
  context: WriteContext,
  options: WalkOptions<Indexes> & OwnCall = {},
): AsyncGenerator<ListResult<Stored<T>>> {
  const read = (page: AnyListOptions & OwnCall): Promise<ListResult<Stored<T>>> => ownList(context, page);
  for await (const page of pagesOf(read, { limit: PAGE, ...options })) {
    yield page;
    await backgroundSlot();
  }
}

/** All objects, and the revision of the first page: changes made while the others are read come after it. */
async function resetOf<Object>(pages: AsyncIterable<ListResult<Object>>): Promise<ResetEvent<Object>> {
  const objects: Object[] = [];
  let resourceVersion: string | undefined;
  for await (const { metadata, items } of pages) {
    resourceVersion ??= metadata.resourceVersion;
    objects.push(...items);
  }
  return { type: "RESET", resourceVersion: String(resourceVersion), objects };
}
