import { useRef } from "react";
import type { ServedObject } from "../api/objects.js";

/**
 * Finds the objects that have come into a list while it was shown.
 *
 * @param objects undefined while the list is not there.
 * @param list what tells it from others.
 * @returns whether the object of a uid is new.
 */
export function useArrivals(objects: readonly ServedObject[] | undefined, list: string): (uid: string) => boolean {
  const seen = useRef<{ readonly list: string; readonly uids: ReadonlySet<string> }>(undefined);
  const before = seen.current;
  if (objects !== undefined) {
    const uids = new Set(objects.map(({ metadata }) => metadata.uid));
    const isSame = before?.list === list;
    // What has been there stays known: a row that comes back is not new.
    seen.current = { list, uids: isSame ? new Set([...before.uids, ...uids]) : uids };
  }
  return (uid) => before?.list === list && !before.uids.has(uid);
}
