import { describe, expect, test } from "vitest";
import {
  array,
  json,
  object,
  record,
  scalar,
  string,
  tuple,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { check } from "./check-value.js";

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
