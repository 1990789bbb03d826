import { describe, expect, it } from "vitest";
import { ManifestError } from "../manifest/manifest-error.js";
import { describeError } from "./describe-error.js";

const hostile = (): never => {
  throw new Error("a trap");
};

describe("describeError", () => {
  it("has an error's type, message, code and stack", () => {
    const described = describeError(Object.assign(new TypeError("no"), { code: "E_NO", table: "people" }));
    expect(described).toMatchObject({ type: "TypeError", message: "no", code: "E_NO" });
    expect(described.stack).toMatch(/^TypeError: no\n {4}at .*describe-error\.test/);
    expect(described.stack).toContain("table: 'people'");
  });

  it("has the stacks of causes and of an AggregateError's errors", () => {
    const cause = new RangeError("inner", { cause: "disk full" });
    const all = new AggregateError([new Error("first"), new Error("second", { cause })], "both failed");
    const { stack } = describeError(new Error("outer", { cause: all }));
    const texts = ["outer", "AggregateError: both failed", "Error: first", "Error: second", "RangeError: inner"];
    for (const text of texts) expect(stack).toMatch(new RegExp(`${text}\\n +at `));
    expect(stack).toContain("disk full");
  });

  it("has the problems of manifests once", () => {
    const error = new ManifestError([{ place: "extensions/a.yaml:1:2", message: "It is not valid YAML." }]);
    const described = describeError(error);
    expect(described).toEqual({ type: "ManifestError", message: "extensions/a.yaml:1:2: It is not valid YAML." });
  });

  it("ends where causes go in a circle", () => {
    const error: Error = new Error("round");
    error.cause = new Error("and round", { cause: error });
    expect(describeError(error).stack).toContain("[Circular *1]");
  });

  it.each<[string, string, () => unknown]>([
    ["string", "only text", () => "only text"],
    ["undefined", "undefined", () => undefined],
    ["object", "null", () => null],
    ["bigint", "12n", () => 12n],
    ["object", "{ status: 500 }", () => ({ status: 500 })],
    ["symbol", "Symbol(s)", () => Symbol("s")],
  ])("describes a thrown %s: %s", (type, message, make) => {
    expect(describeError(make())).toEqual({ type, message });
  });

  it.each<[string, () => unknown]>([
    ["a getter", () => Object.defineProperty(new Error("x"), "message", { get: hostile })],
    ["the stack's getter", () => Object.defineProperty(new Error("x"), "stack", { get: hostile })],
    ["the code's getter", () => Object.defineProperty(new Error("x"), "code", { get: hostile, enumerable: true })],
    ["toString", () => ({ toString: hostile, toJSON: hostile, [Symbol.toPrimitive]: hostile })],
    [
      "every trap of a proxy",
      () => new Proxy(new Error("x"), { get: hostile, getPrototypeOf: hostile, ownKeys: hostile, has: hostile }),
    ],
    [
      "a getter of a plain object",
      () => ({
        get status() {
          return hostile();
        },
      }),
    ],
  ])("does not throw where %s throws", (_, make) => {
    expect(typeof describeError(make()).message).toBe("string");
  });

  it("is of limited length", () => {
    const { message, stack } = describeError(new Error("x".repeat(1_000_000)));
    expect(message.length + (stack?.length ?? 0)).toBeLessThan(40_000);
  });
});
