import { finalizersOf, isTerminating, parseStored } from "../resource/stored-object.js";
import type { StoredBytes } from "@cmgen/store";

/** Finalizers named, at most: an object may have hundreds, and clients limit the size of headers. */
const NAMED = 5;

/**
 * The warning for a caller whose deleted object still exists: since when it waits, and for which finalizers. A `Warning` (RFC 7234, 5.5), as
 * Kubernetes sends it; undefined for an object that is gone.
 */
export function deletionWarning(stored: StoredBytes): string | undefined {
  const object = parseStored(stored);
  const finalizers = finalizersOf(object);
  if (!isTerminating(object) || finalizers.length === 0) return undefined;
  const more = finalizers.length - NAMED;
  const names = finalizers.slice(0, NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
  const what = finalizers.length === 1 ? "the finalizer" : "the finalizers";
  return warningText(`deleting since ${String(object.metadata.deletionTimestamp)}, held by ${what} ${names}`);
}

/**
 * The value of a `Warning` header (RFC 7234, 5.5), as Kubernetes sends it: code 299, from an agent without a name.
 *
 * @param text ASCII without line breaks.
 */
export function warningText(text: string): string {
  return `299 - "${text.replaceAll(/["\\]/g, "\\$&")}"`;
}
