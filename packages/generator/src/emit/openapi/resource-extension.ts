import { selectableIndexes } from "../../model/with-indexes.js";
import type { IndexModel, IndexValueType, Model } from "../../model/model.js";
import type { TypeLookup } from "../../model/type-at-path.js";
import type { Type } from "../../model/type.js";
import { heldTypes } from "../types/index-types-declaration.js";
import type { OperationSubject } from "./operation-parts.js";

/**
 * `x-cmgen-resource` of a collection's path: what a client has to know of a resource and what OpenAPI has no words for. What the path says is not
 * repeated, and what is usual is left out: see {@link wholeResource}. docs/openapi.md describes it for readers.
 */
export type ResourceExtension = Partial<UsualNames> & ResourceFacts & { readonly indexes?: readonly IndexExtension[] };

/** What an extension says of a resource, with all that it leaves out. */
export type WholeResource = UsualNames & ResourceFacts & { readonly indexes: readonly WholeIndex[] };

/** What follows from the kind unless an extension says something else. */
interface UsualNames {
  readonly singular: string;
  /** Names of schemas: the object as it is sent, and as it is answered. */
  readonly schemas: { readonly input: string; readonly stored: string };
}

interface ResourceFacts {
  readonly kind: string;
  /** What to use instead of this version. */
  readonly deprecated?: string;
  /** The fields that lists show, in order, where the model names them. */
  readonly columns?: readonly string[];
  /** What `include` follows. */
  readonly references?: readonly ReferenceExtension[];
}

/** What can be selected by, and sorted by where there is one value, beside the fields of `metadata`. */
export interface IndexExtension {
  readonly name: string;
  /** `string` unless it is said. */
  readonly type?: IndexValueType;
  /** All values there are, where the model names them. */
  readonly values?: readonly (string | number | boolean)[];
  /** Whether an object may have several values. */
  readonly multi?: boolean;
  readonly unique?: boolean;
  /** Whether the case of its texts does not count. */
  readonly ci?: boolean;
  /** Whether it holds the words of texts, so that `contains` is for it. */
  readonly search?: boolean;
  /** `ASC` unless it is said. */
  readonly order?: IndexModel["order"];
}

export type WholeIndex = IndexExtension & Required<Pick<IndexExtension, "type">>;

export interface ReferenceExtension {
  readonly index: string;
  readonly apiVersion: string;
  readonly kind: string;
}

export function resourceExtension({ model, names, lookup }: OperationSubject): ResourceExtension {
  const { kind, singular, deprecated, columns, references = [] } = model;
  const indexes = selectableIndexes(model);
  const usual = usualNames(kind);
  const isUsual = names.input === usual.schemas.input && names.stored === usual.schemas.stored;
  return {
    kind,
    ...(singular !== usual.singular && { singular }),
    ...(deprecated !== undefined && { deprecated }),
    ...(!isUsual && { schemas: { input: names.input, stored: names.stored } }),
    ...(columns !== undefined && { columns: columns.map(({ path }) => path) }),
    ...(indexes.length > 0 && { indexes: indexes.map((index) => indexExtension(model, index, lookup)) }),
    ...(references.length > 0 && {
      references: references.map(({ index, apiVersion, kind: of }) => ({ index, apiVersion, kind: of })),
    }),
  };
}

/** A resource with what its extension leaves out. */
export function wholeResource<T extends ResourceExtension>(extension: T): T & WholeResource {
  const { kind, indexes = [] } = extension;
  return {
    ...usualNames(kind),
    ...extension,
    indexes: indexes.map((index): WholeIndex => ({ ...index, type: index.type ?? "string" })),
  };
}

function usualNames(kind: string): UsualNames {
  return { singular: kind.toLowerCase(), schemas: { input: `${kind}Input`, stored: `Stored${kind}` } };
}

function indexExtension(model: Model, index: IndexModel, lookup: TypeLookup): IndexExtension {
  const { name, valueType = "string", multi, unique, ci, search, order } = index;
  const values = index.returnedValues ?? valuesOf(heldTypes(lookup, model, index));
  return {
    name,
    ...(valueType !== "string" && { type: valueType }),
    ...(values.length > 0 && { values }),
    ...(multi && { multi }),
    ...(unique && { unique }),
    ...(ci && { ci }),
    ...(search && { search }),
    ...(order !== "ASC" && { order }),
  };
}

/** The values of enumerations and literals; none where one of the types has more than can be listed. */
function valuesOf(types: readonly Type[]): readonly (string | number | boolean)[] {
  const lists = types.map((type) =>
    type.shape === "enum" ? type.values : type.shape === "literal" ? [type.value] : [],
  );
  return lists.every((values) => values.length > 0) ? [...new Set(lists.flat())] : [];
}
