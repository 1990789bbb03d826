import { RawSelector } from "@cmgen/client";

import { AnswerTooLarge } from "../server/bounded-fetch.js";
import type { Connection } from "../server/connect.js";
import { objectsOf } from "./resource-objects.js";
import { asRecord, checkServedObject, type ServedObject } from "./served-object.js";
import type { ServedResource } from "./served-resource.js";

export interface ObjectSelection {
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
}

/** Which objects are read, and in which order. */
export interface ObjectQuery extends ObjectSelection {
  /** Names of indexes, those that sort descending with a `-` before them. Default: by name. */
  readonly sort?: readonly string[] | undefined;
  /** How many objects are read at most; of a page, how many it has. Default: all. */
  readonly limit?: number | undefined;
  /** Number of the page, from 1. Needs a limit. */
  readonly page?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Some objects of a list. */
export interface ObjectBatch {
  readonly objects: readonly ServedObject[];
  /** The revision of the service that the batch shows. */
  readonly resourceVersion: string;
  /** Whether the service has more. */
  readonly hasMore: boolean;
}

/** Objects that one request fetches. */
const BATCH = 500;

/** Reads the object of that name. */
export async function readObject(
  connection: Connection,
  resource: ServedResource,
  name: string,
): Promise<ServedObject> {
  return checkServedObject(await objectsOf(connection, resource).get(name));
}

/** The object of that name, or undefined if there is none. */
export async function findObject(
  connection: Connection,
  resource: ServedResource,
  name: string,
): Promise<ServedObject | undefined> {
  const object = await objectsOf(connection, resource).find(name);
  return object === undefined ? undefined : checkServedObject(object);
}

/** The selection as a client takes it. */
export function conditionsOf({ labelSelector, fieldSelector }: ObjectSelection) {
  return {
    ...(labelSelector !== undefined && { labels: new RawSelector(labelSelector) }),
    ...(fieldSelector !== undefined && { where: new RawSelector(fieldSelector) }),
  };
}

/** Reads the objects that are asked for, some at a time: all of them may not fit into memory. */
export async function* readObjects(
  connection: Connection,
  resource: ServedResource,
  { sort = ["metadata.name"], limit = Infinity, page, signal, ...selection }: ObjectQuery,
): AsyncGenerator<ObjectBatch, void> {
  const objects = objectsOf(connection, resource);
  const given = { ...conditionsOf(selection), sort, total: false, ...(signal !== undefined && { signal }) };
  if (page !== undefined) {
    const answer = await objects.list({ ...given, page, size: limit });
    return yield { ...batchOf(answer), hasMore: answer.hasNext };
  }
  let left = limit;
  let cursor: string | undefined;
  for (let most = BATCH; ;) {
    try {
      const next = { limit: Math.min(most, left), ...(cursor !== undefined && { cursor }) };
      const answer = await objects.list({ ...given, ...next });
      const batch = batchOf(answer);
      yield batch;
      cursor = answer.nextCursor;
      left -= batch.objects.length;
      if (cursor === undefined || left <= 0) return;
    } catch (error) {
      if (!(error instanceof AnswerTooLarge) || most === 1) throw error;
      // The objects are large: fewer of them at a time.
      most = Math.ceil(most / 8);
    }
  }
}

/** The server may be another program: nothing of the answer is certain. */
function batchOf(answer: unknown): ObjectBatch {
  const { items, metadata, nextCursor } = asRecord(answer);
  const objects = (Array.isArray(items) ? items : [answer]).map(checkServedObject);
  return { objects, resourceVersion: String(asRecord(metadata)["resourceVersion"]), hasMore: nextCursor !== undefined };
}
