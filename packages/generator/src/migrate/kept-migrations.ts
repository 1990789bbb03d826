import { join } from "node:path";

import type { DatabaseProvider } from "../config/config.js";
import type { GeneratedFile } from "../emit/emitter.js";
import { prismaFolder } from "../emit/prisma/prisma-emitter.js";
import type { Rename } from "../evolve/answer-text.js";
import { brokenModels, type BrokenModel } from "../evolve/breaking-changes.js";
import { type ModelShape, shapeKey, shapesOf } from "../evolve/model-shape.js";
import type { Model, ProjectModel } from "../model/model.js";
import { PluginFiles } from "../output/plugin-files.js";
import { parseShapes } from "./parse-snapshot.js";
import { migrationNames } from "./read-history.js";
import { printShape } from "./snapshot.js";
import {
  headPieceKey,
  modelPieceKey,
  type NewestSnapshot,
  piecedSnapshot,
  snapshotPath,
  type SnapshotReuse,
} from "./snapshot-pieces.js";

interface KeptOptions {
  readonly prismaDir: string;
  readonly databases: readonly DatabaseProvider[];
  readonly renames?: readonly Rename[] | undefined;
  readonly reuse?: SnapshotReuse | undefined;
}

interface KeptMigrations {
  /** Snapshots that say something new. */
  readonly files: readonly GeneratedFile[];
  /** The newest snapshot of each database. */
  readonly snapshots: readonly GeneratedFile[];
  readonly broken: readonly BrokenModel[];
}

/** A snapshot as the last run left it. */
interface KeptSnapshot extends NewestSnapshot {
  readonly text: string;
  readonly head: string;
  /** The text of a model that is as it was. */
  readonly lastText: (model: Model) => string | undefined;
}

/**
 * What there is to do where all tables are as the last run left them, as most changes leave them: snapshots get the shapes of models that
 * have changed, and these are compared with what they were. Undefined where a migration may be needed, or where nothing is known.
 */
export function keptMigrations(
  project: ProjectModel,
  root: string,
  { prismaDir, databases, renames = [], reuse }: KeptOptions,
): KeptMigrations | undefined {
  // Models of hosted plugins have no keys.
  if (reuse === undefined || (project.hosted ?? []).length > 0) return undefined;
  const kept = databases.flatMap((provider) => {
    const folder = `${prismaFolder(prismaDir, provider)}/migrations`;
    return keptSnapshot(root, folder, reuse) ?? [];
  });
  if (kept.length < databases.length) return undefined;
  const changed = new Set(project.models.filter((model) => kept.some(({ lastText }) => lastText(model) === undefined)));
  const shapes = project.models.map((model) => (changed.has(model) ? shapesOf(project)(model) : undefined));
  const earlier = earlierShapes(kept, shapes);
  if (earlier.some((olds) => haveNewSteps(shapes, olds))) return undefined;
  const snapshots = kept.map((snapshot) => {
    const textOf = (model: Model): string => snapshot.lastText(model) ?? printShape(shapesOf(project)(model));
    const models = new Map(project.models.map((model) => [model, textOf(model)]));
    return piecedSnapshot(snapshot, { head: snapshot.head, models }, reuse);
  });
  return {
    files: snapshots.filter(({ contents }, at) => contents !== kept[at]?.text),
    snapshots,
    // The models are the same in the snapshots of each database.
    broken: brokenModels(project, { earlier: earlier.slice(0, 1), shapes, renames }),
  };
}

/** Undefined where the tables have changed, or a snapshot. */
function keptSnapshot(root: string, folder: string, reuse: SnapshotReuse): KeptSnapshot | undefined {
  const names = migrationNames(join(root, folder)).filter(
    (name) => reuse.hashOf(snapshotPath({ folder, name })) !== undefined,
  );
  const name = names.at(-1);
  if (name === undefined) return undefined;
  const newest = { folder, name, earlier: names.slice(0, -1) };
  const path = snapshotPath(newest);
  const last = reuse.lastPieces(path);
  const head = last?.(headPieceKey(newest, reuse));
  const text = head === undefined ? undefined : new PluginFiles(root).read(path);
  if (last === undefined || head === undefined || text === undefined) return undefined;
  const lastText = (model: Model): string | undefined => {
    const key = modelPieceKey(model, reuse);
    return key === undefined ? undefined : last(key);
  };
  return { ...newest, text, head, lastText };
}

/** What each snapshot has of the models that may have changed. Most often the snapshots are the same. */
function earlierShapes(
  kept: readonly KeptSnapshot[],
  shapes: readonly (ModelShape | undefined)[],
): readonly (readonly ModelShape[])[] {
  const wanted = new Set(shapes.flatMap((shape) => (shape === undefined ? [] : shapeKey(shape))));
  const parsed = new Map(
    [...new Set(kept.map(({ text }) => text))].map((text) => [text, wanted.size > 0 ? parseShapes(text, wanted) : []]),
  );
  return kept.map(({ text }) => parsed.get(text) ?? []);
}

/** Whether a model that is recorded has an evolve step that is not. */
function haveNewSteps(shapes: readonly (ModelShape | undefined)[], olds: readonly ModelShape[]): boolean {
  const recorded = new Map(olds.map((old) => [shapeKey(old), old]));
  return shapes.some((shape) => {
    const old = shape && recorded.get(shapeKey(shape));
    return old !== undefined && shape?.steps.some((id) => !old.steps.includes(id)) === true;
  });
}
