import {
  type AnyIndexes,
  listParameters,
  parseJsonText,
  type Input,
  type JsonPatch,
  type MergePatch,
  type ResourceList,
  type Stored,
} from "@cmgen/model";
import { ApiError } from "../error/api-error.js";
import { planOwnList } from "../list/plan-list.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { StoredBytes } from "@cmgen/store";
import { createObject } from "./create-object.js";
import { deleteObject } from "./delete-object.js";
import { listObjects } from "./object-list.js";
import { applyPatchDocument } from "./patch/apply-patch-document.js";
import { patchObject } from "./patch-object.js";
import { readObject } from "./stored-object.js";
import { notFound } from "./refusal.js";
import type { CountedList, CountedListQuery, ListQuery, Resource, StatusUpdate } from "./resource.js";
import { updateObject } from "./update-object.js";
import { updateStatus } from "./update-status.js";
import { walkObjects } from "./walk-objects.js";
import type { WriteContext } from "./write-context.js";

/** Typed access to one model's objects. Methods use no `this`, so they can be detached. */
export function createResource<T extends ExtensionObject, Indexes = AnyIndexes>(
  context: WriteContext,
): Resource<T, Indexes> {
  const { view } = context;
  const { model } = view;
  const find = async (name: string): Promise<Stored<T> | undefined> => {
    const stored = await readObject(context, name);
    return stored && parse<T>({ data: view.shownBytes(stored.data) });
  };
  function list(query?: CountedListQuery<Indexes>): Promise<CountedList<Stored<T>>>;
  function list(query?: ListQuery<Indexes>): Promise<ResourceList<Stored<T>>>;
  function list(query?: ListQuery<Indexes>): Promise<ResourceList<Stored<T>>> {
    return readList(context, query);
  }
  return {
    find,
    async get(name) {
      const object = await find(name);
      if (object === undefined) throw notFound(model, name);
      return object;
    },
    list,
    async *each(query = {}) {
      assertKnownOptions(query);
      const plan = planOwnList(model, listParameters({ ...query, total: false }));
      for await (const data of walkObjects(context, plan)) yield parse<T>({ data: view.shownBytes(data) });
    },
    create: async (input: Input<T>) => parse<T>(await createObject(context, toJson(input))),
    async update(input: Input<T>) {
      return parse<T>(await updateObject(context, { name: nameOf(input), body: toJson(input) }));
    },
    async patch(name: string, patch: MergePatch<Input<T>> | JsonPatch) {
      return parse<T>(await patchObject(context, { name, apply: applyPatchDocument(toJson(patch)) }));
    },
    async updateStatus({ metadata, status }: StatusUpdate<T>) {
      const { name, uid, version } = metadata;
      const body = toJson({ metadata: { name, uid, version }, status });
      return parse<T>(await updateStatus(context, { name, next: () => body }));
    },
    async changeStatus(name: string, change: (object: Stored<T>) => T["status"]) {
      // A copy of the object, since a change may write into it.
      const next = (shown: unknown): unknown =>
        toJson({ metadata: { name }, status: change(toJson(shown) as Stored<T>) });
      return parse<T>(await updateStatus(context, { name, next }));
    },
    async delete(name, { uid, version } = {}) {
      return parse<T>(await deleteObject(context, name, { uid, version }));
    },
  };
}

const listOptions: Readonly<Record<keyof ListQuery, true>> = {
  where: true,
  labels: true,
  sort: true,
  page: true,
  size: true,
  limit: true,
  continue: true,
  total: true,
};

/** The compiler sees to that, where it is asked. A condition that is not one of these would not be looked at, and all objects be listed. */
function assertKnownOptions(query: object): void {
  const unknown = Object.keys(query).find((name) => !Object.hasOwn(listOptions, name));
  if (unknown === undefined) return;
  throw new TypeError(`A list has no option "${unknown}". Options: ${Object.keys(listOptions).join(", ")}.`);
}

async function readList<T extends ExtensionObject, Indexes>(
  context: WriteContext,
  query: ListQuery<Indexes> = {},
): Promise<ResourceList<Stored<T>>> {
  assertKnownOptions(query);
  const { summary, items } = await listObjects(context, planOwnList(context.view.model, listParameters(query)));
  const objects: Stored<T>[] = [];
  for await (const data of items) objects.push(parse<T>({ data }));
  return { ...summary, items: objects };
}

const decoder = new TextDecoder();

/** The bytes are of the model's type: every write checks them against its schema, or the plugin's own conversion made them. */
function parse<T extends ExtensionObject>(stored: Pick<StoredBytes, "data">): Stored<T> {
  return parseJsonText(decoder.decode(stored.data)) as Stored<T>;
}

/** A copy of a caller's value as JSON, into which defaults may be written. */
function toJson(value: unknown): unknown {
  return parseJsonText(JSON.stringify(value));
}

function nameOf(input: { readonly metadata: { readonly name?: string } }): string {
  if (input.metadata.name !== undefined) return input.metadata.name;
  throw new ApiError("BadRequest", "An update must name its object in metadata.name.");
}
