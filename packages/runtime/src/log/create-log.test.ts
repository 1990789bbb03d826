import { describe, expect, it } from "vitest";
import { createPinoLog, type LogOptions } from "./create-log.js";
import type { Log } from "./log.js";
import { readableLines } from "./readable-lines.js";

/** The records that a log writes. */
function logged(act: (log: Log) => void, options?: LogOptions): readonly Record<string, unknown>[] {
  const lines: string[] = [];
  act(createPinoLog({ ...options }, { write: (line) => void lines.push(line) }));
  // One line each, whatever is in it.
  expect(lines.map((line) => line.indexOf("\n"))).toEqual(lines.map((line) => line.length - 1));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("a log of JSON lines", () => {
  it("has level, time, facts and message", () => {
    const [record] = logged((log) => log.info({ port: 80, name: "a\nb", none: undefined }, "it began"));
    expect(record).toEqual({ level: "info", time: expect.any(String), port: 80, name: "a\nb", msg: "it began" });
    expect(new Date(String(record?.["time"])).getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  it("takes a message as it is", () => {
    expect(logged((log) => log.warn({}, "100 %s of %o"))).toMatchObject([{ level: "warn", msg: "100 %s of %o" }]);
  });

  it("writes lines of its level and above", () => {
    const all = (log: Log): void => {
      for (const level of ["debug", "info", "warn", "error"] as const) log[level]({}, level);
    };
    expect(logged(all).map(({ msg }) => msg)).toEqual(["info", "warn", "error"]);
    expect(logged(all, { level: "trace" })).toHaveLength(4);
    expect(logged(all, { level: "error" }).map(({ msg }) => msg)).toEqual(["error"]);
    expect(logged(all, { level: "silent" })).toEqual([]);
  });

  it("writes a line whatever its facts are", () => {
    const circle: Record<string, unknown> = { big: 1n };
    circle["self"] = circle;
    const trap = (): never => {
      throw new Error("a trap");
    };
    const getter = {
      good: 1,
      get bad() {
        return trap();
      },
      err: new Error("kept"),
    };
    const records = logged((log) => {
      log.error({ circle, fn: trap, symbol: Symbol("s"), date: new Date(Number.NaN) }, "odd");
      log.error({ toJSON: trap, nested: { toJSON: trap } }, "toJSON");
      log.error(getter, "getter");
      log.error(new Proxy({}, { ownKeys: trap }), "proxy");
    });
    expect(records.map(({ msg }) => msg)).toEqual(["odd", "toJSON", "getter", "proxy"]);
    expect(records[2]).toMatchObject({ good: 1, bad: "[cannot be read: a trap]", err: { message: "kept" } });
  });
});

/** What a terminal is given. */
function shown(act: (log: Log) => void): string {
  let text = "";
  act(createPinoLog({}, readableLines({ write: (part) => void (text += part) })));
  return text;
}

describe("a log for people", () => {
  it("has few facts behind the message, and many below it", () => {
    expect(shown((log) => log.info({ plugin: "people", indexes: ["a", "b"] }, "plugin started"))).toMatch(
      /^\[\d\d:\d\d:\d\d\.\d{3}\] .*INFO.*: .*plugin started.* \{"plugin":"people","indexes":\["a","b"\]\}.*\n$/,
    );
    const resources = Array.from(
      { length: 5 },
      (_, at) => `http://127.0.0.1:8090/apis/people.example.com/v1/kinds${at}`,
    );
    expect(shown((log) => log.info({ resources }, "listening"))).toContain(`\n      "${resources[4]}"\n`);
  });

  it("shows an error's stack as Node does", () => {
    const err = new Error("outer", { cause: new TypeError("inner") });
    const text = shown((log) => log.error({ requestId: "r1", err }, "request failed"));
    expect(text).toContain('requestId: "r1"');
    expect(text).toMatch(/\n +Error: outer\n +at /);
    expect(text).toMatch(/\n +\[cause\]: TypeError: inner\n +at /);
  });

  it("gives a caller's text no command of the terminal", () => {
    const text = "\u001b]0;title\u0007\u001b[2J\u009b31m\u007f\r";
    const plain = shown((log) => log.warn({ field: "", err: new Error("") }, "m"));
    const hostile = shown((log) => log.warn({ field: text, err: new Error(text) }, "m"));
    // Colours and line breaks are ours.
    const isControl = (code: number): boolean => (code < 32 && code !== 10) || (code > 126 && code < 160);
    const commands = (printed: string): number =>
      Array.from(printed, (character) => character.charCodeAt(0)).filter(isControl).length;
    expect(commands(hostile)).toBe(commands(plain));
  });
});
