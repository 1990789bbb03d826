import fc from "fast-check";
import {
  array,
  json,
  literal,
  named,
  nothing,
  object,
  oneOf,
  record,
  ref,
  scalar,
  string,
  tagged,
  tuple,
  union,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import type { Json, NamedType, Type } from "../../packages/generator/src/model/type.js";

/** Types as the reader could make them, with named types that refer to each other. */
export interface TypeSample {
  readonly type: Type;
  readonly types: readonly NamedType[];
}

const typeNames = ["Alpha", "Beta", "Gamma"] as const;
const keys = fc.constantFrom("a", "b", "c", "toString", "constructor", "a/b", "x-1");

const text = fc.oneof(
  fc.constant(string()),
  fc.record({ minLength: fc.nat(2), maxLength: fc.integer({ min: 2, max: 5 }) }).map(string),
  fc.constantFrom("^a", "b$", "^[ab]*$").map((pattern) => string({ pattern })),
);
const number = fc.oneof(
  fc.constantFrom(
    scalar("number"),
    scalar("integer"),
    scalar("number", { multipleOf: 0.5 }),
    scalar("integer", { format: "int32" }),
  ),
  fc
    .record({ minimum: fc.integer({ min: -3, max: 0 }), exclusiveMaximum: fc.integer({ min: 1, max: 4 }) })
    .map((bounds) => scalar("integer", bounds)),
);
/** Schemas that authors write in place of types, with what the emitter itself never says. */
const embedded = fc
  .constantFrom<Json>(
    {},
    true,
    false,
    { type: "string" },
    { type: "array", contains: { type: "string", minLength: 1 }, minContains: 1, maxContains: 2 },
    { contains: { type: "object", required: ["a"] } },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    { if: { type: "string" }, then: { maxLength: 1 }, else: { not: { type: "null" } } },
    { const: { a: 1, b: [null] } },
    { enum: [{ a: 1 }, [1], "a", 1] },
    { oneOf: [{ type: "number" }, { type: "integer" }, { type: "array" }] },
    {
      anyOf: [
        { type: "object", required: ["a"] },
        { type: "object", required: ["b"] },
        { maxItems: 1, type: "array" },
      ],
    },
    { allOf: [{ type: "object" }, { propertyNames: { maxLength: 1 } }], dependentRequired: { a: ["b"] } },
    {
      type: "object",
      properties: { a: { type: "number" } },
      patternProperties: { "^x": { type: "string" } },
      minProperties: 1,
    },
    { dependentSchemas: { a: { maxProperties: 1 } } },
    { type: "array", prefixItems: [{ type: "string" }, true], items: { type: "number" } },
  )
  .map(json);

const leaf = fc.oneof(
  text,
  number,
  fc.constantFrom(scalar("boolean"), scalar("int64"), scalar("timestamp"), nothing),
  embedded,
  fc.constantFrom("a", 1, true).map(literal),
  fc.uniqueArray(fc.constantFrom("a", "b", 1, 2, true), { minLength: 2 }).map((values) => oneOf(...values)),
);

const { type: anyType } = fc.letrec<{ type: Type; object: Type }>((tie) => ({
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(keys, fc.boolean(), tie("type")), { selector: ([key]) => key, maxLength: 4 }),
      fc.option(tie("type"), { freq: 5, nil: undefined }),
    )
    .map(([properties, additional]) =>
      object(
        Object.fromEntries(properties.map(([key, required, type]) => [required ? key : `${key}?`, type])),
        additional,
      ),
    ),
  type: fc.oneof(
    { maxDepth: 3, depthIdentifier: "type" },
    leaf,
    fc.constantFrom(...typeNames).map((name) => ref(name)),
    tie("object"),
    fc
      .tuple(tie("type"), fc.constantFrom({}, { minItems: 1 }, { maxItems: 2 }, { uniqueItems: true }))
      .map(([items, constraints]) => array(items, constraints)),
    fc
      .tuple(
        fc.array(tie("type"), { minLength: 1, maxLength: 3 }),
        fc.nat(3),
        fc.option(tie("type"), { nil: undefined }),
      )
      .map(([items, required, rest]) => tuple(items, Math.min(required, items.length), rest)),
    fc
      .tuple(tie("type"), fc.option(fc.constantFrom("^x-", "a"), { nil: undefined }))
      .map(([values, keyPattern]) => record(values, keyPattern)),
    fc.array(tie("type"), { minLength: 2, maxLength: 3 }).map((members) => union(...members)),
    fc
      .tuple(tie("type"), tie("type"))
      .map(([a, b]) =>
        tagged("tag", object({ tag: literal("a"), "of?": a }), object({ tag: oneOf("b", 3), "of?": b }), nothing),
      ),
  ),
}));

