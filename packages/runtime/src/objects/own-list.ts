import type { ListResult, Stored } from "@cmgen/model";
import { type AnyListOptions, type Counts, listParameters, parseJsonText } from "@cmgen/model/internal";
import { OWN_LIMITS, planOwn, planOwnList, wrongList } from "../list/plan-list.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import { listObjects } from "../resource/object-list.js";
import { countReferrers, type ReferrerCounts } from "../resource/references/count-referrers.js";
import { assertFewItems, includedObjects } from "../resource/references/include-objects.js";
import { referencesNamed } from "../resource/references/named-references.js";
import { OtherResources } from "../resource/references/other-resources.js";
import { planCounts, type PlannedCount } from "../resource/references/plan-counts.js";
import type { OwnCall } from "../resource/resource.js";
import type { WriteContext } from "../resource/write-context.js";

type Options = AnyListOptions & OwnCall;

const known: Readonly<Record<keyof Options, true>> = {
  where: true,
  labels: true,
  sort: true,
  page: true,
  size: true,
  limit: true,
  cursor: true,
  total: true,
  deleting: true,
  include: true,
  counts: true,
  signal: true,
};

/**
 * One list, as a plugin's own code asks for it.
 *
 * @throws {TypeError} for an option that there is not. The compiler sees to that, where it is asked: a condition that is not one of these would
 * not be looked at, and all objects be listed.
 * @throws {Error} for a list that the service would refuse.
 */
export async function ownList<T extends ExtensionObject>(
  context: WriteContext,
  { include = [], counts = {}, signal, ...options }: Options,
): Promise<ListResult<Stored<T>>> {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw new TypeError(`A list has no option "${unknown}". Options: ${Object.keys(known).join(", ")}.`);
  signal?.throwIfAborted();
  const references = include.length === 0 ? [] : referencesNamed(context, include, "plugin");
  const related = new OtherResources(context, "plugin");
  const { model } = context.view;
  const plan = planOwnList(model, listParameters(options), { visibility: context.access?.visibility, related });
  const texts = Object.values(counts).map((values) => values["~selects"]);
  const counted = planOwn(wrongList(model), () => planCounts(context, texts, { related, limits: OWN_LIMITS }));
  const read = await listObjects(context, plan, signal && (() => signal));
  const bytes: Uint8Array[] = [];
  for await (const data of read.items) bytes.push(data);
  const items = bytes.map((data) => parseStoredAs<T>(data));
  const nextCursor = read.summary.metadata.continue;
  return {
    ...read.summary,
    ...(nextCursor !== undefined && { nextCursor }),
    items,
    ...(references.length > 0 && { included: await parsed(includedObjects(context, references, bytes)) }),
    ...(counted.length > 0 && { counts: await ownCounts(context, { counts, counted, items, signal }) }),
  };
}

interface OwnCounts {
  readonly counts: Counts;
  readonly counted: readonly PlannedCount[];
  readonly items: readonly ExtensionObject[];
  readonly signal: AbortSignal | undefined;
}

/** How many objects refer to each of a page's, by the names that the plugin's code gave the counts. */
async function ownCounts(
  context: WriteContext,
  { counts, counted, items, signal }: OwnCounts,
): Promise<ReferrerCounts> {
  assertFewItems(items);
  const names = items.map(({ metadata }) => metadata.name);
  const found = await countReferrers(context, counted, { names, signal: signal && (() => signal) });
  return Object.fromEntries(Object.entries(counts).map(([name, values]) => [name, found[values["~selects"]] ?? {}]));
}

const decoder = new TextDecoder();

/** The bytes are of the model's type: every write checks them against its schema, or the plugin's own conversion made them. */
export function parseStoredAs<T extends ExtensionObject>(data: Uint8Array): Stored<T> {
  return parseJsonText(decoder.decode(data)) as Stored<T>;
}

/** Pieces of JSON as its value. */
export async function parsed(pieces: AsyncIterable<Uint8Array>): Promise<unknown> {
  const bytes: Uint8Array[] = [];
  for await (const piece of pieces) bytes.push(piece);
  return parseJsonText(decoder.decode(Buffer.concat(bytes)));
}
