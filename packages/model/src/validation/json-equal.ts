/** Whether two JSON values are the same value: members of objects in any order, numbers by value. */
export function jsonEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && arraysEqual(left, right);
  return !Array.isArray(right) && objectsEqual(left, right);
}

function arraysEqual(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, at) => jsonEqual(item, right[at]));
}

function objectsEqual(left: object, right: object): boolean {
  const entries = Object.entries(left);
  if (entries.length !== Object.keys(right).length) return false;
  return entries.every(([key, value]) => {
    // An own-property check: a member called `__proto__` or `toString` is data like any other.
    const other = Object.getOwnPropertyDescriptor(right, key);
    return other !== undefined && jsonEqual(value, other.value);
  });
}
