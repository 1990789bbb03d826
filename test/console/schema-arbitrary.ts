import fc from "fast-check";

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

/** Types within types that values are made of: one that holds itself ends there. */
const DEEPEST = 5;

/** Values that a schema allows, of those that `openapi.json` describes models with. */
export function valuesOf(schemas: Schemas, given: Schema, depth = 0): fc.Arbitrary<unknown> {
  const schema = resolved(schemas, given);
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as readonly Schema[] | undefined;
  if (alternatives !== undefined) {
    const some = depth < DEEPEST ? alternatives : alternatives.filter((each) => isPlain(resolved(schemas, each)));
    return fc.oneof(...(some.length > 0 ? some : alternatives).map((each) => valuesOf(schemas, each, depth + 1)));
  }
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as readonly unknown[]));
  const types = typesOf(schema);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => ofType(schemas, { ...schema, type }, depth)));
}

function resolved(schemas: Schemas, schema: Schema): Schema {
  const name = typeof schema["$ref"] === "string" ? schema["$ref"].split("/").at(-1) : undefined;
  if (name === undefined) return schema;
  const { $ref: _, ...beside } = schema;
  return { ...resolved(schemas, schemas[name] ?? {}), ...beside };
}

function typesOf({ type }: Schema): readonly string[] {
  if (typeof type === "string") return [type];
  return Array.isArray(type) ? type.filter((each) => typeof each === "string") : [];
}

function isPlain({ type }: Schema): boolean {
  return type !== "object" && type !== "array";
}

function ofType(schemas: Schemas, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  switch (schema["type"]) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
      return fc.integer({ min: bound(schema["minimum"], -1e6), max: bound(schema["maximum"], 1e6) });
    case "number":
      return numbersOf(schema);
    case "string":
      return textsOf(schema);
    case "array":
      return listsOf(schemas, schema, depth);
    default:
      return objectsOf(schemas, schema, depth);
  }
}

function bound(limit: unknown, unless: number): number {
  return typeof limit === "number" && Math.abs(limit) < 1e6 ? limit : unless;
}

function numbersOf({ multipleOf, exclusiveMaximum }: Schema): fc.Arbitrary<number> {
  if (typeof multipleOf === "number") return fc.integer({ min: -100, max: 100 }).map((times) => times * multipleOf);
  if (typeof exclusiveMaximum === "number") return fc.constantFrom(0.125, 0.5, 0.999);
  // JSON has no negative zero.
  return fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
}

const instant = fc.date({ min: new Date("1970-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });

const FORMATS: Readonly<Record<string, fc.Arbitrary<string>>> = {
  "date-time": fc
    .tuple(instant, fc.constantFrom("Z", "+05:30", ".123456789Z"))
    .map(([date, end]) => date.toISOString().slice(0, 19) + end),
  date: instant.map((date) => date.toISOString().slice(0, 10)),
  time: fc.constantFrom("10:20:30Z", "23:59:59+01:00"),
  duration: fc.constantFrom("P1D", "PT2H", "P1Y2M3DT4H5M6S"),
  email: fc.constantFrom("ann@example.com", "bob.b@example.org"),
  uri: fc.webUrl(),
  uuid: fc.uuid(),
  ipv4: fc.ipV4(),
  int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
};

/** Texts that YAML, controls and the browser may take for something else. */
const odd = fc.constantFrom(
  "yes",
  "~",
  "1e3",
  " padded ",
  "#",
  "a: b",
  "line\nline\n",
  "- x",
  "'\"",
  "\t",
  "é\u2028",
  "0x10",
);

function textsOf({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<string> {
  if (typeof format === "string") return FORMATS[format] ?? fc.constant("");
  if (typeof pattern === "string") return fc.stringMatching(new RegExp(pattern, "u"), { maxLength: 20 });
  const [min, max] = [Number(minLength ?? 0), Number(maxLength ?? 30)];
  const texts = fc.string({ unit: "grapheme", minLength: min, maxLength: Math.min(max, 8) });
  return (min === 0 && max >= 20 ? fc.oneof(texts, odd) : texts).map((text) => text.replaceAll("\u0000", ""));
}

function listsOf(schemas: Schemas, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const places = (schema["prefixItems"] ?? []) as readonly Schema[];
  const first = fc.tuple(...places.map((place) => valuesOf(schemas, place, depth + 1)));
  const { items } = schema;
  const maxLength = depth >= DEEPEST ? 0 : 3;
  if (items === false || items === undefined) return first;
  const others = { minLength: Number(schema["minItems"] ?? 0) - places.length, maxLength };
  const item = valuesOf(schemas, items as Schema, depth + 1);
  const [key] = (schema["x-list-map-keys"] ?? []) as readonly string[];
  const minLength = Math.max(0, others.minLength);
  const options = { minLength, maxLength: Math.max(minLength, maxLength) };
  const selector = (each: unknown): unknown => (key === undefined ? JSON.stringify(each) : (each as Schema)[key]);
  const rest =
    schema["uniqueItems"] === true || key !== undefined
      ? fc.uniqueArray(item, { ...options, selector })
      : fc.array(item, options);
  return fc.tuple(first, rest).map(([begin, end]) => [...begin, ...end]);
}

function objectsOf(schemas: Schemas, schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const properties = (schema["properties"] ?? {}) as Readonly<Record<string, Schema>>;
  const required = (schema["required"] ?? []) as readonly string[];
  const shown = Object.entries(properties).filter(
    ([name, each]) => each["writeOnly"] !== true && (depth < DEEPEST || required.includes(name)),
  );
  const model = Object.fromEntries(shown.map(([name, each]) => [name, valuesOf(schemas, each, depth + 1)]));
  const named = fc.record(model, { requiredKeys: required.filter((name) => name in model) });
  const [pattern, ofPattern] = Object.entries((schema["patternProperties"] ?? {}) as Schemas)[0] ?? [];
  const { additionalProperties } = schema;
  const other = pattern === undefined ? additionalProperties : ofPattern;
  if (depth >= DEEPEST || other === false || other === undefined) return named;
  const names = pattern === undefined ? fc.string({ minLength: 1, maxLength: 6 }) : fc.constantFrom("is-a", "is-b.c");
  const values = valuesOf(schemas, other === true ? {} : (other as Schema), depth + 1);
  return fc
    .tuple(
      named,
      fc.dictionary(
        names.filter((name) => !(name in properties)),
        values,
        { maxKeys: 3, noNullPrototype: true },
      ),
    )
    .map(([own, others]) => ({ ...others, ...own }));
}
