import { checkName, compilePattern, type NameRule } from "./check-name.js";
import type { NameProblem } from "./name-problem.js";
import {
  API_VERSION_PATTERN,
  DNS_SUBDOMAIN_PATTERN,
  INDEX_NAME_PATTERN,
  KIND_PATTERN,
  nameLimits,
  RESOURCE_NAME_PATTERN,
} from "./patterns.js";

/** Group names ending in one of these are the platform's (spec 2.1), unless a service is configured otherwise. */
export const DEFAULT_RESERVED_GROUP_SUFFIXES: readonly string[] = ["cmgen.dev"];

const group: NameRule = {
  pattern: compilePattern(DNS_SUBDOMAIN_PATTERN),
  maxLength: nameLimits.group,
  form: "a DNS subdomain: lowercase letters, digits and '-' in parts joined by '.', with a letter or digit at both ends of each",
};

const apiVersion: NameRule = {
  pattern: compilePattern(API_VERSION_PATTERN),
  maxLength: nameLimits.apiVersion,
  form: "of the form v1, v1alpha1 or v2beta3",
};

const resourceName: NameRule = {
  pattern: compilePattern(RESOURCE_NAME_PATTERN),
  maxLength: nameLimits.resourceName,
  form: "lowercase letters, digits and '-', starting with a letter and ending with a letter or digit",
};

const kindName: NameRule = {
  pattern: compilePattern(KIND_PATTERN),
  maxLength: nameLimits.kind,
  form: "letters and digits, starting with a capital",
};

const indexName: NameRule = {
  pattern: compilePattern(INDEX_NAME_PATTERN),
  maxLength: nameLimits.indexName,
  form: "free of blanks, control characters and , ( ) = ! < > ^ and quotes, so that selectors can name it",
};

/**
 * Checks the group of a declaration (spec 2.1). Reserved are the empty group and names whose text ends in one of
 * `reservedSuffixes`; a suffix that starts with a dot stands for subdomains only.
 */
export function checkGroup(name: string, reservedSuffixes = DEFAULT_RESERVED_GROUP_SUFFIXES): NameProblem[] {
  if (name === "") return [reserved("must not be empty: the empty group is reserved for the platform")];
  const suffix = reservedSuffixes.find((candidate) => name.endsWith(candidate));
  const problems = checkName(name, group);
  if (suffix === undefined) return problems;
  return [...problems, reserved(`must not end in "${suffix}", which is reserved for the platform`)];
}

/** Checks the version of a declaration (spec 9). */
export function checkApiVersion(name: string): NameProblem[] {
  return checkName(name, apiVersion);
}

/** Checks a plural or singular name (spec 2.1). */
export function checkResourceName(name: string): NameProblem[] {
  return checkName(name, resourceName);
}

/** Checks a kind: a name that generated types can have. */
export function checkKind(name: string): NameProblem[] {
  return checkName(name, kindName);
}

/** Checks the name of an index (spec 2.5): a selector and `sort` must be able to write it. */
export function checkIndexName(name: string): NameProblem[] {
  return checkName(name, indexName);
}

function reserved(message: string): NameProblem {
  return { keyword: "reserved", message };
}
