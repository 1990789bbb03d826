import { join } from "node:path";
import type { DatabaseProvider } from "../config/config.js";
import type { GeneratedFile } from "../emit/emitter.js";
import { prismaFolder } from "../emit/prisma/prisma-emitter.js";
import type { Rename } from "../evolve/answer-text.js";
import { brokenModels, type BrokenModel, type EarlierShapes } from "../evolve/breaking-changes.js";
import { modelShapes } from "../evolve/model-shape.js";
import { allModels, allPlugins } from "../model/all-models.js";
import type { ProjectModel } from "../model/model.js";
import { databaseSchemaOf } from "../storage/database-schema-of.js";
import { continueCourse } from "./course.js";
import { dataLosses } from "./data-loss.js";
import type { DiffSchemas } from "./diff-schemas.js";
import { keptMigrations } from "./kept-migrations.js";
import { latestState } from "./latest-state.js";
import { nextMigrationTime } from "./migration-name.js";
import { parseSnapshots } from "./parse-snapshot.js";
import { readHistory } from "./read-history.js";
import type { SnapshotReuse } from "./snapshot-pieces.js";

export interface MigrationOptions {
  /** Folder of schemas and migrations, relative to the plugin's root. */
  readonly prismaDir: string;
  readonly databases: readonly DatabaseProvider[];
  /** The time in a new migration's name. Default: now. */
  readonly time?: Date;
  /** What a new migration's name says after the time. Default: what it does. */
  readonly name?: string | undefined;
  /** What is known to be renamed. Default: nothing. */
  readonly renames?: readonly Rename[];
  /** What an earlier run left. Default: nothing is known of it. */
  readonly reuse?: SnapshotReuse | undefined;
  /** Who compares Prisma schemas. Default: this thread. */
  readonly diff?: DiffSchemas | undefined;
}

export interface EmittedMigrations {
  /** A lock file for each database; for one whose tables change, a new migration as well. */
  readonly files: readonly GeneratedFile[];
  /** What the new migrations would lose, each as the end of the sentence "This migration …". */
  readonly losses: readonly string[];
  /** Models whose stored objects the changes break. */
  readonly broken: readonly BrokenModel[];
  /** The newest snapshots once `files` are written: what the next run can go on from. */
  readonly snapshots: readonly GeneratedFile[];
}

/**
 * Makes the migrations that lead from the last ones below `root` to the models of `project`. Those that are there are never changed.
 *
 * @throws {MigrationError} if the migrations that are there cannot be continued.
 */
export async function emitMigrations(
  project: ProjectModel,
  root: string,
  options: MigrationOptions,
): Promise<EmittedMigrations> {
  const lockFiles = options.databases.map((provider) => lockFile(options.prismaDir, provider));
  const kept = keptMigrations(project, root, options);
  if (kept !== undefined) return { ...kept, files: [...lockFiles, ...kept.files], losses: [] };
  const schema = databaseSchemaOf(allModels(project));
  const shapes = allPlugins(project).flatMap(modelShapes);
  const parse = parseSnapshots();
  const courses = options.databases.map((provider) => {
    const folder = `${prismaFolder(options.prismaDir, provider)}/migrations`;
    const history = readHistory(join(root, folder), parse);
    return { project, provider, diff: options.diff, folder, history, last: latestState(history), schema, shapes };
  });
  const names = courses.flatMap(({ history }) => history.map(({ name }) => name));
  const time = nextMigrationTime(names, options.time ?? new Date());
  const name = options.name;
  const continued = await Promise.all(
    courses.map((course) => continueCourse(course, { time, name, reuse: options.reuse })),
  );
  const losing = courses.filter((_, position) => (continued[position]?.files ?? []).length > 0);
  // The models are the same in the snapshots of each database.
  const earlier = [...(courses[0]?.last.ends.values() ?? [])].map(({ models = [] }) => models);
  return {
    files: [...lockFiles, ...continued.flatMap(({ files }) => files)],
    broken: [
      ...brokenModels(project, { earlier, shapes: modelShapes(project), renames: options.renames ?? [] }),
      ...hostedBreaks(project, earlier),
    ],
    losses: [...new Set(losing.flatMap(({ last }) => dataLosses(last.schema, schema)))],
    snapshots: continued.flatMap(({ newest }) => newest ?? []),
  };
}

/** What a hosted plugin breaks is answered by a release of it, not by a step that could be written here. */
function hostedBreaks({ hosted = [] }: ProjectModel, earlier: EarlierShapes): readonly BrokenModel[] {
  return hosted.flatMap((plugin) =>
    brokenModels(plugin, { earlier, shapes: modelShapes(plugin), renames: [] }).map(({ kind, apiVersion, breaks }) => ({
      kind,
      apiVersion,
      breaks,
      renames: [],
      hostedFrom: plugin.package,
    })),
  );
}

function lockFile(prismaDir: string, provider: DatabaseProvider): GeneratedFile {
  const contents = [
    "# Please do not edit this file manually",
    "# It should be added in your version-control system (e.g., Git)",
    `provider = "${provider}"`,
    "",
  ];
  return { path: `${prismaFolder(prismaDir, provider)}/migrations/migration_lock.toml`, contents: contents.join("\n") };
}
