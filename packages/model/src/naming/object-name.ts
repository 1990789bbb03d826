import { checkName, compilePattern, type NameRule } from "./check-name.js";
import { GENERATED_SUFFIX_LENGTH } from "./generated-name.js";
import type { NameProblem } from "./name-problem.js";
import { GENERATE_NAME_PATTERN, nameLimits, OBJECT_NAME_PATTERN } from "./patterns.js";

const objectName: NameRule = {
  pattern: compilePattern(OBJECT_NAME_PATTERN),
  maxLength: nameLimits.objectName,
  form: "lowercase letters, digits and '-', with a letter or digit at both ends",
};

const generateName: NameRule = {
  pattern: compilePattern(GENERATE_NAME_PATTERN),
  maxLength: nameLimits.objectName - GENERATED_SUFFIX_LENGTH,
  form: "lowercase letters, digits and '-', starting with a letter or digit",
};

/** Checks `metadata.name` (spec 2.2). */
export function checkObjectName(name: string): NameProblem[] {
  return checkName(name, objectName);
}

/** Checks `metadata.generateName`: whatever suffix is added, the whole is an object's name. */
export function checkGenerateName(prefix: string): NameProblem[] {
  return checkName(prefix, generateName);
}
