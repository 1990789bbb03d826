import type { StoredLike } from "@cmgen/model";

/** Grows with each state of an object, also where it was deleted and created again. */
export function ageOf({ metadata: { creationTimestamp, version } }: StoredLike): string {
  return `${creationTimestamp} ${String(version).padStart(16, "0")}`;
}
