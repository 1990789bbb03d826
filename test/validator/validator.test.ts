import { describe, expect, test } from "vitest";
import { people } from "../../packages/generator/src/model/people.test.fixture.js";
import {
  array,
  json,
  literal,
  model,
  modelRef,
  named,
  nothing,
  object,
  oneOf,
  project,
  record,
  ref,
  scalar,
  string,
  tagged,
  tuple,
  union,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import type { NamedType, Type } from "../../packages/generator/src/model/type.js";
import { loadValidators } from "./load-validators.js";

/** Checks one value of `type`, which stands as `spec.value`; violations read `path keyword: message`, the path from there. */
function check(type: Type, value: unknown, types: readonly NamedType[] = []): readonly string[] {
  const validate = validatorOf(type, types);
  return validate(value).violations;
}

function validatorOf(type: Type, types: readonly NamedType[] = []) {
  const validate = loadValidators(project([model("Thing", object({ "value?": type }))], types)).get("Thing");
  return (value: unknown) => {
    const spec = { value };
    const thing = { apiVersion: "things.example.com/v1alpha1", kind: "Thing", metadata: {}, spec };
    const violations = (validate?.(thing) ?? []).map(({ path, keyword, message }) => {
      return `${path.replace("/spec/value", "")} ${keyword}: ${message}`;
    });
    return { violations, value: spec.value };
  };
}

describe("a person", () => {
  const validate = loadValidators(people).get("Person")!;
  const person = (spec: unknown, more: object = {}) => ({
    apiVersion: "people.example.com/v1alpha1",
    kind: "Person",
    metadata: { name: "ann" },
    spec,
    ...more,
  });

  test("is good with what it must have and with all it may have", () => {
    expect(validate(person({ name: "Ann" }))).toEqual([]);
    const other = person({ name: "Bob" });
    expect(validate(person({ name: "Ann", age: 150, gender: "FEMALE", tags: ["a"], otherPerson: other }))).toEqual([]);
  });

  test("is refused with every cause at once, each at its field", () => {
    const violations = validate(person({ age: 151.5, gender: "X", tags: ["a", 1], nmae: "" }, { state: 1 }));
    expect(violations).toEqual([
      { path: "/state", keyword: "additionalProperties", message: "is not a known field" },
      { path: "/spec/name", keyword: "required", message: "is required" },
      { path: "/spec/nmae", keyword: "additionalProperties", message: "is not a known field" },
      { path: "/spec/age", keyword: "type", message: "must be a whole number" },
      { path: "/spec/age", keyword: "maximum", message: "must be 150 or less" },
      { path: "/spec/gender", keyword: "enum", message: 'must be one of "MALE", "FEMALE"' },
      { path: "/spec/tags/1", keyword: "type", message: "must be a string" },
    ]);
  });

  test("inside a person has its metadata held against the naming rules; its own is left to others", () => {
    const personNamed = (name: unknown) => ({ ...person({ name: "Bob" }), metadata: { name } });
    expect(validate({ ...personNamed("Not A Name"), spec: { name: "Ann" } })).toEqual([]);
    expect(validate(person({ name: "Ann", otherPerson: personNamed("Not A Name") }))).toMatchObject([
      { path: "/spec/otherPerson/metadata/name", keyword: "pattern" },
    ]);
    const labelled = { ...person({ name: "Bob" }), metadata: { name: "bob", labels: { "a b": "x" } } };
    expect(validate(person({ name: "Ann", otherPerson: labelled }))).toMatchObject([
      {
        path: "/spec/otherPerson/metadata/labels/a b",
        keyword: "pattern",
        message: expect.stringMatching(/^has a name that must match/),
      },
    ]);
  });

  test("is no list, no null and no text", () => {
    for (const value of [[], null, "x", 1, undefined]) {
      expect(validate(value)).toMatchObject([{ path: "", keyword: "type", message: "must be an object" }]);
    }
  });
});

describe("scalars", () => {
  test.each<[Type, readonly unknown[], readonly unknown[]]>([
    [string({ minLength: 1, maxLength: 2 }), ["a", "😀😀"], ["", "abc", 1, null]],
    [string({ pattern: "^a+$" }), ["a"], ["b", ""]],
    [string({ format: "email" }), ["a@b.example"], ["a", "a@", "@b"]],
    [scalar("number"), [0, -1.5, 1e300], ["1", Number.NaN, Number.POSITIVE_INFINITY, null]],
    [scalar("number", { multipleOf: 0.1 }), [0.3, 1.1, -7], [0.35]],
    [scalar("number", { exclusiveMinimum: 0, exclusiveMaximum: 1 }), [0.5], [0, 1]],
    [scalar("integer"), [1, -0, 2 ** 53 - 1], [1.5, 2 ** 53, "1", 1e300]],
    [scalar("int64"), ["0", "-1", "9223372036854775807"], ["9223372036854775808", "01", "-0", "1.0", "", 1]],
    [scalar("boolean"), [true, false], [0, "true", null]],
    [
      scalar("timestamp"),
      ["2024-02-29T23:59:59Z", "2024-01-01T00:00:00.123+05:30"],
      ["2023-02-29T00:00:00Z", "2024-01-01", "now"],
    ],
    [nothing, [null], [0, false, ""]],
    [literal("a"), ["a"], ["b", 1]],
    [literal(1), [1], [2, "1"]],
    [oneOf("a", 1, true), ["a", 1, true], ["1", "true", false, null]],
  ])("%j", (type, good, bad) => {
    const validate = validatorOf(type);
    for (const value of good) expect([value, validate(value).violations]).toEqual([value, []]);
    for (const value of bad) expect([value, validate(value).violations.length > 0]).toEqual([value, true]);
  });
});

describe("lists, maps and objects", () => {
  test("a list's items are told by their places", () => {
    expect(check(array(string(), { minItems: 1, maxItems: 2 }), [1, "a", 2])).toEqual([
      " maxItems: must have at most 2 items",
      "/0 type: must be a string",
      "/2 type: must be a string",
    ]);
    expect(check(array(string()), {})).toEqual([" type: must be an array"]);
  });

  test("equal items are found whatever they are", () => {
    const unique = array(json({}), { uniqueItems: true });
    expect(check(unique, [1, "1", [1], { a: 1 }, { a: 2 }, null, "__proto__", "toString"])).toEqual([]);
    expect(check(unique, [{ a: 1, b: [0] }, 5, { b: [-0], a: 1 }])).toEqual([
      " uniqueItems: must have no equal items (items 0 and 2 are equal)",
    ]);
    expect(check(unique, ["__proto__", "__proto__"])).toHaveLength(1);
  });

  test("a list by key has each key once", () => {
    const ports = { type: array(object({ name: string(), port: scalar("integer") })), listKey: "name" };
    const type = object({ "ports?": ports });
    expect(
      check(type, {
        ports: [
          { name: "a", port: 1 },
          { name: "b", port: 1 },
        ],
      }),
    ).toEqual([]);
    expect(
      check(type, {
        ports: [
          { name: "a", port: 1 },
          { name: "b", port: 1 },
          { name: "a", port: 2 },
        ],
      }),
    ).toEqual(['/ports/2 listKey: must not have the same "name" as item 0']);
  });

  test("a tuple has its items, the optional ones too, and its rest", () => {
    const type = tuple([string(), scalar("number")], 1, scalar("boolean"));
    for (const value of [["a"], ["a", 1], ["a", 1, true, false]]) expect(check(type, value)).toEqual([]);
    expect(check(type, [])).toEqual([" minItems: must have at least 1 item"]);
    expect(check(type, ["a", 1, 2])).toEqual(["/2 type: must be true or false"]);
    expect(check(tuple([string()]), ["a", "b"])).toEqual([" items: must have at most 1 item"]);
  });

  test("a map takes any key, or those of its pattern", () => {
    expect(check(record(scalar("number")), { a: 1, toString: 2, ["__proto__"]: 3 })).toEqual([]);
    expect(check(record(scalar("number")), { "a/b~c": "x" })).toEqual(["/a~1b~0c type: must be a number"]);
    expect(check(record(scalar("number"), "^x-"), { "x-a": 1, y: 1, "x-b": "1" })).toEqual([
      "/y additionalProperties: is not a known field",
      "/x-b type: must be a number",
    ]);
  });

  test("an object takes more where it says so", () => {
    const type = object({ a: string() }, scalar("number"));
    expect(check(type, { a: "x", b: 1 })).toEqual([]);
    expect(check(type, { a: "x", b: "y" })).toEqual(["/b type: must be a number"]);
  });

  test("an unknown field is pointed at", () => {
    expect(check(object({}), { "a/b": 1 })).toEqual(["/a~1b additionalProperties: is not a known field"]);
  });
});

describe("unions", () => {
  const circle = named("Circle", object({ type: literal("circle"), radius: scalar("number") }));
  const square = named("Square", object({ type: literal("square"), side: scalar("number"), "inner?": ref("Shape") }));
  const shape = named("Shape", tagged("type", ref("Circle"), ref("Square")));
  const types = [circle, square, shape];

  test("by type: what is wrong is said of the member that is meant", () => {
    const type = union(string({ maxLength: 2 }), scalar("integer"), nothing);
    for (const value of ["ab", 1, null]) expect(check(type, value)).toEqual([]);
    expect(check(type, "abc")).toEqual([" maxLength: must have at most 2 characters"]);
    expect(check(type, 1.5)).toEqual([" type: must be a whole number"]);
    expect(check(type, true)).toEqual([" type: must be a string or a number or null"]);
  });

  test("by tag", () => {
    expect(check(ref("Shape"), { type: "circle", radius: 1 }, types)).toEqual([]);
    expect(check(ref("Shape"), { type: "circle", side: 1 }, types)).toEqual([
      "/radius required: is required",
      "/side additionalProperties: is not a known field",
    ]);
    expect(check(ref("Shape"), { type: "oval" }, types)).toEqual(['/type enum: must be one of "circle", "square"']);
    expect(check(ref("Shape"), {}, types)).toEqual(["/type required: is required"]);
    expect(check(ref("Shape"), { type: "square", side: 1, inner: { type: "circle" } }, types)).toEqual([
      "/inner/radius required: is required",
    ]);
    expect(check(ref("Shape"), "circle", types)).toEqual([" type: must be an object"]);
  });

  test("by neither: one sentence", () => {
    const type = union(string({ pattern: "^a" }), string({ pattern: "^b" }));
    expect(check(type, "a")).toEqual([]);
    expect(check(type, "b")).toEqual([]);
    expect(check(type, "c")).toEqual([
      " anyOf: must be one of the alternatives: a string (pattern ^a); a string (pattern ^b)",
    ]);
    const target = union(object({ host: string() }), ref("Path"));
    expect(check(target, { hots: "a" }, [named("Path", object({ path: string() }))])).toEqual([
      ' anyOf: must be one of the alternatives: an object with "host"; Path',
    ]);
  });

  test("a tag that every object inherits", () => {
    const type = tagged(
      "constructor",
      object({ constructor: literal("a") }),
      object({ constructor: literal("b"), n: scalar("number") }),
    );
    expect(check(type, { constructor: "a" })).toEqual([]);
    expect(check(type, {})).toEqual(["/constructor required: is required"]);
  });
});

describe("defaults", () => {
  const fill = (type: Type, value: unknown, types: readonly NamedType[] = []) => validatorOf(type, types)(value);

  test("are written where a property is absent, nested ones too, before the check", () => {
    const inner = object({ n: { type: scalar("integer"), default: 1 } });
    const type = object({
      active: { type: scalar("boolean"), default: true },
      "inner?": inner,
      "list?": array(inner),
      "map?": record(inner),
      "pair?": tuple([inner, inner]),
      whole: { type: inner, default: {} },
    });
    expect(fill(type, { inner: {}, list: [{}, { n: 2 }], map: { a: {} }, pair: [{}, {}] })).toEqual({
      violations: [],
      value: {
        active: true,
        inner: { n: 1 },
        list: [{ n: 1 }, { n: 2 }],
        map: { a: { n: 1 } },
        pair: [{ n: 1 }, { n: 1 }],
        whole: { n: 1 },
      },
    });
    expect(fill(type, { active: null }).violations).toEqual(["/active type: must be true or false"]);
  });

  test("are fresh each time", () => {
    const validate = validatorOf(object({ list: { type: array(string()), default: [] } }));
    const [one, two] = [validate({}), validate({})] as { value: { list: string[] } }[];
    one?.value.list.push("x");
    expect(two?.value.list).toEqual([]);
  });

  test("are those of the member that the tag names", () => {
    const type = tagged(
      "type",
      object({ type: literal("a"), x: { type: scalar("integer"), default: 1 } }),
      object({ type: literal("b"), y: { type: scalar("integer"), default: 2 } }),
      nothing,
    );
    expect(fill(type, { type: "b" })).toEqual({ violations: [], value: { type: "b", y: 2 } });
    expect(fill(type, null).violations).toEqual([]);
  });

  test("are found through names and models", () => {
    const types = [
      named("Leaf", object({ n: { type: scalar("integer"), default: 7 } })),
      named("Tree", object({ "left?": ref("Tree"), "leaf?": ref("Leaf") })),
    ];
    expect(fill(ref("Tree"), { left: { left: { leaf: {} } } }, types)).toEqual({
      violations: [],
      value: { left: { left: { leaf: { n: 7 } } } },
    });
    const envelope = { apiVersion: "things.example.com/v1alpha1", kind: "Other", metadata: { name: "a" } };
    const other = model("Other", object({ n: { type: scalar("integer"), default: 7 } }));
    const validate = loadValidators(project([other, model("Thing", object({ "other?": modelRef("Other") }))])).get(
      "Thing",
    );
    const thing = { ...envelope, kind: "Thing", spec: { other: { ...envelope, spec: {} } } };
    expect(validate?.(thing)).toEqual([]);
    expect(thing.spec.other.spec).toEqual({ n: 7 });
  });

  test("never reach what every object inherits", () => {
    const type = object({
      ["__proto__?"]: object({ polluted: { type: scalar("boolean"), default: true } }),
      constructor: { type: string(), default: "mine" },
    });
    expect(fill(type, {})).toEqual({ violations: [], value: { constructor: "mine" } });
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });
});

describe("names that mean something to JavaScript", () => {
  const hostile = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "class",
    "a-b",
    "1",
    "",
    "a\nb",
    "*/",
    "`${x}`",
    "é",
    "\u2028",
    '"',
    "\\",
  ];

  test.each(hostile)("%j can be declared", (name) => {
    const type = object({ [`${name}?`]: string() });
    expect(check(type, own(name, "x"))).toEqual([]);
    expect(check(type, own(name, 1))).toEqual([`/${name.replaceAll("/", "~1")} type: must be a string`]);
    expect(check(type, {})).toEqual([]);
    expect(check(object({ [name]: string() }), {})).toEqual([`/${name.replaceAll("/", "~1")} required: is required`]);
  });

  test.each(hostile)("%j is unknown where it is not declared", (name) => {
    expect(check(object({ "a?": string() }), own(name, {}))).toEqual([
      `/${name.replaceAll("/", "~1")} additionalProperties: is not a known field`,
    ]);
  });

  test.each(hostile)("%j can be a value, a pattern, a tag and a default", (text) => {
    const pattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const type = object({
      a: literal(text),
      b: oneOf(text, "other"),
      c: string({ pattern }),
      d: { type: string(), default: text },
      e: tagged(text, object({ [text]: literal(text) }), object({ [text]: literal("other") })),
    });
    expect(check(type, { a: text, b: text, c: text, e: own(text, text) })).toEqual([]);
  });

  function own(name: string, value: unknown): unknown {
    return JSON.parse(`{${JSON.stringify(name)}: ${JSON.stringify(value)}}`);
  }
});

