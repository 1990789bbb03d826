import { describe, expect, it } from "vitest";
import { ApiError } from "../error/api-error.js";
import { isNotModified, writePrecondition } from "./preconditions.js";

function outcome(headers: Record<string, string>, tag: string | undefined): string {
  try {
    writePrecondition(headers)?.(tag === undefined ? undefined : { shown: tag, state: '"state"' });
    return "holds";
  } catch (error) {
    return ApiError.from(error).code;
  }
}

describe("writePrecondition", () => {
  it.each<[string, Record<string, string>, string | undefined, "holds" | "fails"]>([
    ["the object's tag", { "if-match": '"3"' }, '"3"', "holds"],
    ["the object's tag among others", { "if-match": '"1", "3"' }, '"3"', "holds"],
    ["any", { "if-match": "*" }, '"3"', "holds"],
    ["any, where there is no object", { "if-match": "*" }, undefined, "fails"],
    ["the state that the tag is of", { "if-match": '"state"' }, '"3"', "holds"],
    ["not the state, which says nothing of a form", { "if-none-match": '"state"' }, '"3"', "holds"],
    ["another tag", { "if-match": '"2"' }, '"3"', "fails"],
    ["a tag, where there is no object", { "if-match": '"2"' }, undefined, "fails"],
    ["a weak tag, which never matches strongly", { "if-match": 'W/"3"' }, '"3"', "fails"],
    ["not the object's tag", { "if-none-match": '"3"' }, '"3"', "fails"],
    ["not the object's tag, weakly", { "if-none-match": 'W/"3"' }, '"3"', "fails"],
    ["not another tag", { "if-none-match": '"2"' }, '"3"', "holds"],
    ["nothing there", { "if-none-match": "*" }, '"3"', "fails"],
    ["nothing there, where there is nothing", { "if-none-match": "*" }, undefined, "holds"],
    ["not a tag, where there is no object", { "if-none-match": '"3"' }, undefined, "holds"],
    ["one that holds and one that fails", { "if-match": '"3"', "if-none-match": "*" }, '"3"', "fails"],
  ])("%s", (_, headers, tag, wanted) => {
    expect(outcome(headers, tag)).toBe(wanted === "holds" ? "holds" : "PreconditionFailed");
  });

  it.each(["3", '"3', "W/3", '"1" "2"', '"1",', "**"])("refuses the If-Match %s, which protects nothing", (value) => {
    expect(() => writePrecondition({ "if-match": value })).toThrow(ApiError);
    expect(() => writePrecondition({ "if-match": value })).toThrow(expect.objectContaining({ code: "BadRequest" }));
  });

  it("is nothing without the headers", () => {
    expect(writePrecondition({})).toBeUndefined();
  });
});

describe("isNotModified", () => {
  it.each<[string | undefined, boolean]>([
    ['"3"', true],
    ['W/"3"', true],
    ['"1", "3"', true],
    ["*", true],
    ['"2"', false],
    ["rubbish", false],
    [undefined, false],
  ])("%s: %s", (header, wanted) => {
    expect(isNotModified(header, '"3"')).toBe(wanted);
  });
});
