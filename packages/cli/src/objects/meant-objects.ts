import type { Connection } from "../server/connect.js";
import { UsageError } from "../usage-error.js";
import { findTargets } from "./find-targets.js";
import { readObjects } from "./read-objects.js";
import { assertNamedOrSelected, selectionOf } from "./selection-options.js";
import type { ServedObject } from "./served-object.js";
import type { ServedResource } from "./served-resource.js";

/** An object that a command is about. */
export interface NamedObject {
  readonly resource: ServedResource;
  readonly name: string;
  /** As it was read, where it was. */
  readonly object?: ServedObject;
}

/** Which objects of a resource a command is to change: those named, those selected, or all. */
export interface MeantOptions {
  readonly resource: string;
  readonly names?: readonly string[] | undefined;
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly all: boolean;
}

/** @throws {UsageError} unless it is said in one way which objects are meant: a resource alone is a slip */
export function assertMeant(options: MeantOptions): void {
  const { resource, names = [], all } = options;
  const { labelSelector, fieldSelector } = selectionOf(options);
  const isSelected = labelSelector !== undefined || fieldSelector !== undefined;
  const isNamed = names.length > 0 || resource.includes("/");
  assertNamedOrSelected([resource, ...names], { labelSelector, fieldSelector });
  if (all && (isNamed || isSelected)) throw new UsageError("--all goes with a resource alone.");
  if (!all && !isNamed && !isSelected) {
    throw new UsageError(`Give names, selectors, or --all for all ${resource}.`);
  }
}

/** Whether objects are meant that nobody has named: those that are gone by now were meant no more. */
export function isSelection({ names = [], resource }: MeantOptions): boolean {
  return names.length === 0 && !resource.includes("/");
}

/** The objects that are meant, one after another. */
export async function* meantObjects(
  connection: Connection,
  resources: readonly ServedResource[],
  options: MeantOptions,
): AsyncGenerator<NamedObject, void> {
  for (const { resource, name } of findTargets(resources, [options.resource, ...(options.names ?? [])])) {
    if (name !== undefined) yield { resource, name };
    else {
      for await (const { objects } of readObjects(connection, resource, selectionOf(options))) {
        for (const object of objects) yield { resource, name: object.metadata.name, object };
      }
    }
  }
}
