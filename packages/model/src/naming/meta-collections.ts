import { utf8Length } from "../text/utf8-length.js";
import { metaProblem, textCheck, type MetaCheck, type MetaProblem } from "./meta-problem.js";
import { nameLimits } from "./patterns.js";
import { checkFinalizer, checkLabelKey, checkLabelValue, checkQualifiedName } from "./qualified-name.js";

const checkItem = textCheck(checkFinalizer);
const checkKeyOfLabel = textCheck(checkLabelKey, "key ");
const checkValueOfLabel = textCheck(checkLabelValue);
const checkKeyOfAnnotation = textCheck(checkQualifiedName, "key ");
const checkValueOfAnnotation = textCheck(() => []);

/** Checks `metadata.finalizers`: a set of qualified names. Of too many the count alone is reported. */
export function checkFinalizers(value: unknown, path: readonly string[]): MetaProblem[] {
  if (!Array.isArray(value)) return [metaProblem(path, "type", "must be an array")];
  const items: readonly unknown[] = value;
  if (items.length > nameLimits.finalizers) {
    return [tooMany(path, "maxItems", { most: nameLimits.finalizers, count: items.length })];
  }
  const problems = items.flatMap((item, at) => checkItem(item, [...path, String(at)]));
  if (new Set(items).size < items.length) {
    problems.push(metaProblem(path, "uniqueItems", "must not name a finalizer twice"));
  }
  return problems;
}

/** Checks `metadata.labels`: how many, the form of keys (spec 2.3), and values. Of too many the count alone is reported. */
export function checkLabels(value: unknown, path: readonly string[]): MetaProblem[] {
  if (!isMap(value)) return [metaProblem(path, "type", "must be an object")];
  const count = Object.keys(value).length;
  if (count > nameLimits.labels) return [tooMany(path, "maxProperties", { most: nameLimits.labels, count })];
  return checkEntries(value, path, { key: checkKeyOfLabel, value: checkValueOfLabel });
}

/** Checks `metadata.annotations`: how large all are together, and the form of keys. Of too large ones the size alone is reported. */
export function checkAnnotations(value: unknown, path: readonly string[]): MetaProblem[] {
  if (!isMap(value)) return [metaProblem(path, "type", "must be an object")];
  const bytes = sizeOf(value);
  if (bytes > nameLimits.annotations) {
    return [metaProblem(path, "maxBytes", `must be at most ${nameLimits.annotations} bytes in all, not ${bytes}`)];
  }
  return checkEntries(value, path, { key: checkKeyOfAnnotation, value: checkValueOfAnnotation });
}

function checkEntries(
  map: TextMap,
  path: readonly string[],
  checks: { key: MetaCheck; value: MetaCheck },
): MetaProblem[] {
  const problems: MetaProblem[] = [];
  for (const [key, value] of Object.entries(map)) {
    const at = path.concat(key);
    problems.push(...checks.key(key, at), ...checks.value(value, at));
  }
  return problems;
}

function tooMany(path: readonly string[], keyword: string, bounds: { most: number; count: number }): MetaProblem {
  return metaProblem(path, keyword, `must have at most ${bounds.most} entries, not ${bounds.count}`);
}

function sizeOf(map: TextMap): number {
  let bytes = 0;
  for (const key of Object.keys(map)) {
    const value = map[key];
    bytes += utf8Length(key) + (typeof value === "string" ? utf8Length(value) : 0);
  }
  return bytes;
}

/** Labels or annotations, whose values are still to be checked. */
type TextMap = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is TextMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
