/** Names that a path can have: of a union those of all its members, and none with the dot that parts segments. */
type FieldOf<T> = T extends readonly unknown[]
  ? never
  : T extends object
    ? { [Key in keyof T & string]: Key extends `${string}.${string}` ? never : Key }[keyof T & string]
    : never;

/** The fields of a part, with its name before them; any text where nothing is known of it. */
type Below<Name extends string, Part> = unknown extends Part
  ? `${Name}.${string}`
  : FieldOf<NonNullable<Part>> extends infer Field extends string
    ? `${Name}.${Field}` | `${Name}.${Field}.${string}`
    : never;

/** The type itself, without `NoInfer`, which no conditional type sees through. */
type Own<T> = { [Key in keyof T]: T[Key] };

type PartOf<T, Name> = Name extends keyof T ? T[Name] : never;

/**
 * A dotted path that begins at a field of `spec` or of `status`: `spec.title`, `spec.address.city`. What is behind the field, `cmgen generate`
 * checks: types may refer to themselves, and a list of all their paths would never end.
 */
export type ColumnPath<T> = Below<"spec", PartOf<Own<T>, "spec">> | Below<"status", PartOf<Own<T>, "status">>;
