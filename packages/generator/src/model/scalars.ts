import type { FormatName } from "./formats.js";
import type { Type } from "./type.js";

/** What the stages have to know of a scalar: one more is a row of the table, and a type of @cmgen/model. */
export interface Scalar {
  /** Its type of @cmgen/model; absent where TypeScript has a type of its own. */
  readonly typeName?: string;
  /** What its values are in JSON, and in TypeScript. */
  readonly json: "string" | "number" | "boolean" | "null";
  /** The format that all of its values have. No tag can constrain them further. */
  readonly format?: FormatName;
  /** Says most of what the format says, to tools that do not know that. */
  readonly pattern?: string;
  /** Whether a template literal type writes it as digits, perhaps with a minus. */
  readonly isInDigits?: true;
  /** What an index keeps of it; an index does not hold `null`. */
  readonly kept?: "string" | "number" | "integer" | "boolean";
  /** What messages to authors call a type, and messages to callers a value. */
  readonly words: { readonly author: string; readonly caller: string };
}

const table = {
  string: { json: "string", kept: "string", words: { author: "a string", caller: "a string" } },
  number: { json: "number", kept: "number", words: { author: "a number", caller: "a number" } },
  integer: {
    typeName: "Integer",
    json: "number",
    isInDigits: true,
    kept: "integer",
    words: { author: "a whole number", caller: "a whole number" },
  },
  int64: {
    typeName: "Int64",
    json: "string",
    format: "int64",
    // The format has its range, too.
    pattern: "^(0|-?[1-9][0-9]{0,18})$",
    isInDigits: true,
    kept: "integer",
    words: { author: "an Int64", caller: "a 64-bit integer in digits" },
  },
  boolean: { json: "boolean", kept: "boolean", words: { author: "a boolean", caller: "true or false" } },
  // Kept as milliseconds since 1970.
  timestamp: {
    typeName: "Timestamp",
    json: "string",
    format: "date-time",
    kept: "integer",
    words: { author: "a Timestamp", caller: "a date-time" },
  },
  null: { json: "null", words: { author: "null", caller: "null" } },
} as const satisfies Readonly<Record<string, Scalar>>;

/** Shapes that say all there is to say of a type, but for its constraints and a text's templates. */
export type ScalarShape = keyof typeof table;

/** The scalars that an index can hold. */
export type IndexedScalar = Exclude<ScalarShape, "null">;

const scalars: Readonly<Partial<Record<Type["shape"], Scalar>>> = table;

export const scalarShapes = Object.keys(table) as readonly ScalarShape[];

/** The scalars that are types of @cmgen/model. */
export type Flavour = {
  [Shape in ScalarShape]: (typeof table)[Shape] extends { typeName: string } ? Shape : never;
}[ScalarShape];

export const flavours = scalarShapes.filter((shape): shape is Flavour => scalars[shape]?.typeName !== undefined);

/** Names of the types of @cmgen/model that are scalars. */
export const scalarTypeNames: readonly string[] = scalarShapes.flatMap((shape) => scalars[shape]?.typeName ?? []);

/** The row of a shape; `undefined` for one that is not a scalar's. */
export function scalarOf<Shape extends Type["shape"]>(
  shape: Shape,
): Shape extends ScalarShape ? Scalar : Scalar | undefined;
export function scalarOf(shape: Type["shape"]): Scalar | undefined {
  return scalars[shape];
}

/** What an index keeps of its values. Integers, large ones and instants are kept alike. */
export function keptAs(shape: IndexedScalar): NonNullable<Scalar["kept"]> {
  return table[shape].kept;
}

export function isScalarShape(shape: Type["shape"]): shape is ScalarShape {
  return Object.hasOwn(table, shape);
}

export function isScalar(type: Type): type is Extract<Type, { shape: ScalarShape }> {
  return isScalarShape(type.shape);
}

export function isIndexedScalar(type: Type): type is Extract<Type, { shape: IndexedScalar }> {
  return isScalar(type) && type.shape !== "null";
}
