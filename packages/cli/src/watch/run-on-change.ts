import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

import { FolderWatch } from "./folder-watch.js";

/** An editor writes a file in several steps, and a checkout many files: they are waited out. */
const settlingMs = 60;

/**
 * Calls `run` at once and after every change below `root`, until `signal` aborts. `run` returns folders outside of `root`, or left
 * out there, that are to be watched as well.
 */
export async function runOnChange(
  root: string,
  run: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<void> {
  const watched = new FolderWatch();
  try {
    while (!signal.aborted) {
      // Watched before anything is read: a change while the run goes on is seen after it.
      watched.forget();
      watched.add(foldersBelow(root));
      watched.add(await run());
      await watched.change(signal);
      await setTimeout(settlingMs);
    }
  } finally {
    watched.close();
  }
}

/** `folder` and those below it, without what is installed and what tools keep for themselves. */
function foldersBelow(folder: string): string[] {
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^(?:\.|node_modules$|dist$)/.test(entry.name))
    .flatMap(({ name }) => foldersBelow(join(folder, name)));
  return [folder, ...inner];
}
