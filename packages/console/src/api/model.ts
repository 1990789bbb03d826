import type { ResourceType } from "@cmgen/client";
import type { Json } from "./json.js";

/** A JSON Schema of the service's document, unread. */
export type Schema = Json;

/** What the values of an index are. An `int64` and a `timestamp` are texts in JSON. */
export type IndexType = "string" | "integer" | "int64" | "number" | "boolean" | "timestamp";

/** What lists can be selected by, and sorted by where there is one value. */
export interface ModelIndex {
  readonly name: string;
  readonly type: IndexType;
  /** All values that there are, where the type names them. */
  readonly values: readonly (string | number | boolean)[] | undefined;
  readonly isMulti: boolean;
  /** Whether it holds the words of a text. */
  readonly isSearch: boolean;
  /** Whether a sort that gives no direction begins with the greatest value. */
  readonly isDescending: boolean;
}

/** A field that has names of other objects. */
export interface ModelReference {
  readonly index: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly onDelete: OnDelete;
}

/** What becomes of an object when the one that it refers to is deleted; `none` for a reference that is not checked. */
export type OnDelete = "restrict" | "cascade" | "clear" | "none";

/** A type of objects that the service has, in one version. */
export interface Model extends ResourceType {
  readonly indexes: readonly ModelIndex[];
  readonly references: readonly ModelReference[];
  /** Paths of the fields that lists show, where the model declares them. */
  readonly columns: readonly string[] | undefined;
  /** The object as the service answers it. */
  readonly schema: Schema;
  /** The object as it is sent. */
  readonly input: Schema;
  /** Whether the status is written at a path of its own, and refused in the object itself. */
  readonly hasStatusPath: boolean;
  /** Whether former versions of its objects are kept. */
  readonly hasHistory: boolean;
  /** What to use in the place of this version. */
  readonly deprecated: string | undefined;
}

/** What tells a model from all others. */
export function modelKey({ group, version, plural }: Pick<Model, "group" | "version" | "plural">): string {
  return `${group}/${version}/${plural}`;
}
