import { errorStatuses, type ErrorCode } from "@cmgen/model";
import { describe, expect, it } from "vitest";
import { ApiError } from "./api-error.js";
import { problemOf } from "./problem.js";

describe("problemOf", () => {
  it.each(Object.entries(errorStatuses))("%s is answered %d", (code, status) => {
    const problem = problemOf(new ApiError(code as ErrorCode, "Why."));
    expect(problem).toMatchObject({ type: `urn:cmgen:problem:${code}`, status, code, detail: "Why." });
    expect(problem.title).not.toBe("");
  });

  it("carries causes, extras and where it was met, and leaves out what there is not", () => {
    const error = new ApiError("Conflict", "Changed.", {
      errors: [{ path: "/a", code: "b", message: "c" }],
      extras: { currentVersion: 3 },
    });
    expect(problemOf(error, { instance: "/x", requestId: "7" })).toMatchObject({
      errors: [{ path: "/a", code: "b", message: "c" }],
      currentVersion: 3,
      instance: "/x",
      requestId: "7",
    });
    expect(Object.keys(problemOf(new ApiError("NotFound", "Gone.")))).toEqual([
      "type",
      "title",
      "status",
      "detail",
      "code",
    ]);
  });
});

describe("ApiError.from", () => {
  it("tells nothing of an error that is not one", () => {
    const error = ApiError.from(new Error("the password is secret"));
    expect(error).toMatchObject({ code: "InternalError", status: 500 });
    expect(JSON.stringify(problemOf(error))).not.toContain("secret");
    expect(error.cause).toMatchObject({ message: "the password is secret" });
  });
});
