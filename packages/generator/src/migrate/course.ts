import type { DatabaseProvider } from "../config/config.js";
import type { GeneratedFile } from "../emitter/emitter.js";
import type { ModelShape } from "../model/model-shape.js";
import { shapeKey } from "../evolve/model-shape.js";
import type { DatabaseSchema } from "../storage/database-schema.js";
import type { LatestState } from "./latest-state.js";
import { migrationName } from "./migration-name.js";
import { migrationScript } from "./migration-script.js";
import { MIGRATION_FILE, type Migration, SNAPSHOT_FILE } from "./read-history.js";
import { printShape, printSnapshot } from "./snapshot.js";

/** A database's migrations as they are, and where they are to lead. */
export interface Course {
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
}

/** Makes the migration that leads a database to the models, or snapshots that say something new, if one is needed. */
export async function continueCourse(course: Course, { time, name }: CourseOptions): Promise<readonly GeneratedFile[]> {
  const { folder, last, schema, shapes } = course;
  const script = await migrationScript(course, last.schema, schema);
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
