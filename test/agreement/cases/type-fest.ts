import type { AgreementCase, CaseFamily } from "../harness/agreement-case.js";

/** A case whose type uses helpers of type-fest. */
function using(names: string, rest: AgreementCase): AgreementCase {
  return { ...rest, declare: `import type { ${names} } from "type-fest";\n${rest.declare ?? ""}` };
}

const user = `interface User { id: string; name?: string; home: { city: string; zip?: number } }`;

/** Helpers of type-fest. */
export const typeFest: CaseFamily = {
  Simplify: using("Simplify", {
    type: "Simplify<{ a: string } & { b?: number }>",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{ b: 1 }, { a: "x", b: "1" }],
  }),
  SimplifyDeep: using("SimplifyDeep", {
    type: "SimplifyDeep<{ a: { b: string } & { c?: number } }>",
    accepts: [{ a: { b: "x" } }, { a: { b: "x", c: 1 } }],
    refuses: [{ a: {} }, { a: { b: "x", d: 1 } }],
  }),
  Except: using("Except", {
    declare: user,
    type: `Except<User, "home">`,
    accepts: [{ id: "x" }, { id: "x", name: "y" }],
    refuses: [{ id: "x", home: { city: "x" } }, {}],
  }),
  Merge: using("Merge", {
    type: "Merge<{ a: string; b: number }, { b: string; c?: boolean }>",
    accepts: [
      { a: "x", b: "y" },
      { a: "x", b: "y", c: true },
    ],
    refuses: [{ a: "x", b: 1 }, { b: "y" }],
  }),
  MergeDeep: using("MergeDeep", {
    type: "MergeDeep<{ a: { b: string; c: number }; list: string[] }, { a: { c: string; d: boolean } }>",
    accepts: [{ a: { b: "x", c: "y", d: true }, list: [] }],
    refuses: [
      { a: { b: "x", c: 1, d: true }, list: [] },
      { a: { c: "y", d: true }, list: [] },
    ],
  }),
  MergeExclusive: using("MergeExclusive", {
    type: "MergeExclusive<{ a: string }, { b: number }>",
    accepts: [{ a: "x" }, { b: 1 }],
    refuses: [{ a: "x", b: 1 }, {}],
  }),
  OverrideProperties: using("OverrideProperties", {
    type: "OverrideProperties<{ a: string; b: string | number }, { b: number }>",
    accepts: [
      { a: "x", b: 1 },
      { a: "", b: 0 },
    ],
    refuses: [{ a: "x", b: "y" }, { b: 1 }],
  }),
  RequireAtLeastOne: using("RequireAtLeastOne", {
    type: `RequireAtLeastOne<{ id: string; mail?: string; phone?: string }, "mail" | "phone">`,
    accepts: [
      { id: "x", mail: "y" },
      { id: "x", phone: "y" },
      { id: "x", mail: "y", phone: "z" },
    ],
    refuses: [{ id: "x" }, { mail: "x" }, { id: "x", mail: 1 }],
  }),
  RequireExactlyOne: using("RequireExactlyOne", {
    type: `RequireExactlyOne<{ id: string; mail?: string; phone?: string }, "mail" | "phone">`,
    accepts: [
      { id: "x", mail: "y" },
      { id: "x", phone: "y" },
    ],
    refuses: [{ id: "x" }, { id: "x", mail: "y", phone: "z" }],
  }),
  RequireAllOrNone: using("RequireAllOrNone", {
    type: `RequireAllOrNone<{ id: string; user?: string; password?: string }, "user" | "password">`,
    accepts: [{ id: "x" }, { id: "x", user: "y", password: "z" }],
    refuses: [
      { id: "x", user: "y" },
      { user: "y", password: "z" },
    ],
  }),
  PartialDeep: using("PartialDeep", {
    declare: user,
    type: "PartialDeep<User>",
    accepts: [{}, { home: {} }, { home: { zip: 1 }, id: "x" }],
    refuses: [{ home: { city: 1 } }, { other: 1 }, { home: null }],
  }),
  RequiredDeep: using("RequiredDeep", {
    declare: user,
    type: "RequiredDeep<User>",
    accepts: [{ id: "x", name: "y", home: { city: "z", zip: 1 } }],
    refuses: [
      { id: "x", home: { city: "z", zip: 1 } },
      { id: "x", name: "y", home: { city: "z" } },
    ],
  }),
  ReadonlyDeep: using("ReadonlyDeep", {
    declare: `interface List { items: { id: string; tags: string[] }[] }`,
    type: "ReadonlyDeep<List>",
    accepts: [{ items: [] }, { items: [{ id: "x", tags: ["y"] }] }],
    refuses: [{}, { items: [{ id: "x" }] }, { items: [{ id: "x", tags: [1] }] }],
  }),
  Writable: using("Writable", {
    type: "Writable<{ readonly a: string; readonly b?: number }>",
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{}, { a: 1 }],
  }),
  PickDeep: using("PickDeep", {
    declare: user,
    type: `PickDeep<User, "id" | "home.city">`,
    accepts: [
      { id: "x", home: { city: "y" } },
      { id: "", home: { city: "" } },
    ],
    refuses: [{ id: "x" }, { id: "x", home: { zip: 1 } }, { id: "x", home: { city: "y", zip: 1 } }],
  }),
  OmitDeep: using("OmitDeep", {
    declare: user,
    type: `OmitDeep<User, "home.zip">`,
    accepts: [
      { id: "x", home: { city: "y" } },
      { id: "x", name: "y", home: { city: "z" } },
    ],
    refuses: [{ id: "x", home: { city: "y", zip: 1 } }, { id: "x" }],
  }),
  OmitIndexSignature: using("OmitIndexSignature", {
    type: "OmitIndexSignature<{ [key: string]: unknown; id: string }>",
    accepts: [{ id: "x" }, { id: "" }],
    refuses: [{ id: "x", other: 1 }, {}],
  }),
  PickIndexSignature: using("PickIndexSignature", {
    type: "PickIndexSignature<{ [key: string]: string; id: string }>",
    accepts: [{}, { a: "x" }],
    refuses: [{ a: 1 }, null],
  }),
  SetOptional: using("SetOptional", {
    type: `SetOptional<{ a: string; b: number }, "b">`,
    accepts: [{ a: "x" }, { a: "x", b: 1 }],
    refuses: [{ b: 1 }, { a: "x", b: "1" }],
  }),
  SetRequired: using("SetRequired", {
    type: `SetRequired<{ a?: string; b?: number }, "b">`,
    accepts: [{ b: 1 }, { a: "x", b: 1 }],
    refuses: [{ a: "x" }, { b: "1" }],
  }),
  SetNonNullable: using("SetNonNullable", {
    type: `SetNonNullable<{ a: string | null; b: number | null }, "b">`,
    accepts: [
      { a: null, b: 1 },
      { a: "x", b: 1 },
    ],
    refuses: [{ a: null, b: null }, { b: 1 }],
  }),
  SetFieldType: using("SetFieldType", {
    type: `SetFieldType<{ id: number; at: Date }, "at", string>`,
    accepts: [
      { id: 1, at: "x" },
      { id: 0, at: "" },
    ],
    refuses: [{ id: 1, at: 1 }, { id: 1 }],
  }),
  ConditionalPick: using("ConditionalPick", {
    type: "ConditionalPick<{ a: string; b: number; c: string; d(): void }, string>",
    accepts: [{ a: "x", c: "y" }],
    refuses: [{ a: "x" }, { a: "x", b: 1, c: "y" }],
  }),
  ConditionalExcept: using("ConditionalExcept", {
    type: "ConditionalExcept<{ a: string; b: number; c: () => void }, Function>",
    accepts: [
      { a: "x", b: 1 },
      { a: "", b: 0 },
    ],
    refuses: [{ a: "x" }, { a: 1, b: 1 }],
  }),
  ConditionalKeys: using("ConditionalKeys", {
    type: "ConditionalKeys<{ a: string; b: number; c: string }, string>",
    accepts: ["a", "c"],
    refuses: ["b", ""],
  }),
  LiteralUnion: using("LiteralUnion", {
    type: `LiteralUnion<"dark" | "light", string>`,
    judgedBy: "string",
    accepts: ["dark", "other"],
    refuses: [1, null, {}],
  }),
  Tagged: using("Tagged", {
    type: `{ id: Tagged<string, "UserId">; size: Tagged<number, "Size"> }`,
    judgedBy: "{ id: string; size: number }",
    accepts: [
      { id: "x", size: 1 },
      { id: "", size: 0 },
    ],
    refuses: [{ id: 1, size: 1 }, { id: "x" }],
  }),
  UnwrapTagged: using("Tagged, UnwrapTagged", {
    declare: `type Id = Tagged<string, "Id">;`,
    type: "UnwrapTagged<Id>",
    accepts: ["x", ""],
    refuses: [1, null],
  }),
  TaggedUnion: using("TaggedUnion", {
    type: `TaggedUnion<"type", { created: { name: string }; deleted: { at: number } }>`,
    accepts: [
      { type: "created", name: "x" },
      { type: "deleted", at: 1 },
    ],
    refuses: [{ type: "created", at: 1 }, { name: "x" }, { type: "other" }],
  }),
  ValueOf: using("ValueOf", {
    type: `ValueOf<{ a: 1; b: "x" }>`,
    accepts: [1, "x"],
    refuses: ["a", 2],
  }),
  Entry: using("Entry", {
    type: "Entry<{ a: string; b: number }>",
    accepts: [
      ["a", "x"],
      ["b", 1],
    ],
    refuses: [["c", 1], ["a"]],
  }),
  CamelCase: using("CamelCase", {
    type: `CamelCase<"foo-bar" | "foo_baz_qux">`,
    accepts: ["fooBar", "fooBazQux"],
    refuses: ["foo-bar", "FooBar"],
  }),
  CamelCasedProperties: using("CamelCasedPropertiesDeep", {
    type: "CamelCasedPropertiesDeep<{ user_id: string; home_address: { zip_code?: number }[] }>",
    accepts: [
      { userId: "x", homeAddress: [] },
      { userId: "x", homeAddress: [{ zipCode: 1 }, {}] },
    ],
    refuses: [
      { user_id: "x", homeAddress: [] },
      { userId: "x", homeAddress: [{ zip_code: 1 }] },
    ],
  }),
  SnakeCasedProperties: using("SnakeCasedProperties", {
    type: "SnakeCasedProperties<{ userId: string; isAdmin?: boolean }>",
    accepts: [{ user_id: "x" }, { user_id: "x", is_admin: true }],
    refuses: [{ userId: "x" }, {}],
  }),
  KebabCase: using("KebabCase, ScreamingSnakeCase", {
    type: `[KebabCase<"fooBar">, ScreamingSnakeCase<"fooBar">]`,
    accepts: [["foo-bar", "FOO_BAR"]],
    refuses: [["fooBar", "FOO_BAR"], ["foo-bar"]],
  }),
  Split: using("Split, Join", {
    type: `{ split: Split<"a-b-c", "-">; join: Join<["x", "y"], "."> }`,
    accepts: [{ split: ["a", "b", "c"], join: "x.y" }],
    refuses: [
      { split: ["a-b-c"], join: "x.y" },
      { split: ["a", "b", "c"], join: "xy" },
    ],
  }),
  Get: using("Get", {
    declare: user,
    type: `Get<User, "home.city">`,
    accepts: ["x", ""],
    refuses: [1, {}],
  }),
  Paths: using("Paths", {
    type: "Paths<{ a: { b: string; c: number }; d: boolean }>",
    accepts: ["a", "a.b", "a.c", "d"],
    refuses: ["b", "a.d", ""],
  }),
  Schema: using("Schema", {
    type: `Schema<{ a: string; b: { c: number } }, "text" | "number">`,
    accepts: [
      { a: "text", b: { c: "number" } },
      { a: "number", b: { c: "number" } },
    ],
    refuses: [
      { a: "x", b: { c: "number" } },
      { a: "text", b: "text" },
    ],
  }),
  Jsonify: using("Jsonify", {
    type: "Jsonify<{ at: Date; size: number; skip: () => void; list: { at: Date }[] }>",
    accepts: [
      { at: "x", size: 1, list: [] },
      { at: "x", size: 1, list: [{ at: "y" }] },
    ],
    refuses: [
      { size: 1, list: [] },
      { at: 1, size: 1, list: [] },
    ],
  }),
  JsonValue: using("JsonValue", {
    type: "{ value: JsonValue }",
    accepts: [{ value: null }, { value: [1, "x", { a: [true] }] }],
    refuses: [{}, { value: 1, other: 1 }],
  }),
  JsonObject: using("JsonObject", {
    type: "{ value: JsonObject }",
    accepts: [{ value: {} }, { value: { a: { b: [null] } } }],
    refuses: [{ value: null }, { value: "x" }, {}],
  }),
  Spread: using("Spread", {
    type: "Spread<{ a: string; b?: number }, { b: string }>",
    accepts: [{ a: "x", b: "y" }],
    refuses: [{ a: "x" }, { a: "x", b: 1 }],
  }),
  Stringified: using("Stringified", {
    type: "Stringified<{ a: number; b: boolean }>",
    accepts: [{ a: "1", b: "x" }],
    refuses: [{ a: 1, b: "x" }, { a: "1" }],
  }),
  IntRange: using("IntRange", {
    type: "IntRange<1, 5>",
    accepts: [1, 4],
    refuses: [0, 5, 1.5, "1"],
  }),
  TupleOf: using("TupleOf", {
    type: "TupleOf<3, number>",
    accepts: [[1, 2, 3]],
    refuses: [
      [1, 2],
      [1, 2, 3, 4],
      ["1", 2, 3],
    ],
  }),
  NonEmptyTuple: using("NonEmptyTuple", {
    type: "NonEmptyTuple<string>",
    accepts: [["a"], ["a", "b"]],
    refuses: [[], [1]],
  }),
  NonEmptyObject: using("NonEmptyObject", {
    type: "NonEmptyObject<{ a?: string; b?: number }>",
    accepts: [{ a: "x" }, { b: 1 }, { a: "x", b: 1 }],
    refuses: [{}, { a: 1 }],
  }),
  EmptyObject: using("EmptyObject", {
    type: "{ options: EmptyObject; a: string }",
    accepts: [{ options: {}, a: "x" }],
    refuses: [{ options: { a: 1 }, a: "x" }, { a: "x" }],
  }),
  MultidimensionalArray: using("MultidimensionalArray", {
    type: "MultidimensionalArray<number, 2>",
    accepts: [[], [[1]], [[1, 2], []]],
    refuses: [[1], [["x"]], {}],
  }),
  "array helpers": using("ArrayElement, LastArrayElement, ArrayTail", {
    type: `{ element: ArrayElement<["a", 1]>; last: LastArrayElement<["a", 1]>; tail: ArrayTail<["a", 1, true]> }`,
    accepts: [
      { element: "a", last: 1, tail: [1, true] },
      { element: 1, last: 1, tail: [1, true] },
    ],
    refuses: [
      { element: "b", last: 1, tail: [1, true] },
      { element: "a", last: "a", tail: [1, true] },
    ],
  }),
  AsyncReturnType: using("AsyncReturnType", {
    declare: `async function load() { return { id: "x", n: 1 }; }`,
    type: "AsyncReturnType<typeof load>",
    accepts: [
      { id: "y", n: 2 },
      { id: "", n: 0 },
    ],
    refuses: [{ id: "y" }, { id: 1, n: 1 }],
  }),
  SharedUnionFields: using("SharedUnionFields", {
    type: `SharedUnionFields<{ id: string; a: 1 } | { id: string; b: 2 }>`,
    accepts: [{ id: "x" }, { id: "" }],
    refuses: [{ id: "x", a: 1 }, {}],
  }),
  AllUnionFields: using("AllUnionFields", {
    type: `AllUnionFields<{ id: string; a: 1 } | { id: number; b: 2 }>`,
    accepts: [{ id: "x" }, { id: 1, a: 1, b: 2 }],
    refuses: [{ a: 1 }, { id: "x", a: 2 }],
  }),
  DistributedOmit: using("DistributedOmit", {
    type: `DistributedOmit<{ t: "a"; x: string; z: 1 } | { t: "b"; y: number; z: 1 }, "z">`,
    accepts: [
      { t: "a", x: "x" },
      { t: "b", y: 1 },
    ],
    refuses: [
      { t: "a", y: 1 },
      { t: "a", x: "x", z: 1 },
    ],
  }),
  UnionToIntersection: using("UnionToIntersection", {
    type: "UnionToIntersection<{ a: string } | { b: number }>",
    accepts: [
      { a: "x", b: 1 },
      { a: "", b: 0 },
    ],
    refuses: [{ a: "x" }, {}],
  }),
  KeysOfUnion: using("KeysOfUnion", {
    type: "KeysOfUnion<{ a: 1 } | { b: 1 }>",
    accepts: ["a", "b"],
    refuses: ["c", 1],
  }),
  TsConfigJson: using("TsConfigJson", {
    type: `Pick<TsConfigJson, "include" | "exclude"> & { strict?: NonNullable<TsConfigJson.CompilerOptions["strict"]> }`,
    accepts: [{}, { include: ["src"], strict: true }],
    refuses: [{ include: "src" }, { strict: "yes" }, { other: 1 }],
  }),
  PackageJson: using("PackageJson", {
    type: `Pick<PackageJson, "name" | "version" | "scripts" | "dependencies" | "type">`,
    accepts: [{}, { name: "x", version: "1.0.0", type: "module", scripts: { build: "tsc" } }],
    refuses: [{ name: 1 }, { type: "other" }, { dependencies: { a: 1 } }],
  }),
  GreaterThan: using("GreaterThan, IsEqual, If", {
    type: `[GreaterThan<2, 1>, IsEqual<"a", "a">, If<true, "yes", "no">]`,
    accepts: [[true, true, "yes"]],
    refuses: [
      [false, true, "yes"],
      [true, true, "no"],
    ],
  }),
};
