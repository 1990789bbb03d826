import { checkLength, checkName, compilePattern, type NameRule } from "./check-name.js";
import type { NameProblem } from "./name-problem.js";
import { DNS_SUBDOMAIN_PATTERN, nameLimits, QUALIFIED_NAME_PATTERN, STORABLE_TEXT_PATTERN } from "./patterns.js";

/** Prefixes of label keys that are the platform's (spec 2.3), unless a service is configured otherwise. */
export const DEFAULT_RESERVED_LABEL_PREFIXES: readonly string[] = ["cmgen.dev"];

const qualifiedName = compilePattern(QUALIFIED_NAME_PATTERN);
const storableText = compilePattern(STORABLE_TEXT_PATTERN);

const prefixRule: NameRule = {
  part: "prefix",
  pattern: compilePattern(DNS_SUBDOMAIN_PATTERN),
  maxLength: nameLimits.qualifiedNamePrefix,
  form: "a DNS subdomain: lowercase letters, digits and '-' in parts joined by '.', with a letter or digit at both ends of each",
};

const nameRule: NameRule = {
  part: "name",
  pattern: /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
  maxLength: nameLimits.qualifiedNamePart,
  form: "letters, digits, '-', '_' and '.', with a letter or digit at both ends",
};

/** Checks `<prefix>/<name>` with an optional prefix (spec 2.3): the form of label keys, annotation keys and finalizers. */
export function checkQualifiedName(key: string): NameProblem[] {
  if (qualifiedName.test(key)) return [];
  const slash = key.indexOf("/");
  const inName = checkName(key.slice(slash + 1), nameRule);
  return slash < 0 ? inName : [...checkName(key.slice(0, slash), prefixRule), ...inName];
}

/** Checks the key of a label (spec 2.3). Whether it is reserved is asked of {@link isReservedLabelKey}. */
export function checkLabelKey(key: string): NameProblem[] {
  return checkQualifiedName(key);
}

/**
 * Checks the value of a label: any text of at most 253 characters that every database stores as it is. The spec sets no form, and
 * selectors can quote, so unlike in Kubernetes any characters will do.
 */
export function checkLabelValue(value: string): NameProblem[] {
  const tooLong = checkLength(value, nameLimits.labelValue);
  if (storableText.test(value)) return tooLong;
  return [{ keyword: "pattern", message: "must not contain U+0000 or half a surrogate pair" }, ...tooLong];
}

/** Checks one of `metadata.finalizers`. */
export function checkFinalizer(finalizer: string): NameProblem[] {
  return checkQualifiedName(finalizer);
}

/**
 * Whether a label's key is the platform's (spec 2.3, rule 1): it has no prefix, or its prefix is one of `reservedPrefixes` or a
 * subdomain of one.
 */
export function isReservedLabelKey(key: string, reservedPrefixes = DEFAULT_RESERVED_LABEL_PREFIXES): boolean {
  const slash = key.indexOf("/");
  if (slash < 0) return true;
  const prefix = key.slice(0, slash);
  return reservedPrefixes.some((reserved) => prefix === reserved || prefix.endsWith(`.${reserved}`));
}
