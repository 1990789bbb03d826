import { describe, expect, it } from "vitest";
import { causeOf } from "./cause-of.js";

describe("causeOf", () => {
  it("is the message of the innermost cause, which need not be an error", () => {
    const inner = new Error("inner");
    expect(causeOf(new Error("outer", { cause: new Error("middle", { cause: inner }) }))).toBe("inner");
    expect(causeOf(new Error("outer", { cause: "a text" }))).toBe("a text");
    expect(causeOf("a text")).toBe("a text");
  });

  it("ends where causes lead back to an error that was met", () => {
    const own = new Error("own");
    own.cause = own;
    expect(causeOf(own)).toBe("own");
    const [first, second] = [new Error("first"), new Error("second")];
    first.cause = second;
    second.cause = first;
    expect(causeOf(first)).toBe("second");
  });
});
