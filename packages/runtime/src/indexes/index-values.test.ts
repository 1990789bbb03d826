import { describe, expect, it } from "vitest";
import type { IndexValueType } from "@cmgen/store";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import { indexLimits } from "./convert-index-value.js";
import { IndexValueError } from "./index-value-error.js";
import { indexValuesOf } from "./index-values.js";

type Index = ModelDescriptor["indexes"][number];

const facts = { order: "ASC", unique: false, fingerprint: "" } as const;
const object = (spec: unknown): ExtensionObject => ({ apiVersion: "g/v1", kind: "K", metadata: { name: "n" }, spec });
const single = (type: IndexValueType): Index => ({
  ...facts,
  name: "i",
  type,
  multi: false,
  column: "x_i",
  extract: (o) => o.spec,
});
const multi = (type: IndexValueType): Index => ({
  ...facts,
  name: "i",
  type,
  multi: true,
  table: "t",
  extract: (o) => o.spec as Iterable<unknown>,
});
const values = (index: Index, spec: unknown) => indexValuesOf({ indexes: [index] }, object(spec)).get("i");

describe("indexValuesOf", () => {
  it.each<[IndexValueType, unknown, unknown]>([
    ["string", "ä\u{1F600}", "ä\u{1F600}"],
    ["string", "", ""],
    ["string", "x".repeat(indexLimits.stringBytes), "x".repeat(indexLimits.stringBytes)],
    ["integer", -0, 0],
    ["integer", 2 ** 53 - 1, 2 ** 53 - 1],
    ["int64", "9223372036854775807", 2n ** 63n - 1n],
    ["int64", "-9223372036854775808", -(2n ** 63n)],
    ["int64", "007", 7],
    ["number", 1.5, 1.5],
    ["number", -0, 0],
    ["boolean", false, false],
    ["timestamp", "1970-01-01T01:00:00.5+01:00", 500],
    ["timestamp", new Date(500), 500],
  ])("converts %s %j", (type, given, expected) => {
    const [value] = values(single(type), given) ?? [];
    expect(Object.is(value, expected)).toBe(true);
  });

  it.each<[IndexValueType, unknown, RegExp]>([
    ["string", 5, /gives 5 instead of a string/],
    ["string", "a\u0000", /U\+0000/],
    ["string", "\ud800", /surrogate/],
    ["string", "x".repeat(indexLimits.stringBytes + 1), /2049 bytes/],
    ["integer", 1.5, /1\.5 instead of a whole number/],
    ["integer", 2 ** 53, /whole number/],
    ["integer", "1", /"1"/],
    ["int64", 1, /64-bit/],
    ["int64", "9223372036854775808", /64-bit/],
    ["number", Number.NaN, /NaN/],
    ["boolean", "true", /boolean/],
    ["timestamp", new Date(Number.NaN), /gives an invalid date instead of a timestamp/],
    ["timestamp", new Date(8e15), /gives \+\d+-.* instead of a timestamp/],
    ["string", new Date(0), /gives 1970-01-01T00:00:00.000Z instead of a string/],
    ["timestamp", "2030-02-30T00:00:00Z", /timestamp/],
    ["timestamp", {}, /an object/],
  ])("refuses %s %j", (type, given, message) => {
    expect(() => values(single(type), given)).toThrow(message);
  });

  it.each([null, undefined])("takes %s for absent", (absent) => {
    expect(values(single("string"), absent)).toBeUndefined();
    expect(values(multi("string"), absent)).toBeUndefined();
    expect(values(multi("string"), [absent, "a"])).toEqual(["a"]);
  });

  it("takes each value of a multi-valued index once", () => {
    expect(values(multi("string"), ["b", "a", "b"])).toEqual(["b", "a"]);
    expect(values(multi("timestamp"), ["1970-01-01T00:00:00Z", "1970-01-01T01:00:00+01:00"])).toEqual([0]);
    expect(values(multi("string"), new Set(["s"]))).toEqual(["s"]);
  });

  it("refuses what is no list, also a string, and a list that is too long", () => {
    expect(() => values(multi("string"), "text")).toThrow(/"text" instead of a list/);
    expect(() => values(multi("string"), { length: 1 })).toThrow(/an object instead of a list/);
    const many = Array.from({ length: indexLimits.values + 1 }, (_, place) => String(place));
    expect(() => values(multi("string"), many)).toThrow(/more than 1000/);
  });

  it("names every index at fault, and keeps what a function threw", () => {
    const thrown = new TypeError("no such thing");
    const throwing: Index = {
      ...single("string"),
      name: "broken",
      multi: false,
      column: "x_b",
      extract: () => {
        throw thrown;
      },
    };
    try {
      indexValuesOf({ indexes: [throwing, single("integer")] }, object("x"));
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(IndexValueError);
      expect((error as IndexValueError).problems).toEqual([
        { index: "broken", message: "failed: no such thing", cause: thrown },
        { index: "i", message: 'gives "x" instead of a whole number' },
      ]);
    }
  });
});
