import { isProblem } from "@cmgen/client";

import { exitCode, type ExitCode } from "../exit-code.js";
import {
  assertMeant,
  isSelection,
  meantObjects,
  type MeantOptions,
  type NamedObject,
} from "../objects/meant-objects.js";
import { deletionOf } from "../objects/object-table.js";
import { objectsOf } from "../objects/resource-objects.js";
import { selectionOf } from "../objects/selection-options.js";
import { checkServedObject, type ServedObject } from "../objects/served-object.js";
import { readResources, type ServedResource } from "../objects/served-resource.js";
import { deletion } from "../objects/wait-condition.js";
import type { Awaited } from "../objects/wait-for.js";
import { waitForAll } from "../objects/wait-objects.js";
import { withService, type Connection, type ConnectOptions } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import { actOnObjects } from "./act-on-objects.js";
import type { ResultFormat } from "./document-options.js";
import { locateDocuments } from "./locate-documents.js";
import { readDocuments } from "./read-documents.js";
import { resultPrinter } from "./result-printer.js";

export interface DeleteObjectsOptions extends ConnectOptions {
  readonly resource: string | undefined;
  readonly names?: readonly string[] | undefined;
  readonly filename: readonly string[] | undefined;
  readonly recursive: boolean;
  readonly selector: string | undefined;
  readonly fieldSelector?: string | undefined;
  readonly all: boolean;
  readonly ignoreNotFound?: boolean;
  readonly wait: boolean;
  readonly dryRun?: boolean;
  readonly output: ResultFormat | undefined;
}

/** Deletes the objects that are named, selected or in files, one after another; see the command. */
export function deleteObjects(options: DeleteObjectsOptions, terminal: Terminal): Promise<ExitCode> {
  const meant = whatIsMeant(options);
  return withService(options, terminal, async (connection) => {
    const resources = await readResources(connection.transport);
    const isList = options.resource === undefined || (options.names ?? []).length !== 1;
    const printer = resultPrinter({ output: options.output, isList }, terminal);
    const held: Awaited[] = [];
    const objects =
      meant === undefined ? objectsOfFiles(options, resources, terminal) : meantObjects(connection, resources, meant);
    const isNoFailure = options.ignoreNotFound === true || (meant !== undefined && isSelection(meant));
    const refused = await actOnObjects(
      objects,
      async (named) => {
        const object = await deleteObject({ connection, isDry: options.dryRun === true, isNoFailure }, named);
        if (object === undefined) return undefined;
        const deleting = deletionOf(object, terminal.now());
        if (deleting !== undefined) held.push({ ...named, uid: object.metadata.uid, condition: deletion });
        const done =
          options.dryRun === true ? "would be deleted" : deleting === undefined ? "deleted" : `is ${deleting}`;
        return { resource: named.resource, object, done };
      },
      { printer, terminal },
    );
    const { timeout } = options;
    const late = options.wait ? await waitForAll(connection, held, { timeout, terminal }) : 0;
    if (refused > 0) return exitCode.refused;
    return late > 0 ? exitCode.notNow : exitCode.ok;
  });
}

/**
 * Which objects of a resource are meant; undefined if files name them.
 *
 * @throws {UsageError} unless it is said what to delete, in one way
 */
function whatIsMeant({ resource, filename = [], ...options }: DeleteObjectsOptions): MeantOptions | undefined {
  if ((resource === undefined) === (filename.length === 0)) {
    throw new UsageError("Say what to delete: a resource with names or selectors, or files with -f.");
  }
  if (resource !== undefined) {
    const meant = { resource, ...options };
    assertMeant(meant);
    return meant;
  }
  const { labelSelector, fieldSelector } = selectionOf(options);
  if (labelSelector !== undefined || fieldSelector !== undefined || options.all) {
    throw new UsageError("Give files or selectors: a file names its objects.");
  }
  return undefined;
}

async function* objectsOfFiles(
  { filename: filenames = [], recursive }: DeleteObjectsOptions,
  resources: readonly ServedResource[],
  terminal: Terminal,
): AsyncGenerator<NamedObject, void> {
  const documents = await readDocuments({ filenames, recursive }, terminal);
  for (const { resource, object } of locateDocuments(documents, resources)) {
    // What has a generated name cannot be found by its file.
    if (object.metadata.name !== undefined) yield { resource, name: object.metadata.name };
  }
}

interface Deletion {
  readonly connection: Connection;
  readonly isDry: boolean;
  /** Whether an object that is not there is as good as deleted. */
  readonly isNoFailure: boolean;
}

/** Deletes an object and returns its last state; undefined if it is not there, and that is no failure. */
async function deleteObject(
  { connection, isDry, isNoFailure }: Deletion,
  { resource, name }: NamedObject,
): Promise<ServedObject | undefined> {
  const objects = objectsOf(connection, resource);
  try {
    return checkServedObject(await (isDry ? objects.get(name) : objects.delete(name)));
  } catch (error) {
    if (isNoFailure && isProblem(error, "NotFound")) return undefined;
    throw error;
  }
}
