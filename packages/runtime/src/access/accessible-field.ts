/**
 * Paths of an object's fields that access rules can name: labels, annotations, `spec`, `status`, and what is declared below those two, down to four
 * fields deep and through lists. A type may refer to itself: what is deeper is named with the field that holds it. A map is named as a whole.
 */
export type AccessibleField<T> = unknown extends T
  ? string
  : MetadataField | PartField<T, keyof T & ("spec" | "status")>;

type MetadataField = "metadata.labels" | "metadata.annotations";

type PartField<T, Part extends keyof T & string> = Part extends string
  ? Part | `${Part}.${Below<NonNullable<T[Part]>>}`
  : never;

/** The paths below a value. A key with a dot cannot be part of one. */
type Below<T, Depth extends readonly 0[] = []> = Depth["length"] extends 4
  ? never
  : T extends readonly (infer Item)[]
    ? Below<NonNullable<Item>, Depth>
    : T extends string
      ? // A reference or a time: nothing that an object has is below it.
        never
      : T extends object
        ? string extends keyof T
          ? never
          : {
              [Key in keyof T & string]: Key extends `${string}.${string}` ? never : From<T[Key], Key, Depth>;
            }[keyof T & string]
        : never;

type From<Value, Key extends string, Depth extends readonly 0[]> =
  | Key
  | (Below<NonNullable<Value>, [...Depth, 0]> extends infer Rest extends string ? `${Key}.${Rest}` : never);
