import pino from "pino";
import { describe, expect, it } from "vitest";
import { guardedLog } from "./guarded-log.js";
import { silentLog } from "./log.js";

const trap = (): never => {
  throw new Error("a trap");
};

describe("a guarded log", () => {
  it("is any pino logger, whose lines are written whatever is thrown", () => {
    const lines: string[] = [];
    const logger = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
    const log = guardedLog(logger);
    log.info({ plugin: "people" }, "plugin started");
    log.debug({}, "not of its level");
    log.error(
      { requestId: "r1", err: Object.defineProperty(new Error("x"), "code", { get: trap, enumerable: true }) },
      "e",
    );
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 30, plugin: "people", msg: "plugin started" },
      {
        level: 50,
        requestId: "r1",
        err: expect.objectContaining({ message: "x", stack: expect.stringMatching(/^Error: x\n +at /) }),
        msg: "e",
      },
    ]);
  });

  it("hands on what it is given as it is", () => {
    const given: unknown[] = [];
    const log = guardedLog({ ...silentLog, warn: (...line: readonly unknown[]) => void given.push(line) });
    const fields = { err: new Error("x") };
    log.warn(fields, "m");
    expect(given).toEqual([[fields, "m"]]);
    expect((given[0] as readonly unknown[])[0]).toBe(fields);
  });

  it("does not throw where the log does", () => {
    const log = guardedLog({ debug: trap, info: trap, warn: trap, error: trap });
    for (const level of ["debug", "info", "warn", "error"] as const) expect(log[level]({ a: 1 }, "m")).toBeUndefined();
  });
});
