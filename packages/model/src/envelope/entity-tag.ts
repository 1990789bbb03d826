import type { StoredObjectMeta } from "./extension.js";

/** One state of one object: enough to say which one a write is for. */
export type ObjectState = Pick<StoredObjectMeta, "uid" | "version">;

/**
 * The entity tag of an object (RFC 9110, 8.8.3; HTTP API, Objects), in quotes: its uid, its version, the version of the kind that it is shown
 * as and, where that can change without the object, what its shape is. Opaque to callers of the service.
 */
export function entityTag(state: ObjectState, shownAs: string, shape?: string): string {
  const { uid, version } = state;
  return shape === undefined ? `"${uid}.${version}.${shownAs}"` : `"${uid}.${version}.${shownAs}.${shape}"`;
}

/** What `If-Match` takes for a state of an object, however that is shown: it changes with the object alone. */
export function stateTag({ uid, version }: ObjectState): string {
  return `"${uid}.${version}"`;
}
