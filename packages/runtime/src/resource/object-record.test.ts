import { describe, expect, it } from "vitest";
import { assertSize, type PrintedObject } from "./object-record.js";
import { printStored, type StoredObject } from "./stored-object.js";

const owned = { uid: "u", creationTimestamp: "2030-01-01T00:00:00.000Z", version: 12 };
const deleted = { ...owned, deletionTimestamp: "2030-01-01T00:00:00.000Z" };

function printed(text: string, metadata: typeof owned = owned): PrintedObject {
  const object: StoredObject = {
    apiVersion: "a.b/v1",
    kind: "X",
    metadata: { name: "x", ...metadata },
    spec: { text },
  };
  return { object, data: printStored(object) };
}

/** Bytes of the object without what the service writes. */
const own = JSON.stringify({ apiVersion: "a.b/v1", kind: "X", metadata: { name: "x" }, spec: { text: "yy" } }).length;

describe("assertSize", () => {
  it.each([
    ["new", owned],
    ["deleted", deleted],
  ])("counts what callers decide of a %s object", (_, metadata) => {
    expect(() => assertSize(printed("yy", metadata), own)).not.toThrow();
    expect(() => assertSize(printed("yyy", metadata), own)).toThrow(
      `would have ${own + 1} bytes; the limit is ${own}.`,
    );
  });

  it("lets an object that is too large shrink, stay and be deleted, and not grow", () => {
    const before = printed("yyyy");
    for (const after of [printed("yyy"), printed("yyyy"), printed("yyyy", deleted)]) {
      expect(() => assertSize(after, own, before)).not.toThrow();
    }
    expect(() => assertSize(printed("yyyyy"), own, before)).toThrow("the limit is");
  });
});
