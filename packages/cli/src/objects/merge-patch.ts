import { escapePointer, jsonEqual } from "@cmgen/model/internal";

type Members = Readonly<Record<string, unknown>>;

/** What a JSON Merge Patch makes of a value (RFC 7396). */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isMembers(patch)) return patch;
  const before = isMembers(target) ? target : {};
  const merged = new Map(Object.entries(before));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, applyMergePatch(Object.hasOwn(before, name) ? before[name] : undefined, value));
  }
  return Object.fromEntries(merged);
}

/** The JSON Merge Patch that makes `after` of `before`; nothing in it if they are equal. A `null` in `after` cannot be said by one. */
export function mergePatchBetween(before: Members, after: Members): Members {
  const patch = new Map<string, unknown>();
  for (const name of Object.keys(before)) if (!Object.hasOwn(after, name)) patch.set(name, null);
  for (const [name, value] of Object.entries(after)) {
    const old = Object.hasOwn(before, name) ? before[name] : undefined;
    if (jsonEqual(old, value)) continue;
    patch.set(name, isMembers(old) && isMembers(value) ? mergePatchBetween(old, value) : value);
  }
  return Object.fromEntries(patch);
}

/** JSON Pointers of what a patch sets or removes. */
export function patchedPointers(patch: unknown, pointer = ""): readonly string[] {
  if (!isMembers(patch) || (pointer !== "" && Object.keys(patch).length === 0)) return [pointer];
  return Object.entries(patch).flatMap(([name, value]) => patchedPointers(value, `${pointer}/${escapePointer(name)}`));
}

/** The pointers of the first that are those of the second, or above or below one. */
export function overlapping(pointers: readonly string[], others: readonly string[]): readonly string[] {
  const meets = (one: string, other: string): boolean => one === other || other.startsWith(`${one}/`);
  return pointers.filter((one) => others.some((other) => meets(one, other) || meets(other, one)));
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
