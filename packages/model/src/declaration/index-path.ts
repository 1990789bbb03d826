/** What an index can hold without a function: a scalar, absent or not. */
type Scalar = string | number | boolean | null | undefined;

/** Where a path may end. */
type Leaf = Scalar | readonly Scalar[];

/** Keys a path can name: not those of an index signature, of which there is no end, and none with the dot that parts segments. */
type Key<T> = {
  [K in keyof T]-?: K extends string ? (string extends K ? never : K extends `${string}.${string}` ? never : K) : never;
}[keyof T];

type IsLeaf<T> = [NonNullable<T>] extends [Leaf] ? true : false;

/** Whether a path can go on below `T`: objects are walked, lists and functions are not. */
type IsWalkable<T> =
  NonNullable<T> extends readonly unknown[] | ((...args: never[]) => unknown)
    ? false
    : NonNullable<T> extends object
      ? true
      : false;

/** What may stand where a segment is wrong, for the error and for an editor's completion: one step, then anything. */
type Step<T> = {
  [K in Key<T>]: IsLeaf<T[K]> extends true ? K : IsWalkable<T[K]> extends true ? `${K}.${string}` : never;
}[Key<T>];

/** As {@link Step}, one step further: so that completion at the root offers more than `spec`. */
type TwoSteps<T> = {
  [K in Key<T>]: IsLeaf<T[K]> extends true
    ? K
    : IsWalkable<T[K]> extends true
      ? `${K}.${Step<NonNullable<T[K]>>}`
      : never;
}[Key<T>];

/**
 * `Path` if it leads from `T` to a leaf, else the paths that would have. Checks the one path given instead of listing all there
 * are: a model may refer to itself, and the list would never end, or end an editor.
 */
type Checked<T, Path extends string, Before extends string> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends Key<T>
    ? IsWalkable<T[Head]> extends true
      ? Checked<NonNullable<T[Head]>, Rest, `${Before}${Head}.`>
      : `${Before}${TwoSteps<T>}`
    : `${Before}${TwoSteps<T>}`
  : Path extends Key<T>
    ? IsLeaf<T[Path]> extends true
      ? `${Before}${Path}`
      : `${Before}${TwoSteps<T>}`
    : `${Before}${TwoSteps<T>}`;

/** The type of `spec` or `status`; nothing to walk where a model has none. */
type Part<T, Name> = Name extends keyof T ? NonNullable<T[Name]> : never;

/** The path itself where it leads to a leaf, else those that could be meant. */
type Meant<T, Path extends string> = Path extends `${infer Name extends "spec" | "status"}.${infer Rest}`
  ? IsWalkable<Part<T, Name>> extends true
    ? Checked<Part<T, Name>, Rest, `${Name}.`>
    : `spec.${Step<Part<T, "spec">>}` | `status.${Step<Part<T, "status">>}`
  : `spec.${Step<Part<T, "spec">>}` | `status.${Step<Part<T, "status">>}`;

/**
 * `Path` if it is a dotted path from `spec` or `status` that ends in a scalar, or in a list of scalars: what `index(path)` takes. Else the
 * paths that could be meant, as they stand in the compiler's message.
 */
export type IndexPath<T, Path extends string> = Path extends Meant<T, Path> ? Path : Meant<T, Path>;
