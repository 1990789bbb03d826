import { describe, expect, test } from "vitest";
import {
  literal,
  named,
  object,
  ref,
  scalar,
  string,
  tagged,
  union,
  nothing,
} from "../../packages/generator/src/model/type-builders.test.fixture.js";
import { check } from "./check-value.js";

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
