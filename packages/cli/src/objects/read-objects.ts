import { collectionPath } from "@cmgen/model";
import { ApiProblem, type Transport } from "@cmgen/client";

import { AnswerTooLarge } from "../server/bounded-fetch.js";
import { asRecord, checkServedObject, type ServedObject } from "./served-object.js";
import type { ServedResource } from "./served-resource.js";

export interface ObjectSelection {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** Some objects of a list. */
export interface ObjectBatch {
  readonly objects: readonly ServedObject[];
  /** The revision of the service that the batch shows. */
  readonly resourceVersion: string;
}

/** Objects that one request fetches. */
const BATCH = 500;

/** Path of an object. */
export function objectPath(resource: ServedResource, name: string): string {
  return `${collectionPath(resource)}/${encodeURIComponent(name)}`;
}

/** Reads the object of that name. */
export async function readObject(transport: Transport, resource: ServedResource, name: string): Promise<ServedObject> {
  return checkServedObject(await transport.json<unknown>({ method: "GET", path: objectPath(resource, name) }));
}

/** The object of that name, or undefined if there is none. */
export async function findObject(
  transport: Transport,
  resource: ServedResource,
  name: string,
): Promise<ServedObject | undefined> {
  try {
    return await readObject(transport, resource, name);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "NotFound") return undefined;
    throw error;
  }
}

/** Reads the objects selected, some at a time: all of them may not fit into memory. */
export async function* readObjects(
  transport: Transport,
  resource: ServedResource,
  selection: ObjectSelection,
): AsyncGenerator<ObjectBatch, void> {
  const query = new URLSearchParams({ total: "none", sort: "metadata.name" });
  for (const [key, value] of Object.entries(selection)) if (value !== undefined) query.set(key, value);
  const path = collectionPath(resource);
  for (let limit = BATCH; ;) {
    query.set("limit", String(limit));
    try {
      const answer = asRecord(await transport.json<unknown>({ method: "GET", path, query }));
      const metadata = asRecord(answer["metadata"]);
      const items: readonly unknown[] = Array.isArray(answer["items"]) ? answer["items"] : [answer];
      yield { objects: items.map(checkServedObject), resourceVersion: String(metadata["resourceVersion"]) };
      if (typeof metadata["continue"] !== "string") return;
      query.set("continue", metadata["continue"]);
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || limit === 1) throw error;
      // The objects are large: fewer of them at a time.
      limit = Math.ceil(limit / 8);
    }
  }
}
