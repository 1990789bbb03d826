import { type ListPage, type ListPlan, type ListWindow, printPosition, type Store } from "@cmgen/store";
import type { WriteContext } from "./write-context.js";
import { apiVersionOf, type ResourceList } from "@cmgen/model";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { bytesWithout } from "../access/hidden-fields.js";
import { scopedBytes } from "./shown-bytes.js";
import type { ReferrerCounts } from "./references/count-referrers.js";
import { shownItems } from "../version/shown-items.js";

/** A list read from the store: the items' bytes, converted if another version is stored, and the other members. */
export interface ObjectList {
  readonly summary: ListSummary;
  readonly items: ListPage["items"];
}

/** Reads a planned list. A list of all items is a stream, which holds a few of them at a time. */
export async function listObjects(
  context: Pick<WriteContext, "model" | "view" | "access"> & { readonly store: Pick<Store, "list"> },
  plan: ListPlan,
  signal?: () => AbortSignal,
): Promise<ObjectList> {
  const { store, model, view, access } = context;
  const { mayLack } = view;
  const { items, ...read } = await store.list(model, plan, signal);
  const summary = summarizeList(view.model, plan.window, read);
  const scope = access === undefined || access.scope.hidden.length === 0 ? undefined : access.scope;
  if (view.showsAllAsStored(mayLack) && scope === undefined) return { summary, items };
  // The plan has found covered objects only.
  const mask =
    scope &&
    ((data: Uint8Array) =>
      scope.isEven ? bytesWithout(view.shownBytes(data, mayLack), scope.hidden) : scopedBytes(context, scope, data));
  return { summary, items: await shownItems({ view, mayLack, mask }, items) };
}

/** The members of a list's body besides its items (HTTP API, Lists). */
interface ListSummary extends Omit<ResourceList<never>, "items"> {
  /** How many objects refer to each item. */
  readonly counts?: ReferrerCounts;
}

/** Describes the page that was read. The pages of a walk have no number. */
function summarizeList(model: ModelDescriptor, window: ListWindow, read: Omit<ListPage, "items">): ListSummary {
  const { total, hasNext } = read;
  const { page, size, hasPrevious } = position(window);
  return {
    apiVersion: apiVersionOf(model),
    kind: `${model.kind}List`,
    metadata: { resourceVersion: printPosition(read), ...(read.continue !== undefined && { continue: read.continue }) },
    page,
    size,
    ...(total !== undefined && { total, totalPages: countPages(total, size) }),
    first: !hasPrevious,
    last: !hasNext,
    hasNext,
    hasPrevious,
  };
}

function position(window: ListWindow): Pick<ListSummary, "page" | "size" | "hasPrevious"> {
  switch (window.by) {
    case "all":
      return { page: 1, size: 0, hasPrevious: false };
    case "page":
      return { page: window.page, size: window.size, hasPrevious: window.page > 1 };
    case "keyset":
      return { page: 0, size: window.limit, hasPrevious: window.after !== undefined };
    default:
      return window satisfies never;
  }
}

/** All items are one page, even if there are none. */
function countPages(total: number, size: number): number {
  return size === 0 ? 1 : Math.ceil(total / size);
}

const comma = Buffer.from(",");
const end = Buffer.from("]}");

/**
 * The JSON body of a list, in pieces. Objects are not parsed: their stored bytes are joined. A list of all items is read while the pieces are
 * consumed, so a slow client slows down the reading.
 */
export async function* listBody({ summary, items }: ObjectList): AsyncGenerator<Uint8Array, void, undefined> {
  if (!("batches" in items)) {
    yield wholeListBody(summary, items);
    return;
  }
  // Reading begins before the first piece, so that a consumer that stops after it (a HEAD does) releases the snapshot.
  let isFirst = true;
  for await (const { joined } of items.batches()) {
    if (isFirst) yield head(summary);
    yield isFirst ? joined.subarray(comma.length) : joined;
    isFirst = false;
  }
  if (isFirst) yield head(summary);
  yield end;
}

const lineEnd = Buffer.from("\n");

/** The objects of a list alone, one on each line. */
export async function* lineBody(items: ListPage["items"]): AsyncGenerator<Uint8Array, void, undefined> {
  const linesOf = (objects: readonly Uint8Array[]): Uint8Array =>
    Buffer.concat(objects.flatMap((object) => [object, lineEnd]));
  if ("batches" in items) for await (const batch of items.batches()) yield linesOf(batch.items());
  else yield linesOf(items);
}

/** The body of a list whose items are in memory, as one piece. */
export function wholeListBody(summary: ListSummary, items: readonly Uint8Array[]): Uint8Array {
  const parts = [head(summary)];
  for (const item of items) {
    if (parts.length > 1) parts.push(comma);
    parts.push(item);
  }
  parts.push(end);
  return Buffer.concat(parts);
}

/** The body of a page, with an object in JSON after its items. */
export async function* includingBody(
  { summary, items }: { readonly summary: ListSummary; readonly items: readonly Uint8Array[] },
  included: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield wholeListBody(summary, items).subarray(0, -1);
  yield Buffer.from(',"included":');
  yield* included;
  yield Buffer.from("}");
}

function head(summary: ListSummary): Uint8Array {
  return Buffer.from(`${JSON.stringify(summary).slice(0, -1)},"items":[`);
}

/**
 * The body of the answer to a collection's deletion, written while objects are deleted: the last state of each. The number of objects is known
 * at the end, so all other members follow the items.
 */
export async function* deletedBody(context: WriteContext, deleted: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const { store } = context;
  const { model } = context.view;
  yield Buffer.from(
    `${JSON.stringify({ apiVersion: apiVersionOf(model), kind: `${model.kind}List` }).slice(0, -1)},"items":[`,
  );
  let total = 0;
  for await (const item of deleted) {
    yield total === 0 ? Buffer.from(item) : Buffer.concat([comma, item]);
    total += 1;
  }
  const read = { ...(await store.newest()), total, hasNext: false };
  const { apiVersion: _, kind: __, ...rest } = summarizeList(model, { by: "all" }, read);
  yield Buffer.from(`],${JSON.stringify(rest).slice(1)}`);
}
