import { ApiProblem } from "@cmgen/client";

import { exitCode, type ExitCode } from "../exit-code.js";
import { findTargets } from "../objects/find-targets.js";
import { deletionOf } from "../objects/object-table.js";
import { objectPath, readObjects } from "../objects/read-objects.js";
import { assertNamedOrSelected, selectionOf } from "../objects/selection-options.js";
import { checkServedObject } from "../objects/served-object.js";
import { fullName, readResources, type ServedResource } from "../objects/served-resource.js";
import { problemText, withService, type Connection, type ConnectOptions } from "../server/connect.js";
import { printable } from "../server/printable.js";
import type { Terminal } from "../terminal.js";
import { UsageError } from "../usage-error.js";
import type { ResultFormat } from "./document-options.js";
import { locateDocuments } from "./locate-documents.js";
import { readDocuments } from "./read-documents.js";
import { resultPrinter, type Result } from "./result-printer.js";
import { waitUntilGone, type DeletedObject } from "./wait-until-gone.js";

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

interface Named {
  readonly resource: ServedResource;
  readonly name: string;
}

/** Deletes the objects that are named, selected or in files, one after another; see the command. */
export function deleteObjects(options: DeleteObjectsOptions, terminal: Terminal): Promise<ExitCode> {
  assertMeant(options);
  return withService(options, terminal, async (connection) => {
    const resources = await readResources(connection.transport);
    const deletion = { connection, options, terminal };
    const isList = options.resource === undefined || (options.names ?? []).length !== 1;
    const printer = resultPrinter({ output: options.output, isList }, terminal);
    const held: DeletedObject[] = [];
    let failures = 0;
    let count = 0;
    for await (const named of objectsMeant(deletion, resources)) {
      count += 1;
      const result = await deleteObject(deletion, named);
      if (result === undefined) failures += 1;
      else if (result !== "gone") {
        await printer.print(result);
        if (result.object.metadata.deletionTimestamp !== undefined) held.push({ ...named, object: result.object });
      }
    }
    if (failures < count) await printer.end();
    if (count === 0) terminal.error("No objects found.\n");
    if (options.wait) failures += await waitUntilGone(connection, held, { seconds: options.timeout, terminal });
    return failures === 0 ? exitCode.ok : exitCode.files;
  });
}

/** @throws {UsageError} unless it is said what to delete, in one way */
function assertMeant(options: DeleteObjectsOptions): void {
  const { resource, names = [], filename = [], all } = options;
  const selection = selectionOf(options);
  const isSelected = selection.labelSelector !== undefined || selection.fieldSelector !== undefined;
  const isNamed = names.length > 0 || resource?.includes("/") === true;
  if ((resource === undefined) === (filename.length === 0)) {
    throw new UsageError("Say what to delete: a resource with names or selectors, or files with -f.");
  }
  if (isSelected && filename.length > 0) throw new UsageError("Give files or selectors: a file names its objects.");
  assertNamedOrSelected([resource ?? "", ...names], selection);
  if (all && (isNamed || isSelected || resource === undefined)) {
    throw new UsageError("--all goes with a resource alone.");
  }
  if (resource !== undefined && !all && !isNamed && !isSelected) {
    throw new UsageError(`Give names, selectors, or --all to delete all ${resource}.`);
  }
}

interface Deletion {
  readonly connection: Connection;
  readonly options: DeleteObjectsOptions;
  readonly terminal: Terminal;
}

async function* objectsMeant(
  { connection: { transport }, options, terminal }: Deletion,
  resources: readonly ServedResource[],
): AsyncGenerator<Named, void> {
  const { resource: word, names = [], filename: filenames = [], recursive } = options;
  if (word === undefined) {
    const documents = await readDocuments({ filenames, recursive }, terminal);
    for (const { resource, object } of locateDocuments(documents, resources)) {
      // What has a generated name cannot be found by its file.
      if (object.metadata.name !== undefined) yield { resource, name: object.metadata.name };
    }
    return;
  }
  for (const { resource, name } of findTargets(resources, [word, ...names])) {
    if (name !== undefined) yield { resource, name };
    else {
      for await (const { objects } of readObjects(transport, resource, selectionOf(options))) {
        for (const { metadata } of objects) yield { resource, name: metadata.name };
      }
    }
  }
}

/** Deletes one object; undefined if that failed, which is reported. */
async function deleteObject(
  { connection: { transport }, options, terminal }: Deletion,
  { resource, name }: Named,
): Promise<Result | "gone" | undefined> {
  try {
    const method = options.dryRun === true ? "GET" : "DELETE";
    const object = checkServedObject(await transport.json<unknown>({ method, path: objectPath(resource, name) }));
    const deleting = deletionOf(object, terminal.now());
    const done = options.dryRun === true ? "would be deleted" : deleting === undefined ? "deleted" : `is ${deleting}`;
    return { resource, object, done };
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.problem === undefined || error.status === 401) throw error;
    if (error.code === "NotFound" && isNoFailure(options)) return "gone";
    terminal.error(`${printable(`${fullName(resource, name)}: ${problemText(error)}`)}\n`);
    return undefined;
  }
}

/** What was selected and is gone by now was deleted by somebody else, as was meant. */
function isNoFailure({ ignoreNotFound, all, ...options }: DeleteObjectsOptions): boolean {
  const { labelSelector, fieldSelector } = selectionOf(options);
  return ignoreNotFound === true || all || labelSelector !== undefined || fieldSelector !== undefined;
}
