import type { EmitContext, GeneratedFile } from "../emit/emitter.js";
import type { ProjectKeys } from "../emit/model-keys.js";
import type { Model } from "../model/model.js";
import { contentHash } from "../output/content-hash.js";
import { SNAPSHOT_FILE } from "./read-history.js";
import { joinedSnapshot } from "./snapshot.js";

/** What is known of the snapshots that the last run left. */
export interface SnapshotReuse {
  readonly keys: ProjectKeys;
  readonly lastPieces: NonNullable<EmitContext["lastPieces"]>;
  /** Hash of a file of the plugin; undefined if there is none. */
  readonly hashOf: (path: string) => string | undefined;
}

/** The newest snapshot of a database: nothing but it and those before it says which tables there are. */
export interface NewestSnapshot {
  /** Folder of the migrations, relative to the plugin's root. */
  readonly folder: string;
  /** Name of its migration. */
  readonly name: string;
  /** Names of the other migrations that have a snapshot. */
  readonly earlier: readonly string[];
}

/** A snapshot's parts as text. */
export interface SnapshotTexts {
  readonly head: string;
  readonly models: ReadonlyMap<Model, string>;
}

export function snapshotPath({ folder, name }: Pick<NewestSnapshot, "folder" | "name">): string {
  return `${folder}/${name}/${SNAPSHOT_FILE}`;
}

/** The snapshot in pieces: one for all that is in front of the models, and one for each model. */
export function piecedSnapshot(
  newest: NewestSnapshot,
  { head, models }: SnapshotTexts,
  reuse: SnapshotReuse,
): GeneratedFile {
  const ofModels = [...models].flatMap(([model, text]) => {
    const key = modelPieceKey(model, reuse);
    return key === undefined ? [] : [{ key, text }];
  });
  return {
    path: snapshotPath(newest),
    contents: joinedSnapshot(head, [...models.values()]),
    ifExists: "replace",
    pieces: [{ key: headPieceKey(newest, reuse), text: head }, ...ofModels],
  };
}

/** It holds as long as the tables are the same, and the other snapshots are those with which this one was found to be the newest. */
export function headPieceKey({ folder, earlier }: NewestSnapshot, { keys, hashOf }: SnapshotReuse): string {
  const hashes = earlier.map((name) => [name, hashOf(snapshotPath({ folder, name }))]);
  return contentHash(JSON.stringify([keys.ofTables, hashes]));
}

/** None for a model with an evolve step that is declared twice, which each run reports. */
export function modelPieceKey(model: Model, { keys }: SnapshotReuse): string | undefined {
  const ids = new Set(model.steps.map(({ id }) => id));
  return ids.size < model.steps.length ? undefined : keys.ofModels.get(model);
}
