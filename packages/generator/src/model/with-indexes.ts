import type { IndexMember, IndexModel, Model, ReferenceModel } from "./model.js";
import { referencePlaces } from "./reference-places.js";
import { taggedPlaces } from "./tagged-indexes.js";
import { indexedTypes, indexValueType, typesAtPath, type TypeLookup } from "./type-at-path.js";

/**
 * A model whose indexes say what they hold. Adds those of its tags, its references, and the indexes that hold these where the author has not
 * declared them.
 */
export function withIndexes(lookup: TypeLookup, declared: Model): Model {
  const all = [...taggedIndexes(lookup, declared), ...declared.indexes];
  const model = { ...declared, indexes: all.map((index) => withValueType(lookup, declared, index)) };
  const references = referencesOf(lookup, model);
  const names = new Set(model.indexes.map(({ name }) => name));
  const own = references.filter(({ index }) => !names.has(index)).map((reference) => indexOf(lookup, model, reference));
  const indexes = [...model.indexes, ...own];
  const withMembers = indexes.map((index) => (index.members === undefined ? index : membersKnown(index, indexes)));
  return { ...model, ...(references.length > 0 && { references }), indexes: withMembers };
}

/** An index of several fields that knows what those hold. */
function membersKnown(index: IndexModel, indexes: readonly IndexModel[]): IndexModel {
  const members = index.members?.map((member): IndexMember => {
    const own = indexes.find(({ name, source, multi }) => name === member.name && source === "path" && !multi);
    return own === undefined
      ? member
      : {
          name: own.name,
          path: own.path,
          ...(own.valueType && { valueType: own.valueType }),
          ...(own.ci && { ci: own.ci }),
        };
  });
  return { ...index, ...(members && { members }) };
}

function taggedIndexes(lookup: TypeLookup, model: Model): readonly IndexModel[] {
  const found = new Map<string, IndexModel>();
  for (const { path, property, problem } of taggedPlaces(lookup, model)) {
    if (problem !== undefined) continue;
    const { index, search, tagSpans, span: all } = property;
    const shared = { source: "path", path, position: -1 } as const;
    const name = path.join(".");
    const span = tagSpans?.index ?? tagSpans?.unique ?? all;
    if (index !== undefined && !found.has(name)) found.set(name, { name, ...index, multi: false, ...shared, span });
    const words = `${name}.words`;
    if (search === undefined || found.has(words)) continue;
    const place = tagSpans?.search ?? all;
    found.set(words, { name: words, order: "ASC", unique: false, search, multi: true, ...shared, span: place });
  }
  return [...found.values()];
}

function withValueType(lookup: TypeLookup, model: Model, index: IndexModel): IndexModel {
  if (index.source === "function" || index.source === "members") return index;
  const types = typesAtPath(lookup, model, index.path);
  const multi = types.length > 0 && types.every(({ shape }) => shape === "array" || shape === "tuple");
  const valueType = indexValueType(indexedTypes(lookup, model, { ...index, multi }));
  return { ...index, multi: multi || index.search === true, ...(valueType && { valueType }) };
}

/** Each once, by the name of its index: that several places under one name are alike, and can be kept, is checked later. */
function referencesOf(lookup: TypeLookup, model: Model): readonly ReferenceModel[] {
  const found = new Map<string, ReferenceModel>();
  for (const { isEndless: _, fixed: __, ...reference } of referencePlaces(lookup, model).references)
    if (!found.has(reference.index)) found.set(reference.index, reference);
  return [...found.values()];
}

/** Where the path of an index says the same, it is that index: to declare it as well changes nothing. */
function indexOf(lookup: TypeLookup, model: Model, { index: name, path, span }: ReferenceModel): IndexModel {
  const multi = path.includes(null);
  const shared = { name, multi, order: "ASC", unique: false, position: -1, valueType: "string", span } as const;
  const names = path.filter((segment) => segment !== null);
  const isPath =
    path.every((segment, at) => segment !== null || at === path.length - 1) &&
    indexValueType(indexedTypes(lookup, model, { path: names, multi })) === "string";
  if (isPath) return { ...shared, source: "path", path: names };
  return { ...shared, source: "reference", path: path.map((segment) => segment ?? "*") };
}

/** The indexes that lists are selected by: those of several fields are used where their fields are. */
export function selectableIndexes({ indexes }: Pick<Model, "indexes">): readonly IndexModel[] {
  return indexes.filter(({ source }) => source !== "members");
}
