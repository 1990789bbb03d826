import type { IndexValue, ValuesOf } from "./condition.js";

/** Known by its member, so that two copies of this package know each other's. */
export function isValuesOf(value: unknown): value is ValuesOf<IndexValue> {
  return typeof value === "object" && value !== null && "~selects" in value;
}

/**
 * Makes sure that conditions are on nothing but an object's own values.
 *
 * @param asked what they are for, as the message begins: `A cache`.
 * @throws {TypeError} for `valuesOf`: what it selects changes without a change of an object.
 */
export function assertOwnValues({ where }: { readonly where?: unknown }, asked: string): void {
  if (!hasValuesOf(where)) return;
  throw new TypeError(`${asked} cannot select by valuesOf(…): it would not see when those values change`);
}

function hasValuesOf(conditions: unknown): boolean {
  if (isValuesOf(conditions)) return true;
  return typeof conditions === "object" && conditions !== null && Object.values(conditions).some(hasValuesOf);
}
