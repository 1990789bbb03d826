import { partsOf } from "../../model/map-type.js";
import type { Type } from "../../model/type.js";
import type { LinkedEntry } from "./type-names.js";

/**
 * The named types that `roots` refer to, directly or not, while references are ids yet.
 *
 * @param entries All named types by their ids.
 */
export function usedEntries<Entry extends Pick<LinkedEntry, "body">>(
  roots: readonly Type[],
  entries: ReadonlyMap<string, Entry>,
): ReadonlySet<Entry> {
  const used = new Set<Entry>();
  const queue = [...roots];
  // The array grows while it is gone through.
  for (const type of queue) {
    const entry = type.shape === "ref" ? entries.get(type.name) : undefined;
    if (entry !== undefined && !used.has(entry)) {
      used.add(entry);
      queue.push(entry.body.type);
    }
    queue.push(...partsOf(type));
  }
  return used;
}
