import type { Violation } from "@cmgen/model";
import {
  escapePointer,
  formats,
  jsonEqual,
  repeatedItem,
  repeatedKey,
  ucs2length,
  violationsOf,
  type SchemaError,
} from "@cmgen/model/internal";
import { listOf, recordOf, textOf, textsOf, type Json } from "../api/json.js";
import type { Schema } from "../api/model.js";
import { resolveSchema } from "../api/schema.js";
import { expression } from "./expression.js";
import { fittingBranch } from "./fitting-branch.js";
import { shapeOf } from "./field-shape.js";

/** A schema, and those that it refers to. */
interface CheckedBy {
  readonly schemas: Json;
  readonly schema: Schema;
}

export interface CheckOptions {
  /** Whether secrets may be left out, because what is stored of them stays. */
  readonly mayOmitSecrets?: boolean;
}

/**
 * What a schema refuses in a value, in the words of the service. It is for telling people early: the service has the last word, and knows what no
 * schema says.
 */
export function findViolations(
  { schemas, schema }: CheckedBy,
  value: unknown,
  options: CheckOptions = {},
): readonly Violation[] {
  const check = new Check(schemas, options);
  check.value(schema, value, "");
  return violationsOf(check.errors);
}

class Check {
  readonly errors: SchemaError[] = [];
  readonly #schemas: Json;
  readonly #options: CheckOptions;

  constructor(schemas: Json, options: CheckOptions) {
    this.#schemas = schemas;
    this.#options = options;
  }

