/**
 * Where the objects of a model have fields that may not change once the object is created: its types, with all left out that leads to
 * no such field. Plain data, so that it may go in circles where the types do.
 */
export interface ImmutableFields {
  /** The object itself. */
  readonly object: ImmutablePlace;
  /** Types that places refer to by name. */
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
  /** What the fields that are not named hold. */
  readonly others?: ImmutablePlace;
}

/**
 * `fixed`: as it was when the object was created, or absent as it was. `fixedOnceSet`: a field that a valid object always has; an
 * object from before it was declared is given it once. Else the field may change, and has such fields inside.
 */
export type ImmutableField = "fixed" | "fixedOnceSet" | ImmutablePlace;

export interface ListPlace {
  readonly items: ImmutablePlace;
  /** The property that tells items apart; without one they are told apart by their place. */
  readonly key?: string;
}

/** A member of a union, for the values whose tag is one of these. */
export interface TaggedPlace {
  readonly tags: readonly (string | number | boolean)[];
  readonly place: ImmutablePlace;
}
