import { escapePointer } from "../pointer/json-pointer.js";
import type { SchemaError } from "./schema-error.js";
import { messageOf } from "./violation-message.js";

/** One broken constraint. `path` is a JSON Pointer into the object, `keyword` JSON Schema's. */
export interface Violation {
  readonly path: string;
  readonly keyword: string;
  readonly message: string;
}

/** Past this many a longer list helps nobody. */
const MOST_VIOLATIONS = 1000;

/** What these add to the errors of their subschemas says nothing of its own. */
const ECHOES: readonly string[] = ["if", "propertyNames"];

/**
 * Turns a validator's errors into what a caller reads: each points at the field it is about (a missing or unknown field itself,
 * not the object around it), says what is wanted, and appears once. At most 1,000 are told.
 */
export function violationsOf(errors: readonly SchemaError[] | null | undefined): readonly Violation[] {
  const found = new Map<string, Violation>();
  for (const error of errors ?? []) {
    if (ECHOES.includes(error.keyword)) continue;
    if (found.size === MOST_VIOLATIONS) break;
    const violation = { path: pathOf(error), keyword: error.keyword, message: messageOf(error) };
    found.set(`${violation.path}\n${violation.message}`, violation);
  }
  return [...found.values()];
}

/** The JSON Pointer of the field an error is about; of the later item where two have the same key. */
function pathOf({ instancePath, keyword, params, propertyName }: SchemaError): string {
  if (keyword === "listKey") return `${instancePath}/${String(params["i"])}`;
  const field =
    propertyName ?? params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  return typeof field === "string" ? `${instancePath}/${escapePointer(field)}` : instancePath;
}

/** Adds `more` to `errors`, in place: a list of a million bad items must not be copied a million times. */
export function appendErrors(errors: SchemaError[] | null, more: readonly SchemaError[] | null): SchemaError[] {
  const all = errors ?? [];
  for (const error of more ?? []) all.push(error);
  return all;
}
