import { _, type Code, type KeywordCxt, type KeywordDefinition, type Name, stringify } from "ajv";

import type { JsonTypeName } from "../../schema/json-schema.js";
import type { Surroundings } from "../surroundings.js";
import { reportOf } from "./brief-errors.js";
import { allowsAll, functionNames, member, or } from "./code-parts.js";

/**
 * `jsonType`, which takes the place of `type`, and the keywords about named properties: as JSON Schema's, with a row for each error. A
 * property that is `undefined` is absent.
 */
export function objectKeywords(outside: Surroundings): readonly KeywordDefinition[] {
  return [
    {
      keyword: "jsonType",
      schemaType: ["string", "array"],
      // Written out: a reference to the keyword's value would bring the whole schema into the module.
      error: { message: "", params: ({ schema }) => _`{type: ${stringify(schema)}}` },
      code: (cxt) => checkType(cxt, outside),
    },
    {
      keyword: "required",
      type: "object",
      schemaType: "array",
      error: { message: "", params: ({ params }) => _`{missingProperty: ${params["name"]}}` },
      code: (cxt) => checkRequired(cxt, outside),
    },
    {
      keyword: "properties",
      type: "object",
      schemaType: "object",
      code: (cxt) => checkProperties(cxt, outside),
    },
  ];
}

function checkType(cxt: KeywordCxt, outside: Surroundings): void {
  const { gen, data, it } = cxt;
  const types = [cxt.schema as JsonTypeName | readonly JsonTypeName[]].flat();
  // Names of properties are texts.
  if (it.dataTypes.length === 1 && types.some((type) => type === it.dataTypes[0])) return;
  counted(cxt, () => gen.code(_`if (${isOfNone(data, types)}) ${reportOf(cxt, outside)}`));
}

function checkRequired(cxt: KeywordCxt, outside: Surroundings): void {
  const { gen, data } = cxt;
  const hasOwn = outside.runtime("hasOwn");
  counted(cxt, () => {
    for (const name of cxt.schema as readonly string[]) {
      const isAbsent = _`${data}${member(name)} === undefined || !${hasOwn}.call(${data}, ${name})`;
      gen.code(_`if (${isAbsent}) ${reportOf(cxt, outside, { name: _`${name}` })}`);
    }
  });
}

function checkProperties(cxt: KeywordCxt, outside: Surroundings): void {
  const { gen, data, it } = cxt;
  const hasOwn = outside.runtime("hasOwn");
  const schemas = cxt.schema as Readonly<Record<string, unknown>>;
  const names = Object.keys(schemas).filter((name) => name !== "__proto__" && !allowsAll(it, schemas[name]));
  const valid = gen.name("valid");
  for (const name of names) {
    gen.if(_`${data}${member(name)} !== undefined && ${hasOwn}.call(${data}, ${name})`);
    cxt.subschema({ keyword: "properties", schemaProp: name, dataProp: name }, valid);
    if (it.allErrors !== true) gen.else();
    if (it.allErrors !== true) gen.var(valid, true);
    gen.endIf();
    cxt.ok(valid);
  }
}

function isOfNone(data: Name, types: readonly JsonTypeName[]): Code {
  const [type, ...more] = types;
  if (more.length > 0 || type === undefined) return _`!(${or(...types.map((each) => isOfType(data, each)))})`;
  if (type === "null") return _`${data} !== null`;
  if (type === "string" || type === "boolean") return _`typeof ${data} !== ${type}`;
  return type === "object" ? _`!(${isOfType(data, type)})` : _`!${isOfType(data, type)}`;
}

/** Whether a value is of a JSON type. No number is infinite. */
export function isOfType(data: Name, type: JsonTypeName): Code {
  switch (type) {
    case "null":
      return _`${data} === null`;
    case "array":
      return _`Array.isArray(${data})`;
    case "object":
      return _`${data} && typeof ${data} === "object" && !Array.isArray(${data})`;
    case "integer":
      return _`Number.isInteger(${data})`;
    case "number":
      return _`Number.isFinite(${data})`;
    default:
      return _`typeof ${data} === ${type}`;
  }
}

/** Writes checks that count their errors; where one is enough, the rest is not looked at after it. */
export function counted(cxt: KeywordCxt, write: () => void): void {
  const { gen, it } = cxt;
  const { errors } = functionNames;
  if (it.allErrors === true) return write();
  const before = gen.const("_errs", errors);
  write();
  cxt.ok(_`${errors} === ${before}`);
}
