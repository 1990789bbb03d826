import type { DatabaseContents } from "@cmgen/store/backup";

import { FilesError } from "../usage-error.js";

type History = DatabaseContents["migrations"];

/** @throws {FilesError} if a database, or a backup of one, is not that of this plugin */
export function assertOfPlugin(history: History, name: string): void {
  if (history.some(({ state }) => state === "applied")) return;
  throw new FilesError(`${name} is of another plugin: no migration of this one has been applied to it.`);
}

/** @throws {FilesError} if a later release has made a backup, which this one could not serve */
export function assertNotLater(history: History, name: string): void {
  const later = history.filter(({ state }) => state === "missing").map((migration) => migration.name);
  if (later.length === 0) return;
  throw new FilesError(
    `${name} is of a later release: this one does not have its migrations ${later.join(", ")}. Restore it with the release that made it.`,
  );
}

/** As `3 objects at revision 12`. */
export function printContents({ objects, revision }: Pick<DatabaseContents, "objects" | "revision">): string {
  return `${objects} object${objects === 1 ? "" : "s"} at revision ${revision}`;
}
