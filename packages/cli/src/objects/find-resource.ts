import { closestName } from "@cmgen/model/closest-name";

import { UsageError } from "../usage-error.js";
import { resourceName, type ServedResource } from "./served-resource.js";

/** What a resource is found by. */
export type NamedResource = Pick<ServedResource, "group" | "version" | "plural" | "singular" | "kind">;

/**
 * Finds the resource that is meant by `people`, `person`, `people.people.example.com` or `people.v1alpha1.people.example.com`.
 *
 * @throws {UsageError} if it is none of those given, or several; the message lists them.
 */
export function findResource<Resource extends NamedResource>(resources: readonly Resource[], name: string): Resource {
  const meant = resources.filter((resource) => namesOf(resource).includes(name.toLowerCase()));
  const [only, another] = meant;
  if (only !== undefined && another === undefined) return only;
  const list = (meant.length === 0 ? resources : meant).map(resourceName).join(", ");
  throw new UsageError(
    only === undefined
      ? `There is no resource ${JSON.stringify(name)}.${guess(resources, name)} Resources: ${list || "none"}.`
      : `Several resources are called ${JSON.stringify(name)}: ${list}. Say which.`,
  );
}

function namesOf(resource: NamedResource): readonly string[] {
  const { group, plural, kind, singular } = resource;
  const short = [plural, kind.toLowerCase(), singular];
  return [...short, ...short.map((name) => `${name}.${group}`), resourceName(resource)];
}

function guess(resources: readonly NamedResource[], name: string): string {
  const isLong = name.includes(".");
  // Of a long name so much may differ that a short one is near to it by accident.
  const candidates = resources.flatMap(namesOf).filter((candidate) => candidate.includes(".") === isLong);
  const meant = closestName(name, candidates);
  return meant === undefined ? "" : ` Did you mean ${meant}?`;
}