test("names that the compiler has for its own variables are names like others", () => {
  const own = [
    "schema0",
    "pattern0",
    "func0",
    "obj0",
    "formats0",
    "validate0",
    "wrapper0",
    "errors",
    "vErrors",
    "data",
    "instancePath",
    "err0",
    "key0",
  ];
  const bodies = {
    date: scalar("timestamp"),
    choice: oneOf("a", "b"),
    text: string({ pattern: "^a", minLength: 1 }),
    tree: ref("Tree"),
  };
  const types = [named("Tree", object({ "wrapper0?": ref("Tree"), "validate?": ref("Tree") }))];
  const type = object({
    ...Object.fromEntries(own.map((name) => [`${name}?`, string({ maxLength: 1, pattern: "^b" })])),
    ...Object.fromEntries(Object.entries(bodies).map(([name, body]) => [`${name}?`, body])),
  });
  const good = Object.fromEntries(own.map((name) => [name, "b"]));
  expect(
    check(
      type,
      { ...good, date: "2024-01-01T00:00:00Z", choice: "a", text: "a", tree: { wrapper0: {}, validate: {} } },
      types,
    ),
  ).toEqual([]);
  expect(check(type, Object.fromEntries(own.map((name) => [name, 1])), types)).toEqual(
    own.map((name) => `/${name} type: must be a string`),
  );
});

