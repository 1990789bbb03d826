import { apiVersionOf } from "@cmgen/model";
import { enumOfShape, type Texts } from "../evolve/enum-at.js";
import type { ModelShape } from "../model/model-shape.js";
import { modelShapes, shapeKey } from "../evolve/model-shape.js";
import { storedIndex, storageVersions } from "../model/kind-versions.js";
import { selectableIndexes } from "../model/with-indexes.js";
import type { IndexModel, Model, ProjectModel } from "../model/model.js";
import { readHistory, SNAPSHOT_FILE } from "./read-history.js";

/** The migrations that are there, and what a run writes to them. */
export interface KnownValuesOptions {
  /** Folder of the migrations of one database, absolute: the models are the same in those of each. */
  readonly history: string;
  /** Paths of the files that the run writes or replaces there. */
  readonly written: () => Promise<readonly string[]>;
}

/** An index of one version, and its place in that version's objects. */
interface Place {
  readonly model: Model;
  readonly path: readonly string[];
}

interface EnumIndex {
  readonly places: readonly Place[];
  readonly texts: readonly string[];
}

/**
 * A project whose indexes say which texts they can hold, where those are named: by the types of all versions of a kind, and by those of earlier
 * releases, whose objects may still be stored.
 */
export async function withKnownValues(project: ProjectModel, options: KnownValuesOptions): Promise<ProjectModel> {
  const enums = enumIndexes(project);
  if (enums.size === 0) return project;
  const earlier = await earlierShapes(enums, options);
  const valuesOf = (index: IndexModel): Texts => {
    const found = enums.get(index);
    if (found === undefined) return undefined;
    const old = earlier.map((shapes) => textsOf(found.places, shapes));
    return old.includes(undefined) ? undefined : [...new Set([found.texts, ...old].flatMap((texts) => texts ?? []))];
  };
  const indexOf = (index: IndexModel): IndexModel => {
    const values = valuesOf(index);
    return values === undefined ? index : { ...index, values };
  };
  const models = project.models.map((model) =>
    model.indexes.some((index) => enums.has(index)) ? { ...model, indexes: model.indexes.map(indexOf) } : model,
  );
  return { ...project, models };
}

/** The indexes of places whose texts the types name, in each version that is served or stored. */
function enumIndexes(project: ProjectModel): ReadonlyMap<IndexModel, EnumIndex> {
  const today = byKey(modelShapes(project));
  const versionsOf = storageVersions(project);
  return new Map(
    project.models.flatMap((model) => {
      const { storage = model, others = [] } = versionsOf.get(model) ?? {};
      const versions = [model, ...others.filter((other) => other === storage || other.served !== false)];
      return selectableIndexes(model).flatMap((index): [IndexModel, EnumIndex][] => {
        if (index.search === true) return [];
        const places = placesOf(index, storage, versions);
        const texts = textsOf(places, today);
        return places.length === 0 || texts === undefined ? [] : [[index, { places, texts }]];
      });
    }),
  );
}

function placesOf(index: IndexModel, storage: Model, versions: readonly Model[]): readonly Place[] {
  const stored = storedIndex(storage, index);
  return versions.flatMap((model) => {
    const same = model.indexes.find((other) => other === index || storedIndex(storage, other) === stored);
    const path = same?.source === "path" ? same.path : same?.returnedPath;
    // Where a function makes the values of one version, nothing is known of any.
    return same === undefined ? [] : { model, path: path ?? [] };
  });
}

type Shapes = ReadonlyMap<string, ModelShape>;

function byKey(shapes: readonly ModelShape[]): Shapes {
  return new Map(shapes.map((shape) => [shapeKey(shape), shape]));
}

function textsOf(places: readonly Place[], shapes: Shapes): Texts {
  const all = places.map(({ model, path }) => {
    const shape = shapes.get(shapeKey({ apiVersion: apiVersionOf(model), kind: model.kind }));
    return shape === undefined ? [] : enumOfShape(shape, path);
  });
  return all.includes(undefined) ? undefined : all.flatMap((each) => each ?? []);
}

/**
 * The shapes of earlier releases. The newest snapshot is one of them only if this run adds another: else it is brought up to date, and says
 * what the models say now.
 */
async function earlierShapes(
  enums: ReadonlyMap<IndexModel, EnumIndex>,
  { history, written }: KnownValuesOptions,
): Promise<readonly Shapes[]> {
  const snapshots = readHistory(history).flatMap(({ name, snapshot }) =>
    snapshot === undefined ? [] : { name, shapes: byKey(snapshot.models ?? []) },
  );
  const newest = snapshots.at(-1);
  if (newest === undefined) return [];
  const isSaid = [...enums.values()].every((found) =>
    textsOf(found.places, newest.shapes)?.every((text) => found.texts.includes(text)),
  );
  // Most runs need not wait for the migrations.
  const isReplaced = !isSaid && (await written()).some((path) => path.endsWith(`/${newest.name}/${SNAPSHOT_FILE}`));
  return snapshots.slice(0, isReplaced ? -1 : undefined).map(({ shapes }) => shapes);
}
