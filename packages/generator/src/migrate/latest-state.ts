import type { DatabaseSchema } from "../storage/database-schema.js";
import { mergeSchemas } from "./merge-schemas.js";
import { MigrationError } from "./migration-error.js";
import type { Migration } from "./read-history.js";
import type { Snapshot } from "./snapshot.js";

/** Where a history of migrations leads. */
export interface LatestState extends Pick<Snapshot, "after" | "schema"> {
  /** The newest snapshots by their migrations' names: one, or several where branches were merged. */
  readonly ends: ReadonlyMap<string, Snapshot>;
}

const EMPTY: DatabaseSchema = { tables: [] };

/**
 * Where a history of migrations leads. Where two git branches each added one, it has two ends: what both changed since they parted is
 * put together, unless they changed the same thing.
 *
 * @throws {MigrationError} if no migration says where it leads, or two ends cannot be put together.
 */
export function latestState(history: readonly Migration[]): LatestState {
  const snapshots = new Map(history.flatMap(({ name, snapshot }) => (snapshot ? [[name, snapshot] as const] : [])));
  const [first] = history;
  if (snapshots.size === 0 && first !== undefined) {
    throw new MigrationError(
      `Migration ${first.name} has no snapshot.json, nor has any other: cmgen cannot tell which tables there are. ` +
        "Restore the file from version control.",
    );
  }
  const ends = endsOf(snapshots);
  return {
    after: ends,
    schema: ends.reduce((state, end) => mergeEnd(snapshots, state, end), START).schema,
    ends: new Map([...snapshots].filter(([name]) => ends.includes(name))),
  };
}

interface Merged {
  readonly ends: readonly string[];
  readonly schema: DatabaseSchema;
}

const START: Merged = { ends: [], schema: EMPTY };

/** Migrations that no other was made on top of. */
function endsOf(snapshots: ReadonlyMap<string, Snapshot>): string[] {
  const continued = new Set([...snapshots.values()].flatMap(({ after }) => after));
  return [...snapshots.keys()].filter((name) => !continued.has(name));
}

function mergeEnd(snapshots: ReadonlyMap<string, Snapshot>, merged: Merged, end: string): Merged {
  const schema = snapshots.get(end)?.schema ?? EMPTY;
  if (merged.ends.length === 0) return { ends: [end], schema };
  const base = commonAncestor(snapshots, [...merged.ends, end]);
  const conflicts: string[] = [];
  const result = mergeSchemas({ base, one: merged.schema, other: schema }, conflicts);
  if (conflicts.length > 0) throw conflict(merged.ends, end, conflicts);
  return { ends: [...merged.ends, end], schema: result };
}

function conflict(ends: readonly string[], end: string, conflicts: readonly string[]): MigrationError {
  return new MigrationError(
    `Migrations ${[...ends, end].join(" and ")} were made on branches that both change ${conflicts.join(", ")}. ` +
      "Delete the folder of the one that no database has applied yet and run `cmgen generate` again.",
  );
}

/** State of the newest migration that all of `ends` were made on top of. */
function commonAncestor(snapshots: ReadonlyMap<string, Snapshot>, ends: readonly string[]): DatabaseSchema {
  const [first, ...others] = ends.map((end) => ancestors(snapshots, end));
  const shared = [...(first ?? [])].filter((name) => others.every((set) => set.has(name))).toSorted();
  const newest = shared.at(-1);
  return newest === undefined ? EMPTY : (snapshots.get(newest)?.schema ?? EMPTY);
}

function ancestors(snapshots: ReadonlyMap<string, Snapshot>, end: string): Set<string> {
  const found = new Set<string>();
  const waiting = [...(snapshots.get(end)?.after ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(snapshots.get(name)?.after ?? []));
  }
  return found;
}
