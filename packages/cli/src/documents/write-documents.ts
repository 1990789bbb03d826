import { jsonEqual } from "@cmgen/model/internal";

import type { ExitCode } from "../exit-code.js";
import { findObject } from "../objects/read-objects.js";
import { objectsOf } from "../objects/resource-objects.js";
import { checkServedObject, type ServedObject } from "../objects/served-object.js";
import { fullName } from "../objects/served-resource.js";
import type { Connection } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import type { LocatedDocument } from "./locate-documents.js";
import type { WrittenObject } from "./object-document.js";
import { plannedObject } from "./planned-object.js";
import type { Result } from "./result-printer.js";
import { DocumentRefusal, sendDocuments, type SendOptions } from "./send-documents.js";

/** Creates the objects of files; see the command. */
export function createDocuments(options: SendOptions, terminal: Terminal): Promise<ExitCode> {
  return sendDocuments(options, terminal, async (connection, document) => {
    if (options.dryRun) return wouldCreate(connection, document);
    const { resource, object } = document;
    const created = await objectsOf(connection, resource).create(object);
    return { resource, object: checkServedObject(created), done: "created" };
  });
}

async function wouldCreate(connection: Connection, { resource, object }: LocatedDocument): Promise<Result> {
  const { name } = object.metadata;
  if (name !== undefined && (await findObject(connection, resource, name)) !== undefined) {
    throw new DocumentRefusal(`${fullName(resource, name)} exists already.`, "/metadata/name");
  }
  return { resource, object: plannedObject(object, undefined), done: "would be created" };
}

/** Creates the objects of files, or merges them into those of their names; see the command. */
export function applyDocuments(options: SendOptions, terminal: Terminal): Promise<ExitCode> {
  return sendDocuments(options, terminal, async (connection, { resource, object }) => {
    if (!isNamed(object)) {
      throw new DocumentRefusal("apply needs metadata.name; create takes generateName.", "/metadata");
    }
    const before = await findObject(connection, resource, object.metadata.name);
    if (options.dryRun) {
      const planned = plannedObject(object, before);
      const done = before === undefined ? "created" : jsonEqual(before, planned) ? "unchanged" : "configured";
      return { resource, object: planned, done: `would be ${done}` };
    }
    const after = checkServedObject(await objectsOf(connection, resource).apply(object));
    return { resource, object: after, done: doneTo(before, after) };
  });
}

function isNamed(object: WrittenObject): object is WrittenObject & { readonly metadata: { readonly name: string } } {
  return object.metadata.name !== undefined;
}

function doneTo(before: ServedObject | undefined, after: ServedObject): string {
  const isSame = before?.metadata.creationTimestamp === after.metadata.creationTimestamp;
  if (!isSame) return "created";
  return before.metadata.version === after.metadata.version ? "unchanged" : "configured";
}
