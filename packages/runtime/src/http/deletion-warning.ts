import { finalizersOf } from "../resource/finalizers.js";
import { isTerminating, parseStored } from "../resource/stored-object.js";
import type { StoredBytes } from "@cmgen/store";
import { warningText } from "./warning-text.js";

/** Finalizers named; an object may have hundreds, and clients take only so much of a header. */
const NAMED = 5;

/**
 * What a caller who deletes an object should know when it is still there afterwards: since when it waits, and for what. In the form of
 * a `Warning` (RFC 7234, 5.5), as Kubernetes sends it; nothing for an object that is gone.
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
