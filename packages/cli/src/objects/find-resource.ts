import type { Transport } from "@cmgen/client";

import { UsageError } from "../usage-error.js";

/** A resource that a service has. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  /** Names of its kind. */
  readonly kinds: readonly string[];
}

interface OpenApiDocument {
  readonly paths?: Readonly<Record<string, { readonly post?: { readonly tags?: readonly string[] } }>>;
}

/**
 * Finds the resource that is meant by `people`, `person`, `people.people.example.com` or
 * `people.v1alpha1.people.example.com` among those that the service's OpenAPI document has.
 *
 * @throws {UsageError} where it is none of them, or several; the message lists them.
 */
export async function findResource(transport: Transport, name: string): Promise<ServedResource> {
  const resources = resourcesOf(await transport.json<OpenApiDocument>({ method: "GET", path: "/openapi.json" }));
  const meant = resources.filter((resource) => namesOf(resource).includes(name.toLowerCase()));
  const [only, another] = meant;
  if (only !== undefined && another === undefined) return only;
  const list = (meant.length === 0 ? resources : meant).map(fullName).join(", ");
  throw new UsageError(
    only === undefined
      ? `The service has no resource ${JSON.stringify(name)}. It has: ${list || "none"}.`
      : `Several resources are called ${JSON.stringify(name)}: ${list}. Say which.`,
  );
}

function resourcesOf({ paths = {} }: OpenApiDocument): readonly ServedResource[] {
  return Object.entries(paths).flatMap(([path, { post }]) => {
    const [, group, version, plural] = /^\/apis\/([^/{}]+)\/([^/{}]+)\/([^/{}]+)$/.exec(path) ?? [];
    if (group === undefined || version === undefined || plural === undefined) return [];
    return [{ group, version, plural, kinds: post?.tags ?? [] }];
  });
}

function namesOf(resource: ServedResource): readonly string[] {
  const { group, plural, kinds } = resource;
  return [plural, `${plural}.${group}`, fullName(resource), ...kinds.map((kind) => kind.toLowerCase())];
}

function fullName({ group, version, plural }: ServedResource): string {
  return `${plural}.${version}.${group}`;
}
