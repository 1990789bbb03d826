import { describe, expect, it } from "vitest";
import { openFile } from "./database.js";
import { packError, Thread, unpackError } from "./thread.js";

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

describe("a thread", () => {
  it("waits for no answer to a question that cannot be sent", async () => {
    const thread = new Thread({ module: "./thread.js", data: undefined, name: "asked" });
    await expect(thread.ask({ question: () => "a function" })).rejects.toThrow("could not be cloned");
    expect(thread.load).toBe(0);
    await thread.terminate();
  });
});
