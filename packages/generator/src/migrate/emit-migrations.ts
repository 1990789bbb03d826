import { join } from "node:path";
import type { DatabaseProvider } from "../config/config.js";
import type { GeneratedFile } from "../emit/emitter.js";
import { prismaFolder } from "../emit/prisma/prisma-emitter.js";
import type { ProjectModel } from "../model/model.js";
import { allModels, allPlugins } from "../model/all-models.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import { databaseSchemaOf } from "../storage/database-schema-of.js";
import { dataLosses } from "./data-loss.js";
import { brokenModels, type BrokenModel, type EarlierShapes } from "../evolve/breaking-changes.js";
import type { Rename } from "../evolve/answer-text.js";
import { modelShapes, type ModelShape, shapeKey } from "../evolve/model-shape.js";
import { latestState, type LatestState } from "./latest-state.js";
import { migrationName, nextMigrationTime } from "./migration-name.js";
import { migrationScript } from "./migration-script.js";
import { MIGRATION_FILE, readHistory, SNAPSHOT_FILE, type Migration } from "./read-history.js";
import { parseSnapshots } from "./parse-snapshot.js";
import { printShapes, printSnapshot } from "./snapshot.js";

export interface MigrationOptions {
  /** Folder of schemas and migrations, relative to the plugin's root. */
  readonly prismaDir: string;
  readonly databases: readonly DatabaseProvider[];
  /** The time in a new migration's name. Default: now. */
  readonly time?: Date;
  /** What a new migration's name says after the time. Default: what it does. */
  readonly name?: string;
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
}

/** A database's migrations as they are, and where they are to lead. */
interface Course {
  readonly provider: DatabaseProvider;
  /** Folder of the migrations, relative to the plugin's root. */
  readonly folder: string;
  readonly history: readonly Migration[];
  readonly last: LatestState;
  readonly schema: DatabaseSchema;
  readonly shapes: readonly ModelShape[];
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
  const migrations = await inTurn(courses, (course) => emitMigration(course, time, options.name));
  const losing = courses.filter((_, position) => (migrations[position] ?? []).length > 0);
  // The models are the same in the snapshots of each database.
  const earlier = [...(courses[0]?.last.ends.values() ?? [])].map(({ models = [] }) => models);
  return {
    files: [...lockFiles, ...migrations.flat()],
    broken: [
      ...brokenModels(project, { earlier, shapes: modelShapes(project), renames: options.renames ?? [] }),
      ...hostedBreaks(project, earlier),
    ],
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
      renames: [],
      hostedFrom: plugin.package,
    })),
  );
}

/** One after the other: the schema engine is not made for two at a time. */
async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const [first, ...rest] = items;
  return first === undefined ? [] : [await work(first), ...(await inTurn(rest, work))];
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

async function emitMigration(course: Course, time: string, name: string | undefined): Promise<GeneratedFile[]> {
  const { folder, last, schema, shapes } = course;
  const script = await migrationScript(course.provider, last.schema, schema);
  const steps = newSteps(course);
  if (script === "" && steps.length === 0) return updatedSnapshots(course);
  const base = `${folder}/${time}_${name ?? migrationName(last.schema, schema)}`;
  const snapshot = printSnapshot({ after: last.after, schema, models: shapes });
  const contents =
    script === "" ? `-- No table changes: ${steps.join(", ")} change objects when the service starts.\n` : script;
  return [
    { path: `${base}/${MIGRATION_FILE}`, contents, ifExists: "keep" },
    { path: `${base}/${SNAPSHOT_FILE}`, contents: snapshot, ifExists: "keep" },
  ];
}

/** Evolve steps that no migration has recorded yet. */
function newSteps({ last, shapes }: Course): readonly string[] {
  const recorded = [...last.ends.values()].flatMap(({ models = [] }) => models);
  return shapes.flatMap((shape) => {
    const { steps } = shape;
    const known = steps.length === 0 ? [] : recorded.filter((other) => shapeKey(other) === shapeKey(shape));
    return known.length === 0 ? [] : steps.filter((id) => !known.some((other) => other.steps.includes(id)));
  });
}

/** The newest snapshots with what the models say now, where they say anything else: there is nothing to do in a database. */
function updatedSnapshots({ folder, last, shapes }: Course): GeneratedFile[] {
  return [...last.ends]
    .filter(([, { models }]) => models === undefined || printShapes(models) !== printShapes(shapes))
    .map(([name, snapshot]) => ({
      path: `${folder}/${name}/${SNAPSHOT_FILE}`,
      contents: printSnapshot({ ...snapshot, models: shapes }),
      ifExists: "replace",
    }));
}
