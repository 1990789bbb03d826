/**
 * `Path` where it leads to a field of `T`, written as in `spec.limits["a.b"].steps[0].title`; else the paths that could be meant. It walks the one
 * path instead of listing all there are: a type may refer to itself.
 */
export type ObjectPath<T, Path extends string> =
  Check<Own<T>, Path, ""> extends true ? Path : Extract<Check<Own<T>, Path, "">, string>;

/** The type itself, without `NoInfer`, which no conditional type sees through. */
type Own<T> = { [Key in keyof T]: T[Key] };

/** Whether what is left of a path leads on from `T`: `true`, or the paths that would have. */
type Check<T, Path extends string, Before extends string> = Path extends ""
  ? Before extends ""
    ? Keys<T, "">
    : true
  : unknown extends T
    ? true
    : Path extends `["${infer Key}"]${infer Rest}`
      ? Member<T, Key, Rest, Before, `["${Key}"]`>
      : Path extends `[${infer At}]${infer Rest}`
        ? Item<T, At, Rest, Before>
        : Path extends `.${infer Name}`
          ? Before extends ""
            ? Keys<T, "">
            : Member<T, NameOf<Name>, RestOf<Name>, Before, `.${NameOf<Name>}`>
          : Before extends ""
            ? Member<T, NameOf<Path>, RestOf<Path>, Before, NameOf<Path>>
            : Before;

/** The name that a path begins with: up to a dot or a bracket. */
type NameOf<Path extends string> = BeforeBracket<Path extends `${infer Name}.${string}` ? Name : Path>;
type BeforeBracket<Path extends string> = Path extends `${infer Name}[${string}` ? Name : Path;
type RestOf<Path extends string> = Path extends `${NameOf<Path>}${infer Rest}` ? Rest : never;

/** A path through a member of an object, or of one of several objects. */
type Member<T, Key extends string, Rest extends string, Before extends string, Text extends string> =
  true extends Through<NonNullable<T>, Key, Rest, `${Before}${Text}`>
    ? true
    : Exclude<Through<NonNullable<T>, Key, Rest, `${Before}${Text}`>, boolean> extends infer Meant
      ? [Meant] extends [never]
        ? Keys<NonNullable<T>, Before>
        : Meant
      : never;

/** For each alternative of a union: `true`, what is meant further on, or nothing where it has no such member. */
type Through<T, Key extends string, Rest extends string, Now extends string> = T extends readonly unknown[]
  ? never
  : T extends object
    ? Key extends keyof T
      ? Check<T[Key], Rest, Now>
      : string extends keyof T
        ? Check<T[keyof T & string], Rest, Now>
        : never
    : never;

type Item<T, At extends string, Rest extends string, Before extends string> =
  NonNullable<T> extends readonly (infer Each)[]
    ? At extends `${number}`
      ? Check<Each, Rest, `${Before}[${At}]`>
      : `${Before}[${number}]`
    : Keys<NonNullable<T>, Before>;

/** What could stand behind a path: names, or keys in brackets. */
type Keys<T, Before extends string> = T extends readonly unknown[]
  ? `${Before}[${number}]`
  : T extends object
    ? string extends keyof T
      ? `${Before}["${string}"]`
      : { [Key in keyof T & string]: Behind<Before, Key> }[keyof T & string]
    : Before;

type Behind<Before extends string, Key extends string> = Before extends ""
  ? Key
  : Key extends `${string}.${string}` | `${string}/${string}`
    ? `${Before}["${Key}"]`
    : `${Before}.${Key}`;
