import type { Transport } from "@cmgen/client";

import { readOpenApi } from "./read-open-api.js";
import { asRecord } from "./served-object.js";

/** A resource that a service has. */
export interface ServedResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  /** What its objects can be selected and sorted by, beside `metadata`, in the order of declaration. */
  readonly indexes: readonly ServedIndex[];
  /** The fields that lists show, as paths, where the model names them. */
  readonly columns: readonly string[] | undefined;
  /** The kinds that its objects refer to. */
  readonly references: readonly ServedKind[];
  /** Whether another version of the kind is to be used instead. */
  readonly isDeprecated: boolean;
}

export interface ServedKind {
  readonly group: string;
  readonly kind: string;
}

export interface ServedIndex {
  readonly name: string;
  /** Whether an object may have several values. */
  readonly multi: boolean;
  /** Whether a list that is sorted by it begins with the greatest value, where nothing else is said. */
  readonly isDescending: boolean;
}

/** Reads which resources a service has, from its OpenAPI document. */
export async function readResources(transport: Transport): Promise<readonly ServedResource[]> {
  return resourcesOf(await readOpenApi(transport));
}

/** Path of a collection. Names go into paths and messages, so others than a service may have are left out. */
const PATH = /^\/apis\/([a-z0-9][a-z0-9.-]*)\/([a-z0-9]+)\/([a-z0-9][a-z0-9-]*)$/;

function isName(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z][A-Za-z0-9-]*$/.test(value);
}

/** The resources that an OpenAPI document describes. */
export function resourcesOf(document: unknown): readonly ServedResource[] {
  const paths = asRecord(asRecord(document)["paths"]);
  return Object.entries(paths).flatMap(([path, item]) => {
    const [, group, version, plural] = PATH.exec(path) ?? [];
    const { kind, singular, columns, indexes, references, deprecated } = asRecord(asRecord(item)["x-cmgen-resource"]);
    if (group === undefined || version === undefined || plural === undefined || !isName(kind)) return [];
    const called = isName(singular) ? singular : kind.toLowerCase();
    return [
      {
        group,
        version,
        plural,
        singular: called,
        kind,
        indexes: Array.isArray(indexes) ? indexesOf(indexes) : [],
        columns: Array.isArray(columns) ? columns.filter((each) => typeof each === "string") : undefined,
        references: Array.isArray(references) ? kindsOf(references) : [],
        isDeprecated: deprecated !== undefined,
      },
    ];
  });
}

function kindsOf(references: readonly unknown[]): readonly ServedKind[] {
  return references.flatMap((reference) => {
    const { apiVersion, kind } = asRecord(reference);
    if (typeof apiVersion !== "string" || typeof kind !== "string") return [];
    return [{ group: apiVersion.replace(/\/[^/]*$/, ""), kind }];
  });
}

function indexesOf(indexes: readonly unknown[]): readonly ServedIndex[] {
  return indexes.flatMap((index) => {
    const { name, multi, order } = asRecord(index);
    return typeof name === "string" ? [{ name, multi: multi === true, isDescending: order === "DESC" }] : [];
  });
}

/** Calls an object as no other is called: `person.people.example.com/ann`. Commands take this in the place of a resource and a name. */
export function fullName({ singular, group }: Pick<ServedResource, "singular" | "group">, name: string): string {
  return `${singular}.${group}/${name}`;
}

/** Calls a resource as no other is called: `people.v1alpha1.people.example.com`. */
export function resourceName({ group, version, plural }: Pick<ServedResource, "group" | "version" | "plural">): string {
  return `${plural}.${version}.${group}`;
}
