import { expect, it } from "vitest";
import { nameChunks } from "./name-chunks.js";

it("puts names into as few selectors as they fit into, in their order", () => {
  const names = Array.from({ length: 1000 }, (_, at) => `issue-${at}`);
  const chunks = nameChunks(names);
  expect(chunks.flat()).toEqual(names);
  expect(chunks.every((chunk) => chunk.join().length <= 2000)).toBe(true);
  expect(chunks.length).toBe(5);
  expect(nameChunks(names.map(() => "a")).map((chunk) => chunk.length)).toEqual([400, 400, 200]);
  expect(nameChunks([])).toEqual([]);
  expect(nameChunks(["a".repeat(253), "b".repeat(3000), "c"]).map((chunk) => chunk.length)).toEqual([1, 1, 1]);
});
