import { grouped } from "./grouped.js";
import type { IndexModel, Model, ProjectModel } from "./model.js";
import { oncePer } from "./once-per.js";

/** The versions of each kind, in the project's order. */
export function kindVersions<Version extends Pick<Model, "group" | "kind">>({
  models,
}: {
  readonly models: readonly Version[];
}): readonly (readonly [Version, ...Version[]])[] {
  return [...grouped(models, ({ group, kind }) => `${group} ${kind}`).values()];
}

/** The version that objects of a kind are stored as: its only one, or the one that says so. */
export function storageVersionOf<Version extends Pick<Model, "storage">>(
  versions: readonly [Version, ...Version[]],
): Version {
  return versions.find(({ storage }) => storage === true) ?? versions[0];
}

/** A version of a kind that has several, and the one that objects are stored as. */
export interface OtherVersion {
  readonly model: Model;
  readonly storage: Model;
}

/** All versions that objects are not stored as, of those kinds that say as which they are. */
export function otherVersions(project: Pick<ProjectModel, "models">): readonly OtherVersion[] {
  return kindVersions(project).flatMap((versions) => {
    if (versions.filter(({ storage }) => storage === true).length !== 1) return [];
    const storage = storageVersionOf(versions);
    return versions.filter((model) => model !== storage).map((model) => ({ model, storage }));
  });
}

/** A model's part among the versions of its kind. */
export interface VersionsOfModel {
  /** The version that its objects are stored as. */
  readonly storage: Model;
  /** All other versions of its kind. */
  readonly others: readonly Model[];
}

/** For each model the version that its objects are stored as, and all other versions of its kind. */
export const storageVersions = oncePer(
  (project: Pick<ProjectModel, "models">): ReadonlyMap<Model, VersionsOfModel> =>
    new Map(
      kindVersions(project).flatMap((versions) => {
        const storage = storageVersionOf(versions);
        return versions.map(
          (model) => [model, { storage, others: versions.filter((other) => other !== model) }] as const,
        );
      }),
    ),
);

/** The index of the storage version that holds the values of a version's index. */
export function storedIndex(storage: Model, index: IndexModel): IndexModel | undefined {
  return storage.indexes.find(({ name }) => name === (index.storedAs ?? index.name));
}

/** Tells whether a model is the only one of its kind's name. */
export function aloneOfKind(models: readonly Model[]): (model: Model) => boolean {
  const counts = new Map<string, number>();
  for (const { kind } of models) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return ({ kind }) => counts.get(kind) === 1;
}
