import type { Violation } from "../model/model-descriptor.js";
import { messageOf } from "./violation-message.js";

/** An error as a validator compiled by Ajv reports it; only what is used here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The name that is at fault, where it is a name and not what it stands for. */
  readonly propertyName?: string;
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

/** The JSON Pointer of the field an error is about. */
function pathOf({ instancePath, params, propertyName }: SchemaError): string {
  const field =
    propertyName ?? params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  return typeof field === "string" ? `${instancePath}/${escapePointer(field)}` : instancePath;
}

/** A member's name as a segment of a JSON Pointer (RFC 6901, 3). */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Adds `more` to `errors`, in place: a list of a million bad items must not be copied a million times. */
export function appendErrors(errors: SchemaError[] | null, more: readonly SchemaError[] | null): SchemaError[] {
  const all = errors ?? [];
  for (const error of more ?? []) all.push(error);
  return all;
}
