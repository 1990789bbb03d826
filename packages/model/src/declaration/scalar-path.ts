/** What an index can hold without a function: a scalar, absent or not. */
type Scalar = string | number | boolean | null | undefined;

/** Keys a path can name: not those of an index signature, of which there is no end, and none with the dot that parts segments. */
type Key<T> = {
  [K in keyof T]-?: K extends string ? (string extends K ? never : K extends `${string}.${string}` ? never : K) : never;
}[keyof T];

type Is<T, Leaf> = [NonNullable<T>] extends [Leaf] ? true : false;

/** Whether a path can go on below `T`: objects are walked, lists and functions are not. */
type IsWalkable<T> =
  NonNullable<T> extends readonly unknown[] | ((...args: never[]) => unknown)
    ? false
    : NonNullable<T> extends object
      ? true
      : false;

/** What may stand where a segment is wrong, for the error and for an editor's completion: one step, then anything. */
type Step<T, Leaf> = {
  [K in Key<T>]: Is<T[K], Leaf> extends true ? K : IsWalkable<T[K]> extends true ? `${K}.${string}` : never;
}[Key<T>];

/** As {@link Step}, one step further: so that completion at the root offers more than `spec`. */
type TwoSteps<T, Leaf> = {
  [K in Key<T>]: Is<T[K], Leaf> extends true
    ? K
    : IsWalkable<T[K]> extends true
      ? `${K}.${Step<NonNullable<T[K]>, Leaf>}`
      : never;
}[Key<T>];

/**
 * `Path` if it leads from `T` to a `Leaf`, else the paths that would have. Checks the one path given instead of listing all there
 * are: a model may refer to itself, and the list would never end, or end an editor.
 */
type Checked<T, Path extends string, Leaf, Before extends string = ""> = Path extends `${infer Head}.${infer Rest}`
  ? Head extends Key<T>
    ? IsWalkable<T[Head]> extends true
      ? Checked<NonNullable<T[Head]>, Rest, Leaf, `${Before}${Head}.`>
      : `${Before}${TwoSteps<T, Leaf>}`
    : `${Before}${TwoSteps<T, Leaf>}`
  : Path extends Key<T>
    ? Is<T[Path], Leaf> extends true
      ? `${Before}${Path}`
      : `${Before}${TwoSteps<T, Leaf>}`
    : `${Before}${TwoSteps<T, Leaf>}`;

type Declared<T> = Pick<T, Extract<keyof T, "spec" | "status">>;

/** `Path` if it is a dotted path from `spec` or `status` that ends in a scalar: what `index(path)` takes. */
export type ScalarPath<T, Path extends string> = Checked<Declared<T>, Path, Scalar>;

/** `Path` if it is a dotted path from `spec` or `status` that ends in a list of scalars: what `multiIndex(path)` takes. */
export type ScalarListPath<T, Path extends string> = Checked<Declared<T>, Path, readonly Scalar[]>;
