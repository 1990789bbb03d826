import type { DatabaseProvider } from "../config/config.js";
import type { GeneratedFile } from "../emit/emitter.js";
import { type ModelShape, shapeKey, shapesOf } from "../evolve/model-shape.js";
import type { ProjectModel } from "../model/model.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import type { LatestState } from "./latest-state.js";
import { migrationName } from "./migration-name.js";
import { migrationScript } from "./migration-script.js";
import { MIGRATION_FILE, type Migration, SNAPSHOT_FILE } from "./read-history.js";
import { printHead, printShape, printSnapshot } from "./snapshot.js";
import { type NewestSnapshot, piecedSnapshot, type SnapshotReuse } from "./snapshot-pieces.js";

/** A database's migrations as they are, and where they are to lead. */
export interface Course {
  readonly project: ProjectModel;
  readonly provider: DatabaseProvider;
  /** Folder of the migrations, relative to the plugin's root. */
  readonly folder: string;
  readonly history: readonly Migration[];
  readonly last: LatestState;
  readonly schema: DatabaseSchema;
  readonly shapes: readonly ModelShape[];
}

export interface CourseOptions {
  /** What a new migration's name begins with. */
  readonly time: string;
  /** What it says after that. Default: what it does. */
  readonly name: string | undefined;
  readonly reuse: SnapshotReuse | undefined;
}

/** What is added to a course. */
interface Continued {
  /** A new migration, or snapshots that say something new. */
  readonly files: readonly GeneratedFile[];
  /** The newest snapshot once these are written, if the next run can go on from it. */
  readonly newest: GeneratedFile | undefined;
}

/** Makes the migration that leads a database to the models, if one is needed. */
export async function continueCourse(course: Course, { time, name, reuse }: CourseOptions): Promise<Continued> {
  const { folder, last, schema, shapes } = course;
  const script = await migrationScript(course, last.schema, schema);
  const steps = newSteps(course);
  if (script === "" && steps.length === 0) {
    return { files: updatedSnapshots(course), newest: reuse && newestSnapshot(course, undefined, reuse) };
  }
  const folderName = `${time}_${name ?? migrationName(last.schema, schema)}`;
  const base = `${folder}/${folderName}`;
  const snapshot = printSnapshot({ after: last.after, schema, models: shapes });
  const contents =
    script === "" ? `-- No table changes: ${steps.join(", ")} change objects when the service starts.\n` : script;
  return {
    files: [
      { path: `${base}/${MIGRATION_FILE}`, contents, ifExists: "keep" },
      { path: `${base}/${SNAPSHOT_FILE}`, contents: snapshot, ifExists: "keep" },
    ],
    newest: reuse && newestSnapshot(course, folderName, reuse),
  };
}

/** The newest snapshot, with pieces for the next run; undefined where not one alone says where the course leads. */
function newestSnapshot(course: Course, made: string | undefined, reuse: SnapshotReuse): GeneratedFile | undefined {
  const { project, folder, history, last, schema } = course;
  // Models of hosted plugins have no keys.
  if ((project.hosted ?? []).length > 0) return undefined;
  const recorded = history.flatMap(({ name, snapshot }) => (snapshot === undefined ? [] : name));
  const models = new Map(project.models.map((model) => [model, printShape(shapesOf(project)(model))]));
  const pieced = (newest: Omit<NewestSnapshot, "folder">, head: string): GeneratedFile =>
    piecedSnapshot({ folder, ...newest }, { head, models }, reuse);
  if (made !== undefined) return pieced({ name: made, earlier: recorded }, printHead({ after: last.after, schema }));
  const [end] = last.ends;
  if (end === undefined || last.ends.size > 1 || end[0] !== recorded.at(-1)) return undefined;
  return pieced({ name: end[0], earlier: recorded.slice(0, -1) }, printHead(end[1]));
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
    .filter(([, { models }]) => models === undefined || printed(models) !== printed(shapes))
    .map(([name, snapshot]) => ({
      path: `${folder}/${name}/${SNAPSHOT_FILE}`,
      contents: printSnapshot({ ...snapshot, models: shapes }),
      ifExists: "replace",
    }));
}

function printed(shapes: readonly ModelShape[]): string {
  return shapes.map(printShape).join(",\n");
}
