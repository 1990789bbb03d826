import { expect, test } from "vitest";

import { people } from "../../model/people.test.fixture.js";
import { validatorEmitter } from "./emit-validator.js";

const context = { outDir: "src/generated", prismaDir: "prisma" };

test("a model has a module that needs nothing of the compiler", () => {
  const [file] = validatorEmitter().emit(people, context);
  expect(file?.path).toBe("src/generated/v1alpha1/person/validator.ts");
  expect(file?.contents).toContain("export function validatePerson(value: unknown): readonly Violation[]");
  expect(file?.contents).not.toMatch(/require\(|new Function|eval\(/);
});
