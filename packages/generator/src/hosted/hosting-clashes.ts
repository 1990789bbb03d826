import { apiVersionOf, collectionPath } from "@cmgen/model";

import type { Model, ProjectModel } from "../model/model.js";

/** A plugin of a service: its own, or one that it hosts. */
interface Part {
  readonly name: string;
  readonly models: readonly Model[];
  /** `<group>/<version>` of its endpoints. */
  readonly endpoints: readonly string[];
}

/**
 * What several plugins of one service have, and only one may have: a name, a resource, a kind, a table or a group of endpoints. Each is a sentence.
 * What one plugin has twice is another check's.
 */
export function hostingClashes(project: ProjectModel): readonly string[] {
  const ownEndpoints = project.endpoints.flatMap(({ apiVersion }) => apiVersion ?? []);
  const own: Part = { name: project.name, models: project.models, endpoints: [...new Set(ownEndpoints)] };
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
  return [...sameNames, ...new Set(clashes), ...groupClashes(parts)];
}

/** Spec 4.3, rule 5: endpoints cannot hide the routes of a model, whoever has it. */
function groupClashes(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) =>
    [...new Set(part.endpoints.map((apiVersion) => apiVersion.slice(0, apiVersion.indexOf("/"))))].flatMap((group) => {
      const other = parts.find(({ models }) => models.some((model) => model.group === group));
      return other === undefined || other === part
        ? []
        : [
            `The plugin ${part.name} has endpoints of the group ${group}, in which the plugin ${other.name} has models: host one of them, or give ` +
              `the endpoints a group of their own, such as console.api.${group}.`,
          ];
    }),
  );
}

function partOf({ name, models, openapi }: NonNullable<ProjectModel["hosted"]>[number]): Part {
  const { paths = {} } = JSON.parse(openapi) as { readonly paths?: object };
  const ofModels = new Set(models.map(collectionPath));
  const ofEndpoints = Object.keys(paths).flatMap((path) => {
    const [, collection = "", apiVersion] = /^(\/apis\/([^/]+\/[^/]+)\/[^/]+)/.exec(path) ?? [];
    return apiVersion === undefined || ofModels.has(collection) ? [] : [apiVersion];
  });
  return { name, models, endpoints: [...new Set(ofEndpoints)] };
}

function claimsOf({ models, endpoints }: Part): readonly string[] {
  const resources = models.flatMap((model) => {
    const { group, plural, kind } = model;
    // A table's name follows from the resource's, and is another's for no other.
    return [`resource ${plural}.${group}`, `kind ${kind} of ${apiVersionOf(model)}`];
  });
  return [...resources, ...endpoints.map((apiVersion) => `group of endpoints ${apiVersion}`)];
}
