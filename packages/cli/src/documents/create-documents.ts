import { collectionPath } from "@cmgen/model";

import type { ExitCode } from "../exit-code.js";
import { findObject } from "../objects/read-objects.js";
import { checkServedObject } from "../objects/served-object.js";
import { fullName } from "../objects/served-resource.js";
import type { Connection } from "../server/connect.js";
import type { Terminal } from "../terminal.js";
import type { LocatedDocument } from "./locate-documents.js";
import { plannedObject } from "./planned-object.js";
import type { Result } from "./result-printer.js";
import { DocumentRefusal, sendDocuments, type SendOptions } from "./send-documents.js";

/** Creates the objects of files; see the command. */
export function createDocuments(options: SendOptions, terminal: Terminal): Promise<ExitCode> {
  return sendDocuments(options, terminal, async (connection, document) => {
    if (options.dryRun) return wouldCreate(connection, document);
    const { resource, object } = document;
    const path = collectionPath(resource);
    const created = await connection.transport.json<unknown>({ method: "POST", path, body: object });
    return { resource, object: checkServedObject(created), done: "created" };
  });
}

async function wouldCreate({ transport }: Connection, { resource, object }: LocatedDocument): Promise<Result> {
  const { name } = object.metadata;
  if (name !== undefined && (await findObject(transport, resource, name)) !== undefined) {
    throw new DocumentRefusal(`${fullName(resource, name)} exists already.`, "/metadata/name");
  }
  return { resource, object: plannedObject(object, undefined), done: "would be created" };
}
