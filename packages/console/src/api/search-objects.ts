import { isProblem, RawSelector } from "@cmgen/client";
import { printSelector, type Requirement } from "@cmgen/model/internal";
import { queryOptions } from "@tanstack/react-query";
import type { Model } from "./model.js";
import { objectsOf } from "./objects.js";
import type { ServiceDocument } from "./read-document.js";
import { titleOf, titlePath } from "./title-of.js";

export interface FoundObject {
  readonly name: string;
  /** What it is called besides its name, where the model has a text for that. */
  readonly title: string | undefined;
}

/** What is found of the objects of one model. */
export interface ObjectsFound {
  readonly objects: readonly FoundObject[];
  /** The selector of all of them, where there are more; undefined where these are all. */
  readonly more: string | undefined;
  /** Whether they were searched for by how their names begin alone. */
  readonly isByName: boolean;
}

interface ObjectSearch {
  readonly text: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** As {@link searchObjects}, kept until the model's objects change. */
export function searchQuery(service: ServiceDocument, model: Model, search: Omit<ObjectSearch, "signal">) {
  const [first] = selectorsOf(service, model, search.text.trim());
  return queryOptions({
    queryKey: [...listOf(model, first, search.limit).queryKey, "search"],
    queryFn: ({ signal }) => searchObjects(service, model, { ...search, signal }),
  });
}

/**
 * Searches for objects of a model by how their names begin, and by what they are called where an index can find that. Without a text it has the
 * first of all.
 *
 * @throws {ApiProblem} for what the caller may not list.
 */
export async function searchObjects(
  service: ServiceDocument,
  model: Model,
  { text, limit, signal }: ObjectSearch,
): Promise<ObjectsFound> {
  const title = titlePath(service, model);
  const find = async (selected: Selected): Promise<ObjectsFound> => {
    const { items, nextCursor } = await listOf(model, selected, limit).queryFn({ signal });
    const objects = items.map((item) => ({ name: item.metadata.name, title: titleOf(title, item) }));
    return { objects, more: nextCursor === undefined ? undefined : selected.select, isByName: selected.isByName };
  };
  const [first, byName] = selectorsOf(service, model, text.trim());
  try {
    return await find(first);
  } catch (error) {
    // The service refuses conditions on fields that the caller may not see.
    if (byName === undefined || !isProblem(error, "Forbidden", "InvalidQuery")) throw error;
    return find(byName);
  }
}

function listOf(model: Model, { select }: Selected, limit: number) {
  return objectsOf(model).queries.list({
    ...(select !== undefined && { where: new RawSelector(select) }),
    sort: ["metadata.name"],
    limit,
    total: false,
  });
}

/** Whether objects of a model are found by more than their names. */
export function hasTitleSearch(service: ServiceDocument, model: Model): boolean {
  return titleTerms(service, model, "any").length > 0;
}

interface Selected {
  /** Undefined for all objects. */
  readonly select: string | undefined;
  readonly isByName: boolean;
}

/** What is asked for first, and what is asked for where that is refused. */
function selectorsOf(service: ServiceDocument, model: Model, text: string): readonly [Selected, ...Selected[]] {
  const isByName = !hasTitleSearch(service, model);
  if (text === "") return [{ select: undefined, isByName }];
  const name: Requirement = { key: "metadata.name", operator: "startsWith", values: [text.toLowerCase()] };
  const byName: Selected = { select: printSelector([name]), isByName: true };
  const titles = text.length < FEWEST_LETTERS ? [] : titleTerms(service, model, text);
  if (titles.length === 0) return [{ ...byName, isByName }];
  return [{ select: printSelector([{ anyOf: [name, ...titles].map((term) => [term]) }]), isByName }, byName];
}

/** Letters that titles are searched by: fewer are in most of them. */
const FEWEST_LETTERS = 2;

/** Conditions of which an object that is called so meets one: by the words of its title, or of any text where those are not indexed. */
function titleTerms(service: ServiceDocument, model: Model, text: string): readonly Requirement[] {
  const title = titlePath(service, model)?.join(".") ?? "";
  const searches = model.indexes.filter(({ isSearch }) => isSearch);
  const own = searches.filter(({ name }) => name === `${title}.words`);
  // A text without a letter or a digit has no words.
  const words = !/[\p{L}\p{N}]/u.test(text) ? [] : own.length > 0 ? own : searches;
  const index = model.indexes.find(({ name, type, isMulti }) => name === title && type === "string" && !isMulti);
  // Titles mostly begin with a capital letter, and people do not type one.
  const beginnings = index === undefined ? [] : [...new Set([text, text.charAt(0).toUpperCase() + text.slice(1)])];
  return [
    ...words.map(({ name }): Requirement => ({ key: name, operator: "contains", values: [text] })),
    ...beginnings.map((each): Requirement => ({ key: title, operator: "startsWith", values: [each] })),
  ];
}
