import { listOf, recordOf, textOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { resolveSchema } from "../api/schema.js";
import { texts } from "../texts.js";

/** One of the forms that a value may have. */
export interface Branch {
  readonly label: string;
  readonly schema: Schema;
}

/** What a value is to be, and so how it is edited. `schema` has no references at its top, and says nothing of `null`. */
export interface FieldShape {
  readonly schema: Schema;
  readonly isNullable: boolean;
  readonly kind: FieldKind;
}

type FieldKind =
  | { readonly is: "fixed"; readonly value: unknown }
  | { readonly is: "choice"; readonly values: readonly unknown[] }
  | { readonly is: "flag" | "number" | "text" | "list" | "members" }
  | { readonly is: "union"; readonly branches: readonly Branch[] };

/** Reads from a schema what a value is to be. */
export function shapeOf(schemas: Json, schema: Schema): FieldShape {
  const resolved = resolveSchema(schemas, schema);
  const alternatives = resolved["anyOf"] ?? resolved["oneOf"];
  return Array.isArray(alternatives) ? unionShape(schemas, resolved) : plainShape(schemas, resolved);
}

function unionShape(schemas: Json, schema: Schema): FieldShape {
  const { anyOf, oneOf, discriminator: _, ...beside } = schema;
  const all = listOf(anyOf ?? oneOf).map(recordOf);
  const some = all.filter((each) => resolveSchema(schemas, each)["type"] !== "null");
  const isNullable = some.length < all.length;
  const [only] = some;
  if (only !== undefined && some.length === 1) {
    const inner = shapeOf(schemas, { ...resolveSchema(schemas, only), ...beside });
    return { ...inner, isNullable: isNullable || inner.isNullable };
  }
  const shapes = some.map((each) => ({ given: each, shape: shapeOf(schemas, each) }));
  const branches = shapes.flatMap(({ given, shape }) =>
    shape.kind.is === "union" ? shape.kind.branches : [{ label: labelOf(given, shape), schema: shape.schema }],
  );
  return {
    schema: beside,
    isNullable: isNullable || shapes.some(({ shape }) => shape.isNullable),
    kind: { is: "union", branches: numbered(branches) },
  };
}

function plainShape(schemas: Json, schema: Schema): FieldShape {
  if ("const" in schema) return { schema, isNullable: false, kind: { is: "fixed", value: schema["const"] } };
  const values = listOf(schema["enum"]);
  if (values.length > 0) {
    const isNullable = values.includes(null);
    return { schema, isNullable, kind: { is: "choice", values: values.filter((value) => value !== null) } };
  }
  const types = typesOf(schema);
  const isNullable = types.includes("null");
  const some = types.filter((type) => type !== "null");
  const [type] = some;
  if (type === undefined && isNullable) return { schema, isNullable: true, kind: { is: "fixed", value: null } };
  if (type === undefined) return { ...unionShape(schemas, { ...schema, anyOf: anything }), isNullable: true };
  if (some.length > 1)
    return {
      ...unionShape(schemas, { ...annotations(schema), anyOf: some.map((each) => ({ ...schema, type: each })) }),
      isNullable,
    };
  return { schema: { ...schema, type }, isNullable, kind: { is: KINDS[type] ?? "text" } };
}

const KINDS: Readonly<Record<string, "flag" | "number" | "text" | "list" | "members">> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "flag",
  array: "list",
  object: "members",
};

/** What a schema that says nothing allows. */
const anything: readonly Schema[] = [
  { type: "string" },
  { type: "number" },
  { type: "boolean" },
  { type: "array", items: {} },
  { type: "object", additionalProperties: true },
];

function typesOf(schema: Schema): readonly string[] {
  const { type } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.filter((each) => typeof each === "string");
  if ("properties" in schema || "additionalProperties" in schema) return ["object"];
  return [];
}

/** What is said about a value, and not what it may be. */
function annotations({ description, title, default: given }: Schema): Schema {
  return {
    ...(description !== undefined && { description }),
    ...(title !== undefined && { title }),
    ...(given !== undefined && { default: given }),
  };
}

/** What people call a branch: its title, what tells it from the others, its name, or its type. */
function labelOf(given: Schema, { schema, kind }: FieldShape): string {
  const title = textOf(schema["title"]);
  if (title !== undefined) return title;
  if (kind.is === "fixed") return String(kind.value);
  const tags = tagsOf(schema).flatMap(([, values]) => values.map(String));
  if (tags.length > 0) return tags.join(" / ");
  const name = /([^/]+)$/.exec(textOf(given["$ref"]) ?? "")?.[1];
  if (name !== undefined) return name;
  return texts.form.types[kind.is];
}

/** Branches of one label are told apart by their number. */
function numbered(branches: readonly Branch[]): readonly Branch[] {
  return branches.map((branch, at) => {
    const isAlone = branches.every((each) => each === branch || each.label !== branch.label);
    return isAlone ? branch : { ...branch, label: `${branch.label} ${at + 1}` };
  });
}

/** The members of which a schema names all values, as those that tell the members of a union apart. */
export function tagsOf(schema: Schema): readonly (readonly [member: string, values: readonly unknown[]])[] {
  return Object.entries(recordOf(schema["properties"])).flatMap(([member, each]) => {
    const of = recordOf(each);
    if (!listOf(schema["required"]).includes(member)) return [];
    if ("const" in of) return [[member, [of["const"]]] as const];
    return [];
  });
}
