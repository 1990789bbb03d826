import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { asksToWatch } from "./watch-operation.js";

const asks = (query: string, method = "GET"): boolean => asksToWatch({ method } as IncomingMessage, query);

describe("asksToWatch", () => {
  it("finds the name with any of its letters encoded", () => {
    for (const at of Array.from("watch").keys()) {
      const letter = `%${"watch".charCodeAt(at).toString(16)}`;
      expect(asks(`page=1&${"watch".slice(0, at)}${letter}${"watch".slice(at + 1)}=true`)).toBe(true);
    }
  });

  it.each(["", "page=1", "watch=false", "labelSelector=a%2Fb%3Dwatch", "fieldSelector=spec.name%3D%22watch%3Dtrue%22"])(
    "takes %j for a list",
    (query) => expect(asks(query)).toBe(false),
  );

  it("is about reads only", () => {
    expect([asks("watch=true", "HEAD"), asks("watch=true", "DELETE")]).toEqual([true, false]);
  });

  it.each(["watch", "watch=1", "watch=true&watch=true", "watch=TRUE"])("refuses %j", (query) => {
    expect(() => asks(query)).toThrow("watch must be given once");
  });
});