  #report(instancePath: string, keyword: string, params: SchemaError["params"]): void {
    this.errors.push({ instancePath, keyword, params });
  }

  value(schema: unknown, value: unknown, path: string): void {
    if (schema === false) return this.#report(path, "false schema", {});
    const { schema: resolved, isNullable, kind } = shapeOf(this.#schemas, recordOf(schema));
    if (value === null && isNullable) return;
    if (kind.is === "union") return this.#union(schema, value, path);
    if (kind.is === "fixed" && !jsonEqual(value, kind.value))
      return this.#report(path, "const", { allowedValue: kind.value });
    if (kind.is === "choice") {
      if (!kind.values.some((each) => jsonEqual(each, value)))
        this.#report(path, "enum", { allowedValues: listOf(resolved["enum"]) });
      return;
    }
    const type = textOf(resolved["type"]);
    if (type !== undefined && !isOfType(value, type))
      return this.#report(path, "type", { type: isNullable ? [type, "null"] : type });
    if (typeof value === "string") this.#text(resolved, value, path);
    else if (typeof value === "number") this.#number(resolved, value, path);
    else if (Array.isArray(value)) this.#list(resolved, value, path);
    else if (typeof value === "object" && value !== null) this.#members(resolved, recordOf(value), path);
  }

  #union(schema: unknown, value: unknown, path: string): void {
    const { kind } = shapeOf(this.#schemas, recordOf(schema));
    if (kind.is !== "union") return;
    const branch = kind.branches[fittingBranch(this.#schemas, kind.branches, value) ?? -1];
    if (branch !== undefined) return this.value(branch.schema, value, path);
    this.#report(path, "anyOf", { alternatives: kind.branches.map(({ label }) => label) });
  }

  #text(schema: Schema, value: string, path: string): void {
    const { minLength, maxLength, pattern, format } = schema;
    const length = ucs2length(value);
    if (typeof minLength === "number" && length < minLength) this.#report(path, "minLength", { limit: minLength });
    if (typeof maxLength === "number" && length > maxLength) this.#report(path, "maxLength", { limit: maxLength });
    if (typeof pattern === "string" && expression(pattern)?.test(value) === false)
      this.#report(path, "pattern", { pattern });
    if (typeof format === "string" && formatOf(format)?.(value) === false) this.#report(path, "format", { format });
  }

  #number(schema: Schema, value: number, path: string): void {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    if (typeof minimum === "number" && value < minimum) this.#report(path, "minimum", { limit: minimum });
    if (typeof maximum === "number" && value > maximum) this.#report(path, "maximum", { limit: maximum });
    if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum)
      this.#report(path, "exclusiveMinimum", { limit: exclusiveMinimum });
    if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum)
      this.#report(path, "exclusiveMaximum", { limit: exclusiveMaximum });
    if (typeof multipleOf === "number" && !isMultiple(value, multipleOf))
      this.#report(path, "multipleOf", { multipleOf });
  }

  #list(schema: Schema, items: readonly unknown[], path: string): void {
    const { minItems, maxItems, uniqueItems } = schema;
    if (typeof minItems === "number" && items.length < minItems) this.#report(path, "minItems", { limit: minItems });
    if (typeof maxItems === "number" && items.length > maxItems) this.#report(path, "maxItems", { limit: maxItems });
    const repeated = uniqueItems === true ? repeatedItem(items) : undefined;
    if (repeated !== undefined) this.#report(path, "uniqueItems", { ...repeated });
    for (const key of textsOf(schema["x-list-map-keys"])) {
      const same = repeatedKey(items, key);
      if (same !== undefined) this.#report(path, "listKey", { ...same, key });
    }
    const places = listOf(schema["prefixItems"]);
    const { items: others } = schema;
    for (const [at, item] of items.entries()) this.value(places[at] ?? others ?? {}, item, `${path}/${at}`);
  }

  #members(schema: Schema, members: Json, path: string): void {
    const names = Object.keys(members);
    const { minProperties, maxProperties } = schema;
    if (typeof minProperties === "number" && names.length < minProperties)
      this.#report(path, "minProperties", { limit: minProperties });
    if (typeof maxProperties === "number" && names.length > maxProperties)
      this.#report(path, "maxProperties", { limit: maxProperties });
    for (const missingProperty of textsOf(schema["required"]))
      if (!Object.hasOwn(members, missingProperty) && !this.#mayBeAbsent(schema, missingProperty))
        this.#report(path, "required", { missingProperty });
    for (const name of names) this.#member(schema, [name, members[name]], path);
  }

  #mayBeAbsent(schema: Schema, member: string): boolean {
    if (this.#options.mayOmitSecrets !== true) return false;
    return resolveSchema(this.#schemas, recordOf(recordOf(schema["properties"])[member]))["writeOnly"] === true;
  }

  #member(schema: Schema, [name, value]: readonly [string, unknown], path: string): void {
    const at = `${path}/${escapePointer(name)}`;
    if (schema["propertyNames"] !== undefined) this.#name(schema["propertyNames"], name, at);
    const declared = declaredMember(schema, name);
    if (declared === false) this.#report(path, "additionalProperties", { additionalProperty: name });
    // What is being removed from a secret is always allowed.
    else if (value !== null || recordOf(declared)["writeOnly"] !== true) this.value(declared, value, at);
  }

  #name(schema: unknown, name: string, at: string): void {
    const of = new Check(this.#schemas, this.#options);
    of.value(schema, name, at);
    for (const error of of.errors)
      this.errors.push({ ...error, instancePath: at.slice(0, at.lastIndexOf("/")), propertyName: name });
  }
}

/** The schema of a member, `false` where it is not allowed: of its own, by its name's form, or of all others. */
export function declaredMember(schema: Schema, name: string): unknown {
  const properties = recordOf(schema["properties"]);
  if (Object.hasOwn(properties, name)) return properties[name];
  for (const [pattern, of] of Object.entries(recordOf(schema["patternProperties"])))
    if (expression(pattern)?.test(name) === true) return of;
  const others = schema["additionalProperties"] ?? schema["unevaluatedProperties"];
  return others === undefined || others === true ? {} : others;
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number";
    case "array":
      return Array.isArray(value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

/** Decimal fractions are not exact: 0.3 is a multiple of 0.1 all the same. */
const CLOSE = 1e-8;

function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < CLOSE;
}

const { int32: _, double: __, float: ___, ...ofTexts } = formats;
const textFormats: Readonly<Record<string, (text: string) => boolean>> = ofTexts;

function formatOf(name: string): ((text: string) => boolean) | undefined {
  return Object.hasOwn(textFormats, name) ? textFormats[name] : undefined;
}
