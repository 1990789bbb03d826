import type { ScalarShape } from "./scalars.js";
import type { SourceSpan } from "./source-span.js";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** JSDoc text and the tags that describe without constraining. */
export interface Documentation {
  /** The comment without its tags; `""` where there is none. */
  readonly description: string;
  readonly title?: string;
  /** `true`, or what is said about it, such as what to take in its place. */
  readonly deprecated?: boolean | string;
  readonly examples?: readonly Json[];
}

/** Constraints of a type, named as JSON Schema's keywords. Which shape takes which is a check's business. */
export interface Constraints {
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** The constraints' names, in the order they are printed in. */
export const constraintNames = [
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
] as const satisfies readonly (keyof Constraints)[];

/** Where the tags stand that constrain a type or say more of a property; absent where there are none. For diagnostics. */
export type TagSpans = Readonly<
  Partial<
    Record<
      | keyof Constraints
      | "default"
      | "example"
      | "filled"
      | "immutable"
      | "secret"
      | "listKey"
      | "index"
      | "unique"
      | "search",
      SourceSpan
    >
  >
>;

interface TypeBase {
  readonly constraints: Constraints;
  readonly span: SourceSpan;
  readonly tagSpans?: TagSpans;
}

/** What `@index` and `@unique` say of a property. */
export interface IndexTag {
  readonly order: "ASC" | "DESC";
  readonly unique: boolean;
  /** Whether the case of texts does not count. */
  readonly ci?: true;
}

/** One property of an object, in the order of declaration. */
export interface Property {
  readonly name: string;
  readonly type: Type;
  readonly required: boolean;
  readonly documentation: Documentation;
  readonly default?: Json;
  /** Need not be sent, and is there when it is stored: hooks fill it in. */
  readonly filled?: boolean;
  /** May not change once the object is created. */
  readonly immutable?: boolean;
  /** Is written and never answered. */
  readonly secret?: boolean;
  /** For a list of objects: the property whose value is unique within it. */
  readonly listKey?: string;
  /** The index that it has by its tags, wherever it stands in a model. */
  readonly index?: IndexTag;
  /** Whether its words are indexed. */
  readonly search?: true;
  readonly span: SourceSpan;
  readonly tagSpans?: TagSpans;
}

/** Types of texts as TypeScript writes them: template literal types and `Uppercase<string>`. Only built-in names occur in them. */
export type Templates = readonly string[];

/** What a `Ref` refers to, and what becomes of it when that is deleted. */
export interface ObjectReference {
  readonly apiVersion: string;
  readonly kind: string;
  /** `none` where the object need not exist. */
  readonly onDelete: "restrict" | "cascade" | "clear" | "none";
}

/** `isReadonly` where TypeScript's type is: clients take such lists, too. Nothing follows from it for what is stored. */
interface ReadonlyList {
  readonly isReadonly?: true;
}

/**
 * A type as the reader understood it. `shape` tells which; emitters turn it into JSON Schema, TypeScript and column types and
 * never see a syntax tree.
 */
export type Type =
  | (TypeBase & { readonly shape: Exclude<ScalarShape, "string"> })
  /**
   * `templates` where it is of one of some forms that TypeScript has types of; the pattern among the constraints says the same.
   * `reference` where it is the name of an object.
   */
  | (TypeBase & { readonly shape: "string"; readonly templates?: Templates; readonly reference?: ObjectReference })
  | (TypeBase & { readonly shape: "literal"; readonly value: string | number | boolean })
  /** Two or more literals; `null` among them is a `null` member of an enclosing union instead. */
  | (TypeBase & { readonly shape: "enum"; readonly values: readonly (string | number | boolean)[] })
  | (TypeBase & { readonly shape: "array"; readonly items: Type } & ReadonlyList)
  | (TypeBase &
      ReadonlyList & {
        readonly shape: "tuple";
        readonly items: readonly Type[];
        /** How many of `items`, from the front, must be there. */
        readonly required: number;
        readonly rest?: Type;
      })
  /** `Record<string, T>` and index signatures. `keyPattern` where not every key is allowed, `keyTemplates` the same in TypeScript. */
  | (TypeBase & {
      readonly shape: "record";
      readonly values: Type;
      readonly keyPattern?: string;
      readonly keyTemplates?: Templates;
    })
  | (TypeBase & {
      readonly shape: "object";
      readonly properties: readonly Property[];
      /** What properties beside the named ones may hold; absent: none are allowed. Of these, as of a record, not every key may be allowed. */
      readonly additional?: Type;
      readonly keyPattern?: string;
      readonly keyTemplates?: Templates;
    })
  /** `discriminator` names the property whose literal tells the members apart, where there is one. */
  | (TypeBase & { readonly shape: "union"; readonly members: readonly Type[]; readonly discriminator?: string })
  /** A named type of {@link ProjectModel.types}. */
  | (TypeBase & { readonly shape: "ref"; readonly name: string })
  /** A model's object, envelope and all; `name` is its kind, unique within `apiVersion`. */
  | (TypeBase & { readonly shape: "model"; readonly name: string; readonly apiVersion?: string })
  /** Any JSON value (`@additionalProperties` on an untyped property), or what `@schema {…}` says of it. */
  | (TypeBase & { readonly shape: "json"; readonly schema: Json });

/** A type with a name: emitted once and referred to by `$ref` and by name. */
export interface NamedType {
  /** Unique in the project, a legal TypeScript identifier. */
  readonly name: string;
  readonly documentation: Documentation;
  readonly type: Type;
  readonly span: SourceSpan;
}
