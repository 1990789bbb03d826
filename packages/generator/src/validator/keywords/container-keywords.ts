import { _, type Code, type CodeGen, type KeywordCxt, type KeywordDefinition, type Name, stringify } from "ajv";

import type { Surroundings } from "../surroundings.js";
import { allowsAll, functionNames, or, pattern as usePattern, placeOf } from "./code-parts.js";
import { counted } from "./object-keywords.js";

/** Most violations that are looked for in one list or one map. Past them a longer answer helps nobody, and costs memory. */
const MOST_PER_LOOP = 100;

/** What Ajv calls the two ways to look into a value: by a number, and by a text. */
const byNumber = 0;
const byText = 1;

/** So many names are compared one by one; more are looked up in a set. */
const MOST_COMPARED_NAMES = 8;

/**
 * The keywords that go through the items of a list and the properties of an object. They mean what JSON Schema says, but stop after
 * {@link MOST_PER_LOOP} violations: three megabytes of bad items must not become a gigabyte of complaints.
 */
export const containerKeywords = (outside: Surroundings): readonly KeywordDefinition[] => [
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
    code: (cxt) => checkAdditionalProperties(cxt, outside),
  },
  { keyword: "patternProperties", type: "object", schemaType: "object", code: checkPatternProperties },
];

function checkItems(cxt: KeywordCxt): void {
  const { gen, schema, parentSchema, data, it } = cxt;
  if (allowsAll(it, schema)) return;
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
      checkPart(cxt, { keyword: "items", dataProp: i, dataPropType: byNumber }),
    ),
  );
}

function checkPropertyNames(cxt: KeywordCxt): void {
  const { gen, schema, it } = cxt;
  if (allowsAll(it, schema)) return;
  forEachKey(cxt, (key) => {
    const valid = gen.name("valid");
    cxt.setParams({ propertyName: key });
    const name = { data: key, dataTypes: ["string" as const], propertyName: key };
    cxt.subschema({ keyword: "propertyNames", ...name, compositeRule: true }, valid);
    gen.if(_`!${valid}`, () => {
      cxt.error(true);
      if (it.allErrors !== true) gen.break();
    });
  });
}

function checkAdditionalProperties(cxt: KeywordCxt, outside: Surroundings): void {
  const { gen, schema, it } = cxt;
  if (allowsAll(it, schema)) return;
  if (schema === false && namesIn(cxt, "patternProperties").length === 0) return refuseOthers(cxt, outside);
  const check = (key: Name): void => {
    if (schema !== false) {
      checkPart(cxt, { keyword: "additionalProperties", dataProp: key, dataPropType: byText });
      return;
    }
    cxt.setParams({ additionalProperty: key });
    cxt.error();
    if (it.allErrors !== true) gen.break();
  };
  const isDeclared = declaredName(cxt);
  forEachKey(cxt, (key) => {
    if (isDeclared === undefined) check(key);
    else gen.if(_`!(${isDeclared(key)})`, () => check(key));
  });
}

/** A call of the runtime in one row: nearly every object type is closed. */
function refuseOthers(cxt: KeywordCxt, outside: Surroundings): void {
  const { gen, data } = cxt;
  const { errors, vErrors } = functionNames;
  const names = namesIn(cxt, "properties");
  const declared = names.length > MOST_COMPARED_NAMES ? setOf(gen, names) : stringify(names);
  const [unknownNames, report] = [outside.runtime("unknownNames"), outside.runtime("reportUnknown")];
  counted(cxt, () => {
    const unknown = gen.const("unknown", _`${unknownNames}(${data}, ${declared})`);
    gen.code(_`if (${unknown}) ${errors} = ${report}(${vErrors} ??= [], ${placeOf(cxt)}, ${unknown})`);
  });
}

function namesIn({ parentSchema }: KeywordCxt, keyword: "properties" | "patternProperties"): readonly string[] {
  return Object.keys((parentSchema[keyword] ?? {}) as object).filter((name) => name !== "__proto__");
}

/** Tells of a key whether `properties` or `patternProperties` are about it; undefined if there are none. */
function declaredName(cxt: KeywordCxt): ((key: Name) => Code) | undefined {
  const { gen } = cxt;
  const declared = namesIn(cxt, "properties");
  const patterns = namesIn(cxt, "patternProperties");
  if (declared.length === 0 && patterns.length === 0) return undefined;
  const isNamed =
    declared.length > MOST_COMPARED_NAMES
      ? [(key: Name) => _`${setOf(gen, declared)}.has(${key})`]
      : declared.map((name) => (key: Name) => _`${key} === ${name}`);
  const isMatched = patterns.map((pattern) => (key: Name) => _`${usePattern(cxt, pattern)}.test(${key})`);
  return (key) => or(...[...isNamed, ...isMatched].map((test) => test(key)));
}

function setOf(gen: CodeGen, members: readonly string[]): Name {
  const code = _`new Set(${stringify(members)})`;
  return gen.scopeValue("obj", { key: String(code), ref: new Set(members), code });
}

function checkPatternProperties(cxt: KeywordCxt): void {
  const schemas = cxt.schema as Readonly<Record<string, object | boolean>>;
  for (const pattern of Object.keys(schemas)) {
    if (allowsAll(cxt.it, schemas[pattern] ?? true)) continue;
    forEachKey(cxt, (key) => {
      cxt.gen.if(_`${usePattern(cxt, pattern)}.test(${key})`, () => {
        const value = { dataProp: key, dataPropType: byText };
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
  if (cxt.it.allErrors !== true) cxt.gen.if(_`!${valid}`, () => cxt.gen.break());
}
