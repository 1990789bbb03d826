import type { MergePatch } from "../wire/json-patch.js";

/**
 * What an update changes of an object: what is not given stays, `null` removes, and lists are replaced whole. It names no object, so that an
 * object that was read does not compile as a change: every member of it would count, those that somebody else has changed since as well.
 */
export type Changes<Input> = {
  readonly [Part in Exclude<keyof Input, "apiVersion" | "kind" | "metadata">]?: MergePatch<Input[Part]>;
} & {
  readonly metadata?: MetadataChanges;
};

/** What of `metadata` may be changed. */
export interface MetadataChanges {
  readonly labels?: Readonly<Record<string, string | null>> | null;
  readonly annotations?: Readonly<Record<string, string | null>> | null;
  readonly finalizers?: readonly string[] | null;
  readonly name?: never;
}

/**
 * JSON leaves out what is `undefined`: a value that a program meant to set would silently stay as it is.
 *
 * @throws {TypeError} naming the member.
 */
export function assertDefined(changes: unknown, path = ""): void {
  if (changes === undefined) {
    const member = path === "" ? "The change" : path;
    throw new TypeError(`${member} is undefined. Leave it out to keep the stored value; null removes it`);
  }
  if (typeof changes !== "object" || changes === null || changes instanceof Date) return;
  for (const [name, value] of Object.entries(changes)) assertDefined(value, path === "" ? name : `${path}.${name}`);
}
