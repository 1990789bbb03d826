import { setTimeout } from "node:timers/promises";

import { FolderWatch } from "./folder-watch.js";
import { foldersBelow, sourceListing } from "./source-listing.js";

/** An editor writes a file in several steps, and a checkout writes many files: wait until they are done. */
const settlingMs = 60;

/**
 * Calls `run` at once and after every change below `root`, until `signal` aborts. `run` returns further folders to watch, outside `root`
 * or among those that are skipped there.
 */
export async function runOnChange(
  root: string,
  run: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<void> {
  const watched = new FolderWatch();
  let others: readonly string[] = [];
  let seen: string | undefined;
  try {
    while (!signal.aborted) {
      // Watched before anything is read: a change during the run is seen after it.
      watched.forget();
      const folders = [...foldersBelow(root), ...others];
      watched.add(folders);
      const listing = sourceListing(folders);
      if (listing !== seen) {
        others = await run();
        watched.add(others);
        const added = others.filter((folder) => !folders.includes(folder));
        seen = added.length === 0 ? listing : `${listing}\n${sourceListing(added)}`;
      }
      await watched.change(signal);
      await setTimeout(settlingMs);
    }
  } finally {
    watched.close();
  }
}
