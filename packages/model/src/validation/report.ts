import type { SchemaError } from "./schema-error.js";

/** Most unknown fields of one object that are reported. Past them a longer answer helps nobody, and costs memory. */
const MOST_UNKNOWN = 100;

/** What is wrong; the last is the name that is at fault, where it is a name and not its value. */
type Fault = readonly [keyword: string, params: SchemaError["params"], propertyName?: string];

/** Adds what is wrong with the value at a place. Returns how many errors there are now. */
export function report(errors: SchemaError[], instancePath: string, ...[keyword, params, propertyName]: Fault): number {
  return errors.push({ instancePath, keyword, params, ...(propertyName !== undefined && { propertyName }) });
}

/** Adds that an object has fields that are not known. Returns how many errors there are now. */
export function reportUnknown(errors: SchemaError[], instancePath: string, names: readonly string[]): number {
  for (const additionalProperty of names) {
    errors.push({ instancePath, keyword: "additionalProperties", params: { additionalProperty } });
  }
  return errors.length;
}

/** The first of an object's own fields that are not among `names`; undefined if all are. Every write asks this of each of its objects. */
export function unknownNames(
  value: object,
  names: readonly string[] | ReadonlySet<string>,
): readonly string[] | undefined {
  // Makes no list of names, as `Object.keys` does. What is inherited is left out below.
  for (const name in value) if (!isAmong(name, names)) return namesBeside(value, names);
  return undefined;
}

function isAmong(name: string, names: readonly string[] | ReadonlySet<string>): boolean {
  if (!Array.isArray(names)) return (names as ReadonlySet<string>).has(name);
  // A loop takes half the time of `includes` for names that are few.
  for (let at = 0; at < names.length; at += 1) if (names[at] === name) return true;
  return false;
}

function namesBeside(value: object, names: readonly string[] | ReadonlySet<string>): readonly string[] | undefined {
  const unknown = Object.keys(value).filter((name) => !isAmong(name, names));
  return unknown.length === 0 ? undefined : unknown.slice(0, MOST_UNKNOWN);
}

/** `hasOwn.call(value, name)`: for V8 it is faster than `Object.hasOwn`. */
export const hasOwn = Object.prototype.hasOwnProperty;
