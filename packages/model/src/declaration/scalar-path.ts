/** What an index can hold without a function: a scalar, absent or not. */
type Scalar = string | number | boolean | null | undefined;

/** How deep a path may go. A bound, because a model may refer to itself and the type would never end. */
type Deeper = [never, 0, 1, 2, 3, 4, 5];
type MaxDepth = 6;

type Key<T> = Extract<keyof T, string>;

/** Paths below `T` whose value extends `Leaf`; objects are walked, arrays are not. */
type PathTo<T, Leaf, Depth extends number> = [Depth] extends [never]
  ? never
  : {
      [K in Key<T>]-?: NonNullable<T[K]> extends Leaf
        ? K
        : NonNullable<T[K]> extends readonly unknown[] | ((...args: never[]) => unknown)
          ? never
          : NonNullable<T[K]> extends object
            ? `${K}.${PathTo<NonNullable<T[K]>, Leaf, Deeper[Depth]>}`
            : never;
    }[Key<T>];

type Declared<T> = Pick<T, Extract<keyof T, "spec" | "status">>;

/** Dotted paths from `spec` or `status` that end in a scalar: what `index(path)` takes. At most 6 segments. */
export type ScalarPath<T> = PathTo<Declared<T>, Scalar, MaxDepth>;

/** Dotted paths from `spec` or `status` that end in a list of scalars: what `multiIndex(path)` takes. */
export type ScalarListPath<T> = PathTo<Declared<T>, readonly Scalar[], MaxDepth>;
