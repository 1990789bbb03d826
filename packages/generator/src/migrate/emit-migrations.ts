import { join } from "node:path";
import { apiVersionOf } from "@cmgen/model";
import type { DatabaseProvider } from "../config/config.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { GeneratedFile } from "../emitter/emitter.js";
import { prismaFolder } from "../emit/prisma/prisma-emitter.js";
import type { Rename } from "../evolve/answer-text.js";
import { brokenModels, type BrokenModel, type EarlierShapes } from "../evolve/breaking-changes.js";
import { modelShapes, shapeKey } from "../evolve/model-shape.js";
import { allModels, allPlugins } from "../model/all-models.js";
import type { Model, ProjectModel } from "../model/model.js";
import { databaseSchemaOf } from "../storage/database-schema-of.js";
import { continueCourse } from "./course.js";
import { dataLosses } from "./data-loss.js";
import { latestState } from "./latest-state.js";
import { nextMigrationTime } from "./migration-name.js";
import { parseSnapshots } from "./parse-snapshot.js";
import { readHistory } from "./read-history.js";
import { renamedModels } from "./renamed-models.js";

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
}

export interface EmittedMigrations {
  /** A lock file for each database; for one whose tables change, a new migration as well. */
  readonly files: readonly GeneratedFile[];
  /** What the new migrations would lose, each as the end of the sentence "This migration …". */
  readonly losses: readonly string[];
  /** Models whose stored objects the changes break. */
  readonly broken: readonly BrokenModel[];
  /** Models whose kind or plural was changed by a change of another name. Where there are some, there is nothing else. */
  readonly renamed: readonly Diagnostic[];
  /** Models that no migration knows yet, whose names were derived. */
  readonly named: readonly Model[];
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
  const schema = databaseSchemaOf(allModels(project));
  const shapes = allPlugins(project).flatMap(modelShapes);
  const parse = parseSnapshots();
  const courses = options.databases.map((provider) => {
    const folder = `${prismaFolder(options.prismaDir, provider)}/migrations`;
    const history = readHistory(join(root, folder), parse);
    return { provider, folder, history, last: latestState(history), schema, shapes };
  });
  const names = courses.flatMap(({ history }) => history.map(({ name }) => name));
  const time = nextMigrationTime(names, options.time ?? new Date());
  const name = options.name;
  // The models are the same in the snapshots of each database.
  const earlier = [...(courses[0]?.last.ends.values() ?? [])].map(({ models = [] }) => models);
  const renamed = renamedModels(project, { shapes: earlier, schema: courses[0]?.last.schema ?? { tables: [] } });
  if (renamed.length > 0) return { files: [], losses: [], broken: [], renamed, named: [] };
  const continued = await Promise.all(courses.map((course) => continueCourse(course, { time, name })));
  const known = new Set(earlier.flat().map(shapeKey));
  const losing = courses.filter((_, position) => (continued[position] ?? []).length > 0);
  return {
    files: [...lockFiles, ...continued.flat()],
    broken: [
      ...brokenModels(project, { earlier, shapes: modelShapes(project), renames: options.renames ?? [] }),
      ...hostedBreaks(project, earlier),
    ],
    renamed,
    named: project.models.filter(
      (model) =>
        model.derived !== undefined && !known.has(shapeKey({ apiVersion: apiVersionOf(model), kind: model.kind })),
    ),
    losses: [...new Set(losing.flatMap(({ last }) => dataLosses(last.schema, schema)))],
  };
}

/** What a hosted plugin breaks is answered by a release of it, not by a step that could be written here. */
function hostedBreaks({ hosted = [] }: ProjectModel, earlier: EarlierShapes): readonly BrokenModel[] {
  return hosted.flatMap((plugin) =>
    brokenModels(plugin, { earlier, shapes: modelShapes(plugin), renames: [] }).map(({ kind, apiVersion, breaks }) => ({
      kind,
      apiVersion,
      breaks,
      removed: [],
      renames: [],
      renamed: [],
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
