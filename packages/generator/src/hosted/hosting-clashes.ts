import { apiVersionOf } from "@cmgen/model";

import type { Model, ProjectModel } from "../model/model.js";

/** A plugin of a service: its own, or one that it hosts. */
interface Part {
  readonly name: string;
  readonly models: readonly Model[];
  /** Paths that its OpenAPI document describes. */
  readonly paths: readonly string[];
}

/**
 * What several plugins of one service have, and only one may have: a name, a resource, a kind, a table or a path. Each is a sentence. What one
 * plugin has twice is another check's.
 */
export function hostingClashes(project: ProjectModel): readonly string[] {
  const own: Part = { name: project.name, models: project.models, paths: [] };
  const parts = [own, ...(project.hosted ?? []).map(partOf)];
  const byName = new Map<string, number>();
  for (const { name } of parts) byName.set(name, (byName.get(name) ?? 0) + 1);
  const sameNames = [...byName].flatMap(([name, count]) =>
    count === 1
      ? []
      : [
          `${count} plugins are called ${name}, by their packages' names without a scope: host one of them, or rename a package.`,
        ],
  );
  const taken = new Map<string, Part>();
  const clashes = parts.flatMap((part) =>
    claimsOf(part).flatMap((claim) => {
      const other = taken.get(claim);
      if (other === undefined) taken.set(claim, part);
      return other === undefined || other === part
        ? []
        : [`The ${claim} is in the plugins ${other.name} and ${part.name}: host one of them, or rename it in one.`];
    }),
  );
  return [...sameNames, ...new Set(clashes)];
}

function partOf({ name, models, openapi }: NonNullable<ProjectModel["hosted"]>[number]): Part {
  const { paths = {} } = JSON.parse(openapi) as { readonly paths?: object };
  return { name, models, paths: Object.keys(paths) };
}

function claimsOf({ models, paths }: Part): readonly string[] {
  const resources = models.flatMap((model) => {
    const { group, plural, kind } = model;
    // A table's name follows from the resource's, and is another's for no other.
    const resource = `resource ${plural}.${group}`;
    return [resource, `kind ${kind} of ${apiVersionOf(model)}`];
  });
  const ofModels = models.map(({ group, version, plural }) => `/apis/${group}/${version}/${plural}`);
  const others = paths.filter((path) => !ofModels.some((own) => path === own || path.startsWith(`${own}/`)));
  return [...resources, ...others.map((path) => `path ${path}`)];
}
