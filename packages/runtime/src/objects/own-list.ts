import { type AnyListOptions, type ListResult, listParameters, parseJsonText, type Stored } from "@cmgen/model";
import { planOwnList } from "../list/plan-list.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import { listObjects } from "../resource/object-list.js";
import { includedObjects } from "../resource/references/include-objects.js";
import { referencesNamed } from "../resource/references/named-references.js";
import { OtherResources } from "../resource/references/other-resources.js";
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
  { include = [], signal, ...options }: Options,
): Promise<ListResult<Stored<T>>> {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(known, name));
  if (unknown !== undefined)
    throw new TypeError(`A list has no option "${unknown}". Options: ${Object.keys(known).join(", ")}.`);
  signal?.throwIfAborted();
  const references = include.length === 0 ? [] : referencesNamed(context, include, "plugin");
  const plan = planOwnList(context.view.model, listParameters(options), {
    visibility: context.access?.scope.visibility,
    related: new OtherResources(context, "plugin"),
  });
  const { summary, items } = await listObjects(context, plan, signal && (() => signal));
  const bytes: Uint8Array[] = [];
  for await (const data of items) bytes.push(data);
  const nextCursor = summary.metadata.continue;
  return {
    ...summary,
    ...(nextCursor !== undefined && { nextCursor }),
    items: bytes.map((data) => parseStoredAs<T>(data)),
    ...(references.length > 0 && { included: await parsed(includedObjects(context, references, bytes)) }),
  };
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
