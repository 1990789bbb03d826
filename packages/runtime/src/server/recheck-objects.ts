import type { Store } from "@cmgen/store";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { assertEvolvable } from "./assert-evolvable.js";

export interface Checked {
  readonly databaseUrl: string;
  readonly store: Pick<Store, "changesAfter" | "oldestRevision">;
  /** The objects were checked as of this revision, or a later one. */
  readonly revision: number;
}

/**
 * Checks the objects of a table again, if some have changed since the first check, which is made while the release before this one still
 * writes. Called when that can no longer write.
 *
 * @throws {ConfigurationError} naming objects with which this release could not go on.
 */
export async function recheckObjects({ databaseUrl, store, revision }: Checked, table: IndexedTable): Promise<void> {
  if (await hasChanges(store, revision, table)) await assertEvolvable(databaseUrl, table.models);
}

async function hasChanges(store: Checked["store"], revision: number, { model }: IndexedTable): Promise<boolean> {
  if ((await store.oldestRevision()) > revision) return true;
  for (let after = revision; ;) {
    const changes = await store.changesAfter(after);
    if (changes.some(({ group, plural }) => group === model.group && plural === model.plural)) return true;
    const last = changes.at(-1);
    if (last === undefined) return false;
    after = last.revision;
  }
}
