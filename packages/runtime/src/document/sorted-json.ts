import { isJsonObject } from "./json-object.js";

/** JSON that is the same for equal values, in whatever order their members are. */
export function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
