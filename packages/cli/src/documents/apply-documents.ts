import { createResourceClient, type StoredObjectMeta } from "@cmgen/client";
import { jsonEqual } from "@cmgen/model";

import type { ExitCode } from "../exit-code.js";
import { findObject } from "../objects/read-objects.js";
import { checkServedObject, type ServedObject } from "../objects/served-object.js";
import type { Terminal } from "../terminal.js";
import type { WrittenObject } from "./object-document.js";
import { plannedObject } from "./planned-object.js";
import { DocumentRefusal, sendDocuments, type SendOptions } from "./send-documents.js";

type Stored = { readonly metadata: StoredObjectMeta };

/** Creates the objects of files, or merges them into those of their names; see the command. */
export function applyDocuments(options: SendOptions, terminal: Terminal): Promise<ExitCode> {
  return sendDocuments(options, terminal, async (connection, { resource, object }) => {
    if (!isNamed(object)) {
      throw new DocumentRefusal("apply needs metadata.name; create takes generateName.", "/metadata");
    }
    const before = await findObject(connection.transport, resource, object.metadata.name);
    if (options.dryRun) {
      const planned = plannedObject(object, before);
      const done = before === undefined ? "created" : jsonEqual(before, planned) ? "unchanged" : "configured";
      return { resource, object: planned, done: `would be ${done}` };
    }
    const client = createResourceClient<Stored, WrittenObject, {}>(connection.options, resource);
    const after = checkServedObject(await client.apply(object));
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
