import { win32 } from "node:path";
import { expect, test } from "vitest";

import { InputFiles } from "./input-files.js";

/** As `join` makes a path on Windows, and as TypeScript asks for it. */
const joined = win32.join("C:\\plugin", "src/endpoints/cards.ts");
const asked = "C:/plugin/src/endpoints/cards.ts";

test("a file whose text was edited is that file, however its path is written", () => {
  const inputs = new InputFiles(new Map([[joined, "edited"]]), win32);
  expect([inputs.read(asked), inputs.read(joined)]).toEqual(["edited", "edited"]);
  expect([inputs.isEdited(asked), inputs.isEdited(joined)]).toEqual([true, true]);
  expect([...inputs.texts().keys()]).toEqual([asked]);
});

test("so is one of which the program gets a slice", () => {
  const inputs = new InputFiles(new Map([[joined, "whole"]]), win32);
  inputs.slice(joined, "slice");
  expect(inputs.programText(asked)).toBe("slice");
  expect([...inputs.slices().keys()]).toEqual([asked]);
});

test("what is missing, and the folders that tell of it, are noted once", () => {
  const inputs = new InputFiles(new Map(), win32);
  inputs.missed(joined);
  inputs.missed(asked);
  expect([...inputs.missing()]).toEqual([asked]);
  expect([...inputs.folders()]).toEqual(["C:/plugin/src/endpoints"]);
});
