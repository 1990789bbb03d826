import { apiVersionOf, collectionPath } from "@cmgen/model";

import { baseTitle } from "../model/base-title.js";
import type { Model, ProjectModel } from "../model/model.js";
import { baseOfPath, ownBasesOf } from "./served-bases.js";

/** A plugin of a service: its own, or one that it hosts. */
interface Part {
  readonly name: string;
  readonly models: readonly Model[];
  /** The paths that its endpoints are below. */
  readonly endpoints: readonly string[];
}

/**
 * What several plugins of one service have, and only one may have: a name, a resource, a kind, a table or a group of endpoints. Each is a sentence.
 * What one plugin has twice is another check's.
 */
export function hostingClashes(project: ProjectModel): readonly string[] {
  const ownEndpoints = project.endpoints.flatMap(({ base }) => base ?? []);
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
  return [
    ...sameNames,
    ...new Set(clashes),
    ...groupClashes(parts),
    ...nestedPaths(parts),
    ...lostAccess(project),
    ...twoSubscribed(project),
  ];
}

/** A service has one kind of subscriptions. */
function twoSubscribed(project: ProjectModel): readonly string[] {
  const [first, second] = [project, ...(project.hosted ?? [])].filter(({ subscriptions }) => subscriptions === true);
  if (first === undefined || second === undefined) return [];
  return [
    `The plugins ${first.name} and ${second.name} both have subscriptions: leave \`subscriptions\` out of the config of one.`,
  ];
}

/** A plugin's rules may be narrowed by its host, but not dropped: without an access file nobody would be asked who they are. */
function lostAccess({ access, hosted = [] }: ProjectModel): readonly string[] {
  if (access !== undefined) return [];
  return hosted
    .filter((plugin) => plugin.access !== undefined)
    .map(
      ({ name }) =>
        `The plugin ${name} says who may do what, and this service does not say who its callers are: add src/access.ts, for example with ` +
        "`cmgen add access`.",
    );
}

/** Spec 4.3, rule 5: endpoints cannot hide the routes of a model, whoever has it. */
function groupClashes(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) =>
    [...new Set(part.endpoints.flatMap((base) => /^\/apis\/([^/]+)/.exec(base)?.[1] ?? []))].flatMap((group) => {
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

/** Which of two plugins a request below both paths is for would depend on their routes. */
function nestedPaths(parts: readonly Part[]): readonly string[] {
  return parts.flatMap((part) =>
    part.endpoints.flatMap((base) => {
      const other = parts.find((each) => each !== part && each.endpoints.some((outer) => base.startsWith(`${outer}/`)));
      return other === undefined
        ? []
        : [
            `The endpoints of the plugin ${part.name} below ${base} are below a path of the plugin ${other.name}: host one of them, or move one.`,
          ];
    }),
  );
}

function partOf({ name, models, openapi }: NonNullable<ProjectModel["hosted"]>[number]): Part {
  const document = JSON.parse(openapi) as { readonly paths?: object };
  const ofModels = new Set(models.map(collectionPath));
  const ofEndpoints = Object.keys(document.paths ?? {}).flatMap((path) => {
    const [collection = ""] = /^\/apis(?:\/[^/]+){3}/.exec(path) ?? [];
    return ofModels.has(collection) ? [] : (baseOfPath(path) ?? []);
  });
  return { name, models, endpoints: [...new Set([...ofEndpoints, ...ownBasesOf(document)])] };
}

function claimsOf({ models, endpoints }: Part): readonly string[] {
  const resources = models.flatMap((model) => {
    const { group, plural, kind } = model;
    // A table's name follows from the resource's, and is another's for no other.
    return [`resource ${plural}.${group}`, `kind ${kind} of ${apiVersionOf(model)}`];
  });
  return [...resources, ...endpoints.map((base) => `group of endpoints ${baseTitle(base)}`)];
}
