import { isTimestamp } from "../format/timestamp.js";
import { metaProblem, textCheck, type MetaCheck, type MetaProblem } from "./meta-problem.js";
import { checkAnnotations, checkFinalizers, checkLabels } from "./meta-collections.js";
import type { NameProblem } from "./name-problem.js";
import { checkGenerateName, checkObjectName } from "./object-name.js";
import { isReservedLabelKey } from "./qualified-name.js";

/** Which of the three shapes of `metadata` is meant: embedded in another object, as answered, or as sent. */
export type MetaForm = "declared" | "stored" | "input";

export interface CheckObjectMetaOptions {
  readonly form: MetaForm;
  /** Report label keys that are reserved (spec 2.3): without a prefix, or with one of these. Absent: they are let through. */
  readonly rejectReservedLabels?: readonly string[];
}

const required: Readonly<Record<MetaForm, readonly string[]>> = {
  declared: ["name"],
  stored: ["name", "uid", "creationTimestamp", "version"],
  input: [],
};

const checks: ReadonlyMap<string, MetaCheck> = new Map([
  ["name", textCheck(checkObjectName)],
  // Made by services: one of another may look otherwise.
  ["uid", textCheck(() => [])],
  ["creationTimestamp", textCheck(checkTimestamp)],
  ["version", checkVersion],
  // Names of callers are those of whoever authenticates them.
  ["lastChangedBy", textCheck(() => [])],
  ["deletionTimestamp", textCheck(checkTimestamp)],
  ["finalizers", checkFinalizers],
  ["labels", checkLabels],
  ["annotations", checkAnnotations],
]);

const inputChecks: ReadonlyMap<string, MetaCheck> = new Map([
  ...checks,
  ["generateName", textCheck(checkGenerateName)],
]);

/**
 * Checks the `metadata` of an object against every rule of spec 2.2 and 2.3 and reports all problems at once. Accepts exactly what
 * the JSON Schema of the same form accepts, but for two rules that no schema can say: the size of all annotations together, and
 * reserved keys.
 */
export function checkObjectMeta(metadata: unknown, options: CheckObjectMetaOptions): MetaProblem[] {
  const path = ["metadata"];
  if (typeof metadata !== "object" || metadata === null || Array.isArray(metadata)) {
    return [metaProblem(path, "type", "must be an object")];
  }
  const missing = required[options.form].filter((field) => !Object.hasOwn(metadata, field));
  const problems = missing.map((field) => metaProblem([...path, field], "required", "is required"));
  for (const [field, value] of Object.entries(metadata)) problems.push(...checkField(options.form, field, value));
  return problems.concat(reservedLabels(metadata, options.rejectReservedLabels));
}

function checkField(form: MetaForm, field: string, value: unknown): MetaProblem[] {
  const check = (form === "input" ? inputChecks : checks).get(field);
  const path = ["metadata", field];
  return check ? check(value, path) : [metaProblem(path, "additionalProperties", "is not a known field")];
}

function checkVersion(value: unknown, path: readonly string[]): MetaProblem[] {
  return Number.isInteger(value) ? [] : [metaProblem(path, "type", "must be a whole number")];
}

function checkTimestamp(text: string): NameProblem[] {
  return isTimestamp(text) ? [] : [{ keyword: "format", message: "must be an RFC 3339 date-time" }];
}

function reservedLabels(metadata: { labels?: unknown }, prefixes: readonly string[] | undefined): MetaProblem[] {
  if (!prefixes || typeof metadata.labels !== "object" || metadata.labels === null) return [];
  return Object.keys(metadata.labels)
    .filter((key) => isReservedLabelKey(key, prefixes))
    .map((key) =>
      metaProblem(["metadata", "labels", key], "reserved", "is a reserved key: give it a prefix of your own"),
    );
}
