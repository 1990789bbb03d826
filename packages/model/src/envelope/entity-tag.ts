import type { StoredObjectMeta } from "./extension.js";

/** One state of one object: enough to say which one a write is for. */
export type ObjectState = Pick<StoredObjectMeta, "uid" | "version">;

/**
 * The entity tag of an object (RFC 9110, 8.8.3; HTTP API, Objects): its uid, its version and the version of the kind that it is shown as, in
 * quotes. Opaque to callers of the service.
 */
export function entityTag({ uid, version }: ObjectState, shownAs: string): string {
  return `"${uid}.${version}.${shownAs}"`;
}
