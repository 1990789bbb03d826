import type { VersionOf } from "../../api/history.js";

/** A version in an address: its number, and the uid where it is not of the object that has the name now. */
export function printVersion({ version, uid }: VersionOf, current: string): string {
  return uid === current ? String(version) : `${version}@${uid}`;
}

/** What {@link printVersion} wrote; undefined for any other text. */
export function readVersion(text: string | undefined, current: string): VersionOf | undefined {
  const [, version, uid = current] = /^([1-9]\d{0,14})(?:@([\w-]+))?$/.exec(text ?? "") ?? [];
  return version === undefined ? undefined : { version: Number(version), uid };
}
