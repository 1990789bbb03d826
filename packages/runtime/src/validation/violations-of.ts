import type { Violation } from "../model/model-descriptor.js";
import { messageOf } from "./violation-message.js";

/** An error as a validator compiled by Ajv reports it; only what is used here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string | undefined;
}

/**
 * Turns a validator's errors into what a caller reads: each points at the field it is about (a missing or unknown field itself,
 * not the object around it), says what is wanted, and appears once. Where a value fits no member of a union, the errors of its
 * members are boiled down: those inside the value stay, and what is left is one sentence about the value.
 */
export function violationsOf(errors: readonly SchemaError[] | null | undefined): readonly Violation[] {
  if (errors === null || errors === undefined || errors.length === 0) return [];
  const found = new Map<string, Violation>();
  for (const error of withoutUnionNoise(errors)) {
    const violation = { path: pathOf(error), keyword: error.keyword, message: messageOf(error) };
    found.set(`${violation.path}\n${violation.message}`, violation);
  }
  return [...found.values()];
}

/** The JSON Pointer of the field an error is about. */
function pathOf(error: SchemaError): string {
  const field =
    error.params["missingProperty"] ?? error.params["additionalProperty"] ?? error.params["unevaluatedProperty"];
  return typeof field === "string" ? `${error.instancePath}/${escapePointer(field)}` : error.instancePath;
}

/** A member's name as a segment of a JSON Pointer (RFC 6901, 3). */
export function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

const UNIONS: readonly string[] = ["anyOf", "oneOf"];

function withoutUnionNoise(errors: readonly SchemaError[]): readonly SchemaError[] {
  return errors
    .filter((error) => UNIONS.includes(error.keyword))
    .reduce<readonly SchemaError[]>((left, union) => boilDown(left, union), errors);
}

/**
 * A validator reports the errors of every member of a union, then the union itself. "Must be null" is noise where another member
 * got as far as the value's fields; where none did, the members' wishes become one error.
 */
function boilDown(errors: readonly SchemaError[], union: SchemaError): readonly SchemaError[] {
  const end = errors.indexOf(union);
  const isWish = (error: SchemaError, at: number): boolean =>
    at < end && error.instancePath === union.instancePath && (error.keyword === "type" || error.keyword === "const");
  const wishes = errors.filter(isWish);
  const inside = errors.slice(0, end).some((error, at) => !isWish(error, at) && isWithin(error, union));
  const rest = errors.filter((error, at) => !isWish(error, at) && error !== union);
  return inside ? rest : [...rest, { ...union, params: { ...union.params, wishes } }];
}

function isWithin(error: SchemaError, union: SchemaError): boolean {
  return pathOf(error).startsWith(`${union.instancePath}/`);
}
