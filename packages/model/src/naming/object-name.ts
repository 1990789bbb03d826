import { checkName, compilePattern, type NameRule } from "./check-name.js";
import type { NameProblem } from "./name-problem.js";
import { GENERATE_NAME_PATTERN, nameLimits, OBJECT_NAME_PATTERN } from "./patterns.js";

/** No vowels and no `0`, `1`, `3`: a suffix spells no word and is not misread. */
const SUFFIX_ALPHABET = "bcdfghjklmnpqrstvwxz2456789";

/** Characters that {@link generateObjectName} adds. */
export const GENERATED_SUFFIX_LENGTH = 8;

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

/**
 * Completes `prefix` to an object's name with a random suffix. A name may be taken: the caller tries again.
 * @param random numbers in [0, 1); names are no secret, so the default will do.
 */
export function generateObjectName(prefix: string, random: () => number = Math.random): string {
  let name = prefix;
  for (let added = 0; added < GENERATED_SUFFIX_LENGTH; added++) {
    name += SUFFIX_ALPHABET[Math.floor(random() * SUFFIX_ALPHABET.length)];
  }
  return name;
}