describe("large and hostile values", () => {
  test("a long list of bad items costs time in proportion, and is answered in part", () => {
    const item = named("Item", object({ name: string() }));
    const validate = validatorOf(array(ref("Item")), [item]);
    const started = performance.now();
    const { violations } = validate(Array.from({ length: 500_000 }, () => ({ nmae: 1 })));
    expect(violations.length).toBeLessThanOrEqual(200);
    expect(violations.length).toBeGreaterThanOrEqual(100);
    expect(performance.now() - started).toBeLessThan(1000);
  });

  test("a deep value of a union that nothing tells apart costs time in proportion", () => {
    const expression = union(
      object({ "left?": ref("Expression"), "right?": ref("Expression"), a: scalar("integer") }),
      object({ "left?": ref("Expression"), "right?": ref("Expression"), a: string() }),
    );
    const validate = validatorOf(ref("Expression"), [named("Expression", expression)]);
    const nested = (leaf: unknown): object => {
      let tree: unknown = leaf;
      for (let depth = 0; depth < 200; depth++) tree = { a: depth % 3 === 0 ? 1 : "x", left: tree, right: { a: 1 } };
      return tree as object;
    };
    expect(validate(nested({ a: 1 })).violations).toEqual([]);
    expect(validate(nested({ a: true })).violations).toHaveLength(1);
    const reused = nested({ a: 1 }) as { a: unknown };
    expect(validate(reused).violations).toEqual([]);
    reused.a = true;
    expect(validate(reused).violations).toHaveLength(1);
  });

  test("a deep value is held as deep as it is", () => {
    const validate = validatorOf(ref("Tree"), [
      named("Tree", object({ "child?": ref("Tree"), n: { type: scalar("integer"), default: 1 } })),
    ]);
    let tree: object = {};
    for (let depth = 0; depth < 1000; depth++) tree = { child: tree };
    expect(validate(tree).violations).toEqual([]);
  });
});
