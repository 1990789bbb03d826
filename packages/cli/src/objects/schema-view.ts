import { asRecord } from "../objects/served-object.js";
import { FilesError } from "../usage-error.js";

type Schema = Readonly<Record<string, unknown>>;

/** How deep schemas may refer to others: a document may be hostile, and refer in circles. */
const MAX_DEPTH = 32;

/** Schemas that are looked at for one explanation: those that repeat each other could be without number. */
const MAX_STEPS = 100_000;

/** A schema with what it refers to, as far as a reader asks for it. */
export interface SchemaView {
  /** In the words of TypeScript: `string`, `Address[]`, `"a" | "b"`. */
  readonly type: string;
  readonly description: string | undefined;
  /** Such as `minimum 0`. */
  readonly constraints: readonly string[];
  readonly default: unknown;
  /** Fields of the object, of the items of the list, or of the values of the map. */
  readonly fields: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
}

/** Reads schemas of an OpenAPI document. */
export class SchemaReader {
  readonly #schemas: Schema;
  #steps = 0;

  constructor(document: unknown) {
    this.#schemas = asRecord(asRecord(asRecord(document)["components"])["schemas"]);
  }

  /** The schema of that name among the components. */
  named(name: string): Schema {
    return asRecord(this.#schemas[name]);
  }

  view(schema: Schema): SchemaView {
    const whole = this.#whole(schema);
    const { description } = whole;
    const inner = this.#fieldsOf(whole, 0);
    return {
      type: this.#typeOf(whole, 0),
      description: typeof description === "string" ? description : undefined,
      constraints: constraintsOf(whole),
      default: whole["default"],
      fields: new Map(Object.entries(asRecord(inner["properties"])).map(([name, field]) => [name, asRecord(field)])),
      required: new Set(texts(inner["required"])),
    };
  }

  /** The JSON types of a field of an object; `any` where the schema does not say. Empty if there is no such field. */
  typesAt(schema: Schema, [name, ...rest]: readonly string[], depth = 0): ReadonlySet<string> {
    if (depth > MAX_DEPTH) return new Set(["any"]);
    const whole = this.#whole(schema);
    const members = [...list(whole["anyOf"]), ...list(whole["oneOf"])];
    if (members.length > 0) {
      const path = name === undefined ? [] : [name, ...rest];
      return new Set(members.flatMap((member) => [...this.typesAt(member, path, depth + 1)]));
    }
    if (name === undefined) return jsonTypes(whole);
    const properties = asRecord(whole["properties"]);
    const { additionalProperties: others = Object.keys(properties).length === 0 } = whole;
    const below = Object.hasOwn(properties, name) ? properties[name] : others;
    return below === false ? new Set() : this.typesAt(asRecord(below), rest, depth + 1);
  }

  /** The schema with those that it refers to and consists of; what it says itself wins. */
  #whole(schema: Schema, depth = 0): Schema {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS)
      throw new FilesError("openapi.json cannot be explained: its schemas refer to each other too often.");
    if (depth > MAX_DEPTH) return {};
    const { $ref, allOf, ...own } = schema;
    const [, name = ""] = typeof $ref === "string" ? (/^#\/components\/schemas\/(.+)$/.exec($ref) ?? []) : [];
    const parts = [...(name === "" ? [] : [this.named(name)]), ...list(allOf)].map((part) =>
      this.#whole(part, depth + 1),
    );
    const all = [...parts, own];
    const properties = Object.assign({}, ...all.map((part) => asRecord(part["properties"]))) as Schema;
    const required = all.flatMap((part) => texts(part["required"]));
    const named = name === "" || isEnvelope(name) ? {} : { "x-name": name };
    const description = [own, ...parts].map((part) => part["description"]).find((text) => text !== undefined);
    return {
      ...(Object.assign({}, ...all) as Schema),
      ...(Object.keys(properties).length > 0 && { properties, required }),
      ...named,
      description: isEnvelope(name) ? undefined : description,
    };
  }

  /** The schema that has the fields: its own, those of a list's items, of a map's values, or of all members of a union. */
  #fieldsOf(schema: Schema, depth: number): Schema {
    if (depth > MAX_DEPTH || schema["properties"] !== undefined) return schema;
    const members = [...list(schema["anyOf"]), ...list(schema["oneOf"])].map((member) =>
      this.#fieldsOf(this.#whole(member), depth + 1),
    );
    if (members.length > 0) {
      return { properties: Object.assign({}, ...members.map((member) => asRecord(member["properties"]))) as Schema };
    }
    const below = schema["items"] ?? schema["additionalProperties"];
    return typeof below === "object" ? this.#fieldsOf(this.#whole(asRecord(below)), depth + 1) : {};
  }

  #typeOf(schema: Schema, depth: number): string {
    if (depth > 8) return "…";
    const below = (value: unknown): string => this.#typeOf(this.#whole(asRecord(value)), depth + 1);
    if (schema["const"] !== undefined) return JSON.stringify(schema["const"]);
    if (Array.isArray(schema["enum"])) return schema["enum"].map((value) => JSON.stringify(value)).join(" | ");
    const members = [...list(schema["anyOf"]), ...list(schema["oneOf"])];
    if (members.length > 0) return [...new Set(members.map(below))].join(" | ");
    const { type } = schema;
    if (Array.isArray(type)) return type.map((each) => this.#typeOf({ ...schema, type: each }, depth + 1)).join(" | ");
    if (type === "array") {
      const items = schema["items"] === undefined ? "any" : below(schema["items"]);
      return items.includes(" ") ? `(${items})[]` : `${items}[]`;
    }
    const isMap = typeof schema["additionalProperties"] === "object" && schema["properties"] === undefined;
    if (isMap) return `map of ${below(schema["additionalProperties"])}`;
    if (typeof schema["x-name"] === "string") return schema["x-name"];
    return typeof type === "string" ? type : schema["properties"] === undefined ? "any" : "object";
  }
}

function jsonTypes({ const: only, enum: values, type }: Schema): ReadonlySet<string> {
  if (only !== undefined) return new Set([typeof only]);
  if (Array.isArray(values)) return new Set(values.map((value) => typeof value));
  const types = Array.isArray(type) ? texts(type) : [typeof type === "string" ? type : "any"];
  return new Set(types);
}

/** Whether a component is what all objects have in common: its name and description say nothing of a kind. */
function isEnvelope(name: string): boolean {
  return name === "ObjectInput" || name === "StoredObject" || name === "NestedObject";
}

const CONSTRAINTS = [
  "format",
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
] as const;

function constraintsOf(schema: Schema): readonly string[] {
  const stated = CONSTRAINTS.flatMap((name) => {
    const value = schema[name];
    if (value === undefined || value === false) return [];
    return [value === true ? name : `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`];
  });
  const reference = asRecord(schema["x-cmgen-ref"]);
  const names = reference["kind"] === undefined ? [] : [`names an object of ${String(reference["kind"])}`];
  return [...stated, ...names, ...(schema["x-immutable"] === true ? ["may not change after creation"] : [])];
}

function list(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
