import type { ListPlan, StoredBytes } from "@cmgen/store";
import { ApiError } from "../../error/api-error.js";
import { listFields } from "../../list/list-fields.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import { namesAt } from "../../model/reference-path.js";
import { parseStored } from "../stored-object.js";
import { scopedBytes } from "../shown-bytes.js";
import { readObjects } from "../walk-objects.js";
import type { WriteContext } from "../write-context.js";
import type { OutgoingReference } from "./reference-table.js";

/** The size of a page whose references can be followed, and the number of objects that they may refer to in total. */
const MOST_ITEMS = 1000;
const MOST_INCLUDED = 10_000;

/** Names that are looked up at a time. */
const BATCH = 200;

/**
 * The objects that a page's objects refer to, by reference and name, as pieces of JSON. They are read by name, some at a time. An object that
 * does not exist is left out.
 *
 * @throws {ApiError} `InvalidQuery` if the page has too many objects or references.
 */
export function includedObjects(
  context: Pick<WriteContext, "store" | "access">,
  references: readonly OutgoingReference[],
  items: readonly Uint8Array[],
): AsyncGenerator<Uint8Array, void, undefined> {
  assertFewItems(items);
  const objects = items.map((data) => parseStored({ data }));
  const wanted = references.map((reference) => {
    const names = new Set(objects.flatMap((object) => [...namesAt(object, reference.path)].map(({ name }) => name)));
    return { reference, names: [...names].toSorted() };
  });
  const count = wanted.reduce((sum, { names }) => sum + names.length, 0);
  if (count > MOST_INCLUDED) throw tooMany(`to more than ${MOST_INCLUDED} objects are not followed at once`);
  return printIncluded(context, wanted);
}

/** @throws {ApiError} `InvalidQuery` for a page with too many objects to answer more than themselves. */
export function assertFewItems({ length }: readonly unknown[]): void {
  if (length > MOST_ITEMS) throw tooMany(`of more than ${MOST_ITEMS} objects are not followed at once`);
}

function tooMany(problem: string): ApiError {
  const message = `references ${problem}: ask for a smaller page`;
  return new ApiError("InvalidQuery", `include: ${message}`, {
    errors: [{ path: "include", code: "maximum", message }],
  });
}

type Including = Pick<WriteContext, "store" | "access">;

interface Wanted {
  readonly reference: OutgoingReference;
  readonly names: readonly string[];
}

async function* printIncluded(
  context: Including,
  wanted: readonly Wanted[],
): AsyncGenerator<Uint8Array, void, undefined> {
  let before = "{";
  for (const { reference, names } of wanted) {
    yield Buffer.from(`${before}${JSON.stringify(reference.index)}:{`);
    before = "},";
    let comma = "";
    for await (const { name, data } of readNamed(context, reference, names)) {
      yield Buffer.concat([Buffer.from(`${comma}${JSON.stringify(name)}:`), data]);
      comma = ",";
    }
  }
  yield Buffer.from("}}");
}

async function* readNamed(
  { store, access }: Including,
  { model, view }: OutgoingReference,
  names: readonly string[],
): AsyncGenerator<Pick<StoredBytes, "data"> & { readonly name: string }> {
  for (let from = 0; from < names.length; from += BATCH) {
    const { mayLack } = view;
    const scope = access?.to(view, { verb: "list" }).scope;
    const plan = planNames(model, names.slice(from, from + BATCH));
    for await (const data of readObjects({ model, store }, plan)) {
      const { name } = parseStored({ data }).metadata;
      const shown = scope === undefined ? view.shownBytes(data, mayLack) : scopedBytes({ view }, scope, data);
      if (shown !== undefined) yield { name, data: shown };
    }
  }
}

function planNames(model: ModelDescriptor, names: readonly string[]): ListPlan {
  const name = listFields(model).get("metadata.name")?.column;
  if (name?.in !== "object") throw new TypeError("metadata.name is a column of every model");
  return {
    fields: [{ test: "in", field: name, values: names }],
    labels: [],
    sort: [{ field: name, descending: false }],
    window: { by: "keyset", limit: names.length },
    total: false,
  };
}