export const typeSample: fc.Arbitrary<TypeSample> = fc
  .tuple(anyType, ...typeNames.map(() => anyType))
  .map(([type, ...bodies]) => ({ type, types: bodies.map((body, at) => named(typeNames[at] ?? "", guarded(body))) }))
  .filter(({ types }) => types.every(({ type }) => type.shape !== "ref"));

/** A type that is only a union of names may be nothing but itself; an object around it makes it a type that can be written. */
function guarded(type: Type): Type {
  return type.shape === "ref" || type.shape === "union" ? object({ "of?": type }) : type;
}

/** Values that a type's author would write, and values gone wrong in one place. */
export function valuesOf({ type, types }: TypeSample): fc.Arbitrary<unknown> {
  return fc.oneof(
    goodValue(type, types, 4),
    fc.jsonValue({ maxDepth: 3 }),
    fc.tuple(goodValue(type, types, 4), fc.infiniteStream(fc.nat(11))).map(spoilt),
  );
}

function goodValue(type: Type, types: readonly NamedType[], depth: number): fc.Arbitrary<unknown> {
  const inside = (inner: Type): fc.Arbitrary<unknown> =>
    depth <= 0 ? fc.constantFrom(null, {}, [], "a", 1) : goodValue(inner, types, depth - 1);
  switch (type.shape) {
    case "string":
      return fc.constantFrom("", "a", "ab", "aabb", "b", "😀", "abcdef");
    case "number":
    case "integer":
      return fc.constantFrom(0, 1, -1, 3, 0.5, 2 ** 31, -(2 ** 31), 2 ** 53, -0);
    case "int64":
      return fc.constantFrom("0", "-1", "9223372036854775807", "9223372036854775808", "007");
    case "boolean":
      return fc.boolean();
    case "timestamp":
      return fc.constantFrom(
        "2024-02-29T00:00:00Z",
        "2023-02-29T00:00:00Z",
        "2024-01-01T25:00:00Z",
        "2024-01-01T00:00:00.5+01:00",
      );
    case "null":
      return fc.constant(null);
    case "literal":
      return fc.constant(type.value);
    case "enum":
      return fc.constantFrom(...type.values);
    case "array":
      return fc.array(inside(type.items), { maxLength: 3 });
    case "tuple":
      return fc
        .tuple(fc.tuple(...type.items.map(inside)), fc.array(inside(type.rest ?? type), { maxLength: 1 }), fc.nat(4))
        .map(([items, rest, cut]) =>
          [...items, ...rest].slice(0, Math.max(type.required, items.length + rest.length - cut)),
        );
    case "record":
      return fc.dictionary(fc.constantFrom("x-1", "a", "toString"), inside(type.values), {
        maxKeys: 3,
        noNullPrototype: true,
      });
    case "object": {
      const members = Object.fromEntries(type.properties.map(({ name, type: member }) => [name, inside(member)]));
      const requiredKeys = type.properties.filter(({ required }) => required).map(({ name }) => name);
      return fc.record(members, { requiredKeys, noNullPrototype: true });
    }
    case "union":
      return fc.oneof(...type.members.map(inside));
    case "ref":
      return inside(types.find(({ name }) => name === type.name)?.type ?? nothing);
    case "model":
    case "json":
      return fc.jsonValue({ maxDepth: 1 });
  }
}

/** Replaces, removes or adds something somewhere in a value; the numbers say what and where. */
function spoilt([value, choices]: [unknown, Iterator<number>]): unknown {
  const next = (): number => choices.next().value as number;
  if (typeof value !== "object" || value === null || next() < 3)
    return [null, {}, [], "a", 1, true, "c", 0.25, { tag: "a" }, [1], "", -9][next()];
  const copy = structuredClone(value) as Record<string, unknown>;
  const names = Object.keys(copy);
  const name = names[next() % (names.length + 1)] ?? "b";
  if (next() < 3 && !Array.isArray(copy)) delete copy[name];
  else if (!Array.isArray(copy) || names.includes(name)) copy[name] = spoilt([copy[name], choices]);
  return copy;
}
