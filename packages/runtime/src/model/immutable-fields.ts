/**
 * The fields of a model that may not change after creation: the types of the model, reduced to those that contain such fields. Plain data with
 * references, so that recursive types are possible.
 */
export interface ImmutableFields {
  /** The object itself. */
  readonly object: ImmutablePlace;
  /** Types, which places refer to by name. */
  readonly types?: Readonly<Record<string, ImmutablePlace>>;
}

/** A value with such fields somewhere inside. */
export type ImmutablePlace =
  | { readonly type: string }
  | ObjectPlace
  | { readonly values: ImmutablePlace }
  | ListPlace
  | { readonly tuple: readonly (ImmutablePlace | null)[]; readonly rest?: ImmutablePlace }
  | { readonly tag: string; readonly members: readonly TaggedPlace[] }
  | { readonly anyOf: readonly ImmutablePlace[] };

export interface ObjectPlace {
  readonly fields: Readonly<Record<string, ImmutableField>>;
  /** The fields that are not listed. */
  readonly others?: ImmutablePlace;
}

/**
 * `fixed`: keeps its value from creation, or stays absent. `fixedOnceSet`: a field that a valid object always has; an object from before the
 * declaration may get it once. Otherwise the field may change but contains such fields.
 */
export type ImmutableField = "fixed" | "fixedOnceSet" | ImmutablePlace;

export interface ListPlace {
  readonly items: ImmutablePlace;
  /** The property that identifies items; without one their position does. */
  readonly key?: string;
}

/** A member of a union, for values with one of these tags. */
export interface TaggedPlace {
  readonly tags: readonly (string | number | boolean)[];
  readonly place: ImmutablePlace;
}
