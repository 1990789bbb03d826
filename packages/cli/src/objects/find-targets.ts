import { UsageError } from "../usage-error.js";
import { findResource, type NamedResource } from "./find-resource.js";
import type { ServedResource } from "./served-resource.js";

/** Objects of a resource that a command names; all that are selected where it names none. */
export interface Target<Resource extends NamedResource = ServedResource> {
  readonly resource: Resource;
  readonly name: string | undefined;
}

/**
 * What is meant by `people`, `people ann bob`, or `person/ann house/north`.
 *
 * @throws {UsageError} if that cannot be told
 */
export function findTargets<Resource extends NamedResource>(
  resources: readonly Resource[],
  words: readonly string[],
): readonly Target<Resource>[] {
  const [first = "", ...names] = words;
  if (!first.includes("/")) {
    const resource = findResource(resources, first);
    const mixed = names.find((name) => name.includes("/"));
    if (mixed !== undefined) throw new UsageError(`Give ${mixed} alone, or leave out the resource before the slash.`);
    return (names.length === 0 ? [undefined] : names).map((name) => ({ resource, name }));
  }
  return words.map((word) => {
    const [called = "", name = "", ...others] = word.split("/");
    if (name !== "" && others.length === 0) return { resource: findResource(resources, called), name };
    throw new UsageError(`${JSON.stringify(word)} is not <resource>/<name>.`);
  });
}
