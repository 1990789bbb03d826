/** Whether two JSON values are the same value: members of objects in any order, numbers by value. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && arraysEqual(left, right);
  return !Array.isArray(right) && objectsEqual(left as JsonMembers, right as JsonMembers);
}

function arraysEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, at) => jsonEqual(item, right[at]));
}

function objectsEqual(left: JsonMembers, right: JsonMembers): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  // Only own members: one called `__proto__` or `toString` is data like any other.
  return names.every((name) => Object.hasOwn(right, name) && jsonEqual(left[name], right[name]));
}

type JsonMembers = { readonly [name: string]: unknown };
