import { readFileSync } from "node:fs";
import { join } from "node:path";
import { apiVersionOf } from "@cmgen/model";
import type { ModelShape } from "../model/model-shape.js";
import { shapeKey } from "../evolve/model-shape.js";
import type { Model, ProjectModel, StepModel } from "../model/model.js";
import type { GeneratedFile } from "../emitter/emitter.js";
import { parseSnapshot } from "./parse-snapshot.js";
import { readHistory, SNAPSHOT_FILE } from "./read-history.js";

/** Where the shapes of earlier releases are. */
export interface EarlierShapesOptions {
  /** Absolute path of the plugin. */
  readonly root: string;
  /** Folder of the migrations of one database, relative to it: the models are the same in those of each. */
  readonly history: string;
  /** What the run writes there. */
  readonly written: () => Promise<readonly GeneratedFile[]>;
}

/** A shape that a migration led to, and what its name ends with. */
interface DatedShape {
  readonly suffix: string;
  readonly shapes: ReadonlyMap<string, ModelShape>;
}

/**
 * A project whose models know the shapes of earlier releases that are asked for: those that the declaring module names, as `Issue_20261123`,
 * and those that the results of all steps but the last must have. Most models ask for none.
 */
export async function withEarlierShapes(project: ProjectModel, options: EarlierShapesOptions): Promise<ProjectModel> {
  const named = new Map(project.models.map((model) => [model, namesIn(model, options.root)]));
  const asking = project.models.filter((model) => model.steps.length > 1 || (named.get(model)?.size ?? 0) > 0);
  if (asking.length === 0) return project;
  const dated = await datedShapes(options);
  const complete = (model: Model): Model => {
    if (!asking.includes(model)) return model;
    const key = shapeKey({ apiVersion: apiVersionOf(model), kind: model.kind });
    const found = dated.flatMap(({ suffix, shapes }) => {
      const shape = shapes.get(key);
      return shape === undefined ? [] : [{ suffix, shape }];
    });
    const names = named.get(model);
    const earlier = found.filter(({ suffix }) => names?.has(`${model.kind}_${suffix}`));
    const stepOf = (step: StepModel, at: number): StepModel => {
      const result = found.find(({ shape }) => shape.steps.at(-1) === step.id);
      return result === undefined || at === model.steps.length - 1 ? step : { ...step, result };
    };
    return { ...model, steps: model.steps.map(stepOf), ...(earlier.length > 0 && { earlier }) };
  };
  return { ...project, models: project.models.map(complete) };
}

/** The names of earlier types that a model's module has anywhere. */
function namesIn({ module, kind }: Model, root: string): ReadonlySet<string> {
  const text = readFileSync(join(root, module), "utf8");
  return new Set(text.match(new RegExp(`\\b${kind}_\\d{8}(?:_\\d{6})?\\b`, "g")) ?? []);
}

/** By the day of the migration; of several of one day, all but the first have the time, too. */
async function datedShapes({ root, history, written }: EarlierShapesOptions): Promise<readonly DatedShape[]> {
  const texts = new Map(
    (await written())
      .filter(({ path }) => path.startsWith(`${history}/`) && path.endsWith(`/${SNAPSHOT_FILE}`))
      .map(({ path, contents }) => [path.slice(history.length + 1, -SNAPSHOT_FILE.length - 1), contents]),
  );
  const there = readHistory(join(root, history)).map(({ name, snapshot }) => ({ name, snapshot }));
  const fresh = [...texts.keys()].filter((name) => there.every((migration) => migration.name !== name)).toSorted();
  const days = new Set<string>();
  return [...there, ...fresh.map((name) => ({ name, snapshot: undefined }))].flatMap(({ name, snapshot }) => {
    const text = texts.get(name);
    const { models } = (text === undefined ? snapshot : parseSnapshot(text)) ?? {};
    if (models === undefined) return [];
    const [day, time] = [name.slice(0, 8), name.slice(8, 14)];
    const suffix = days.has(day) ? `${day}_${time}` : day;
    days.add(day);
    return [{ suffix, shapes: new Map(models.map((shape) => [shapeKey(shape), shape])) }];
  });
}
