import { describe, expect, it } from "vitest";
import { deletionWarning } from "./warning.js";

const since = "2030-01-01T00:00:00.000Z";

function warn(metadata: object): string | undefined {
  return deletionWarning({ uid: "u", version: 2, data: new TextEncoder().encode(JSON.stringify({ metadata })) });
}

describe("deletionWarning", () => {
  it("says since when an object waits and for what", () => {
    expect(warn({ deletionTimestamp: since, finalizers: ["a.b/c"] })).toBe(
      `299 - "deleting since ${since}, held by the finalizer a.b/c"`,
    );
    expect(warn({ deletionTimestamp: since, finalizers: ["a.b/c", "a.b/d"] })).toContain("the finalizers a.b/c, a.b/d");
  });

  it("has nothing to say of one that is gone, or is not being deleted", () => {
    expect(warn({})).toBeUndefined();
    expect(warn({ finalizers: ["a.b/c"] })).toBeUndefined();
    expect(warn({ deletionTimestamp: since })).toBeUndefined();
  });

  it("stays a header of a length that clients take", () => {
    const finalizers = Array.from({ length: 256 }, (_, at) => `${"p".repeat(253)}/${String(at).padStart(63, "n")}`);
    const warning = warn({ deletionTimestamp: since, finalizers }) ?? "";
    expect(warning).toMatch(/ and 251 more"$/);
    expect(warning.length).toBeLessThan(2000);
  });
});
