import type { KeywordCxt, KeywordDefinition } from "ajv";
import { _, type Code, type CodeGen, type Name, not, or, stringify } from "ajv/dist/compile/codegen/index.js";

import { alwaysValidSchema, Type } from "ajv/dist/compile/util.js";
import { allSchemaProperties, usePattern } from "ajv/dist/vocabularies/code.js";

import { functionNames } from "./function-names.js";

/** Most violations that are looked for in one list or one map. Past them a longer answer helps nobody, and costs memory. */
const MOST_PER_LOOP = 100;

/** So many names are compared one by one; more are looked up in a set. */
const MOST_COMPARED_NAMES = 8;

/**
 * The keywords that go through the items of a list and the properties of an object. They mean what JSON Schema says, but stop after
 * {@link MOST_PER_LOOP} violations: three megabytes of bad items must not become a gigabyte of complaints.
 */
export const containerKeywords: readonly KeywordDefinition[] = [
  {
    keyword: "items",
    type: "array",
    schemaType: ["object", "boolean"],
    before: "uniqueItems",
    error: { message: "", params: ({ params }) => _`{limit: ${params["len"]}}` },
    code: checkItems,
  },
  {
    keyword: "propertyNames",
    type: "object",
    schemaType: ["object", "boolean"],
    error: { message: "", params: ({ params }) => _`{propertyName: ${params["propertyName"]}}` },
    code: checkPropertyNames,
  },
  {
    keyword: "additionalProperties",
    type: "object",
    schemaType: ["boolean", "object"],
    error: { message: "", params: ({ params }) => _`{additionalProperty: ${params["additionalProperty"]}}` },
    code: checkAdditionalProperties,
  },
  { keyword: "patternProperties", type: "object", schemaType: "object", code: checkPatternProperties },
];

function checkItems(cxt: KeywordCxt): void {
  const { gen, schema, parentSchema, data, it } = cxt;
  if (alwaysValidSchema(it, schema)) return;
  const prefixItems = parentSchema["prefixItems"] as readonly unknown[] | undefined;
  const from = prefixItems?.length ?? 0;
  const length = gen.const("len", _`${data}.length`);
  if (schema === false && prefixItems !== undefined) {
    cxt.setParams({ len: from });
    cxt.pass(_`${length} <= ${from}`);
    return;
  }
  const i = gen.name("i");
  limited(cxt, (most) =>
    gen.for(_`let ${i} = ${from}; ${i} < ${length} && ${functionNames.errors} < ${most}; ${i}++`, () =>
      checkPart(cxt, { keyword: "items", dataProp: i, dataPropType: Type.Num }),
    ),
  );
}

function checkPropertyNames(cxt: KeywordCxt): void {
  const { gen, schema, it } = cxt;
  if (alwaysValidSchema(it, schema)) return;
  forEachKey(cxt, (key) => {
    const valid = gen.name("valid");
    cxt.setParams({ propertyName: key });
    const name = { data: key, dataTypes: ["string" as const], propertyName: key };
    cxt.subschema({ keyword: "propertyNames", ...name, compositeRule: true }, valid);
    gen.if(not(valid), () => {
      cxt.error(true);
      if (it.allErrors !== true) gen.break();
    });
  });
}

function checkAdditionalProperties(cxt: KeywordCxt): void {
  const { gen, schema, it } = cxt;
  if (alwaysValidSchema(it, schema)) return;
  const check = (key: Name): void => {
    if (schema !== false) {
      checkPart(cxt, { keyword: "additionalProperties", dataProp: key, dataPropType: Type.Str });
      return;
    }
    cxt.setParams({ additionalProperty: key });
    cxt.error();
    if (it.allErrors !== true) gen.break();
  };
  const isDeclared = declaredName(cxt);
  forEachKey(cxt, (key) => {
    if (isDeclared === undefined) check(key);
    else gen.if(not(isDeclared(key)), () => check(key));
  });
}

/** Tells of a key whether `properties` or `patternProperties` are about it; undefined if there are none. */
function declaredName(cxt: KeywordCxt): ((key: Name) => Code) | undefined {
  const { gen, parentSchema } = cxt;
  const declared = allSchemaProperties(parentSchema["properties"]);
  const patterns = allSchemaProperties(parentSchema["patternProperties"]);
  if (declared.length === 0 && patterns.length === 0) return undefined;
  const isNamed =
    declared.length > MOST_COMPARED_NAMES
      ? [inSet(gen, declared)]
      : declared.map((name) => (key: Name) => _`${key} === ${name}`);
  const isMatched = patterns.map((pattern) => (key: Name) => _`${usePattern(cxt, pattern)}.test(${key})`);
  return (key) => or(...[...isNamed, ...isMatched].map((test) => test(key)));
}

function inSet(gen: CodeGen, members: readonly string[]): (key: Name) => Code {
  const code = _`new Set(${stringify(members)})`;
  const set = gen.scopeValue("obj", { key: String(code), ref: new Set(members), code });
  return (key) => _`${set}.has(${key})`;
}

function checkPatternProperties(cxt: KeywordCxt): void {
  const schemas = cxt.schema as Readonly<Record<string, object | boolean>>;
  for (const pattern of allSchemaProperties(schemas)) {
    if (alwaysValidSchema(cxt.it, schemas[pattern] ?? true)) continue;
    forEachKey(cxt, (key) => {
      cxt.gen.if(_`${usePattern(cxt, pattern)}.test(${key})`, () => {
        const value = { dataProp: key, dataPropType: Type.Str };
        checkPart(cxt, { keyword: "patternProperties", schemaProp: pattern, ...value });
      });
    });
  }
}

function forEachKey(cxt: KeywordCxt, body: (key: Name) => void): void {
  const { gen, data } = cxt;
  limited(cxt, (most) =>
    gen.forIn("key", data, (key) => {
      gen.if(_`${functionNames.errors} >= ${most}`, () => gen.break());
      body(key);
    }),
  );
}

/** Writes a loop that ends at `most` violations. Comparing with a constant is faster than subtracting in each turn. */
function limited(cxt: KeywordCxt, loop: (most: Name) => void): void {
  const { errors } = functionNames;
  const before = cxt.gen.const("_errs", errors);
  loop(cxt.gen.const("_most", _`${before} + ${MOST_PER_LOOP}`));
  cxt.ok(_`${errors} === ${before}`);
}

/** Checks an item or a property inside a loop. Where one error is enough the loop ends with it. */
function checkPart(cxt: KeywordCxt, part: Parameters<KeywordCxt["subschema"]>[0]): void {
  const valid = cxt.gen.name("valid");
  cxt.subschema(part, valid);
  if (cxt.it.allErrors !== true) cxt.gen.if(not(valid), () => cxt.gen.break());
}
