import { describe, expect, it } from "vitest";
import { openFile } from "./database.js";
import { packError, unpackError } from "./thread.js";

function thrownBy(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

const across = (error: unknown): Error => unpackError(structuredClone(packError(error)));

describe("an error between threads", () => {
  it("keeps what SQLite says, and its code", () => {
    const error = thrownBy(() => openFile(":memory:", {}).exec("SELECT * FROM nowhere"));
    expect(across(error)).toBeInstanceOf(Error);
    expect(across(error)).toMatchObject({
      name: "SqliteError",
      code: "SQLITE_ERROR",
      message: "no such table: nowhere (SQLITE_ERROR)",
      stack: expect.stringMatching(/nowhere \(SQLITE_ERROR\)[^]*thread\.test/),
    });
  });

  it("is an error whatever was thrown", () => {
    expect(across("a text")).toMatchObject({ name: "Error", message: "a text" });
    expect(across(new TypeError("wrong"))).toMatchObject({ name: "TypeError", message: "wrong" });
  });
});
