import type { AnyListOptions } from "../query/list-parameters.js";
import type { ListResult } from "./objects.js";

/** How many objects are read at a time. */
const DEFAULT_LIMIT = 500;

type List<Stored, Options> = (options: Options) => Promise<ListResult<Stored>>;

/** All pages of a list, each begun where the one before ended. Nothing more is read once the reader stops. */
export async function* pagesOf<Stored, Options extends AnyListOptions>(
  list: List<Stored, Options>,
  given: Options,
): AsyncGenerator<ListResult<Stored>, void, undefined> {
  const options = { total: false, ...given, limit: given.limit ?? DEFAULT_LIMIT };
  for (let page = await list(options); ; page = await list({ ...options, cursor: page.nextCursor })) {
    yield page;
    if (page.nextCursor === undefined) return;
  }
}

/** The objects of all pages, one after another. */
export async function* eachOf<Stored>(
  pages: AsyncIterable<ListResult<Stored>>,
): AsyncGenerator<Stored, void, undefined> {
  for await (const { items } of pages) yield* items;
}
