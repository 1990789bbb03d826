import { ApiProblem } from "@cmgen/client";
import { expect, it } from "vitest";
import { refusalsOf } from "./batch.js";

const problem = (...paths: readonly string[]): ApiProblem =>
  new ApiProblem("Refused", {
    status: 422,
    code: "Invalid",
    errors: paths.map((path) => ({ path, code: "Invalid", message: `about ${path}` })),
  });

it("finds the operation and the field of each cause", () => {
  const refused = refusalsOf(problem("/operations/3/object/spec/age", "/operations/3", "/operations/12/name", "/spec"));
  expect([...refused.keys()]).toEqual([3, 12]);
  expect(refused.get(3)?.map(({ path }) => path)).toEqual(["/spec/age", ""]);
  expect(refused.get(12)?.map(({ path }) => path)).toEqual(["/name"]);
});

it("finds nothing in what is about none of them", () => {
  expect(refusalsOf(problem()).size).toBe(0);
  expect(refusalsOf(problem("/operations", "/operations/x")).size).toBe(0);
  expect(refusalsOf(new Error("/operations/3")).size).toBe(0);
});
