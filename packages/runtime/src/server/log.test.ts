import { describe, expect, it } from "vitest";
import { createTextLog } from "./log.js";

function logged(act: (log: ReturnType<typeof createTextLog>) => void): string {
  let text = "";
  act(
    createTextLog(
      (line) => {
        text += line;
      },
      () => new Date(0),
    ),
  );
  return text;
}

describe("the text log", () => {
  it("is a line an event, with its fields", () => {
    expect(logged((log) => log.info("it began", { port: 80, url: "http://x/", name: "a b", none: undefined }))).toBe(
      '1970-01-01T00:00:00.000Z info  it began port=80 url=http://x/ name="a b"\n',
    );
  });

  it("keeps a caller's line breaks from making lines", () => {
    expect(logged((log) => log.warn("odd", { url: "/a\n1970 info forged" })).split("\n")).toHaveLength(2);
  });

  it("prints an error with its stack and its cause's", () => {
    const text = logged((log) =>
      log.error("failed", { error: new Error("outer", { cause: new Error("inner") }), big: 1n }),
    );
    expect(text).toMatch(/error=Error: outer\n/);
    expect(text).toMatch(/caused by Error: inner\n/);
  });
});
