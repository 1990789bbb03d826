import { _, type KeywordCxt, type KeywordDefinition, type KeywordErrorDefinition, type Name, stringify } from "ajv";

import type { JsonTypeName } from "../../schema/json-schema.js";
import type { Surroundings } from "../surroundings.js";
import { or } from "./code-parts.js";
import { isOfType } from "./object-keywords.js";

/**
 * Keywords that choose among schemas. `byType` and `byTag` look at the value's type or tag first and hold it against the one schema
 * that is meant, so that a caller reads what is wrong with that, and a recursive union costs one visit a value. `anyOf` and
 * `oneOf` are as JSON Schema's, but say one thing where none fits instead of repeating every alternative's complaints.
 */
export function alternativeKeywords(outside: Surroundings): readonly KeywordDefinition[] {
  const choice = { schemaType: "array", trackErrors: true, error: unfitting } as const;
  return [
    { keyword: "byType", schemaType: "object", code: chooseByType },
    { keyword: "tag", schemaType: "string" },
    { keyword: "tagValues", schemaType: "array" },
    { keyword: "byTag", schemaType: "array", code: chooseByTag },
    { keyword: "alternatives", schemaType: "array" },
    { ...choice, keyword: "anyOf", code: (cxt) => remembered(cxt, outside, requireAny) },
    { ...choice, keyword: "oneOf", code: (cxt) => remembered(cxt, outside, requireOne) },
  ];
}

const unfitting: KeywordErrorDefinition = {
  message: "",
  params: ({ parentSchema }) => _`{alternatives: ${stringify(parentSchema?.["alternatives"] ?? [])}}`,
};

/** Schemas by the JSON type of the value; `otherwise` is for values of another type, and refuses them. */
export type SchemasByType = Readonly<Record<string, unknown>>;

function chooseByType(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const schemas = cxt.schema as SchemasByType;
  const valid = gen.name("valid");
  // Where nothing but the type is asked for, `otherwise` says the same of all such types at once.
  const types = Object.keys(schemas).filter((type) => type !== "otherwise" && !isTypeAlone(schemas[type], type));
  for (const [at, type] of types.entries()) {
    const matches = isOfType(data, type as JsonTypeName);
    if (at === 0) gen.if(matches);
    else gen.elseIf(matches);
    cxt.subschema({ keyword: "byType", schemaProp: type, dataTypes: [type as JsonTypeName] }, valid);
  }
  if (types.length > 0) gen.else();
  cxt.subschema({ keyword: "byType", schemaProp: "otherwise" }, valid);
  if (types.length > 0) gen.endIf();
  cxt.ok(valid);
}

function isTypeAlone(schema: unknown, type: string): boolean {
  const [[keyword, value] = [], ...more] = Object.entries(schema as object);
  return keyword === "jsonType" && value === type && more.length === 0;
}

/** The schema at a place of `byTag` is for the values at that place of `tagValues`; the last schema is for all others. */
function chooseByTag(cxt: KeywordCxt): void {
  const { gen, data } = cxt;
  const { tag, tagValues } = cxt.parentSchema as { tag: string; tagValues: readonly (readonly unknown[])[] };
  const valid = gen.name("valid");
  const value = gen.const("tag", _`Object.hasOwn(${data}, ${tag}) ? ${data}[${tag}] : undefined`);
  for (const [at, values] of tagValues.entries()) {
    const matches = or(...values.map((candidate) => _`${value} === ${candidate as string | number | boolean}`));
    if (at === 0) gen.if(matches);
    else gen.elseIf(matches);
    cxt.subschema({ keyword: "byTag", schemaProp: at }, valid);
  }
  gen.else();
  cxt.subschema({ keyword: "byTag", schemaProp: tagValues.length }, valid);
  gen.endIf();
  cxt.ok(valid);
}

const quietly = { compositeRule: true, createErrors: false, allErrors: false } as const;

function requireAny(cxt: KeywordCxt, valid: Name): void {
  const { gen } = cxt;
  const fits = gen.name("fits");
  for (const at of (cxt.schema as readonly unknown[]).keys()) {
    gen.if(_`!${valid}`, () => {
      cxt.subschema({ keyword: "anyOf", schemaProp: at, ...quietly }, fits);
      gen.assign(valid, fits);
    });
  }
}

function requireOne(cxt: KeywordCxt, valid: Name): void {
  const { gen } = cxt;
  const fitting = gen.let("fitting", 0);
  const fits = gen.name("fits");
  for (const at of (cxt.schema as readonly unknown[]).keys()) {
    cxt.subschema({ keyword: "oneOf", schemaProp: at, ...quietly }, fits);
    gen.if(fits, () => gen.code(_`${fitting}++`));
  }
  gen.assign(valid, _`${fitting} === 1`);
}

/**
 * Keeps what came of trying the alternatives on an object or a list while one value is checked: the alternatives around it look into
 * it again, each once a level, and without this a value of thirty levels would take as long as one of a billion fields. What the
 * alternatives complained of is forgotten, whether one fits or not.
 */
function remembered(cxt: KeywordCxt, outside: Surroundings, attempt: (cxt: KeywordCxt, valid: Name) => void): void {
  const { gen, data } = cxt;
  const attempts = outside.memory();
  const isComposite = _`typeof ${data} === "object" && ${data} !== null`;
  const valid = gen.let("valid", _`${isComposite} ? ${attempts}.get(${data}) : undefined`);
  gen.if(_`${valid} === undefined`, () => {
    gen.assign(valid, _`false`);
    attempt(cxt, valid);
    cxt.reset();
    gen.if(isComposite, () => gen.code(_`${attempts}.set(${data}, ${valid})`));
  });
  cxt.pass(_`${valid}`);
}
