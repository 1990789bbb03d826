import { createResourceClient, type ObjectMetaInput, type ResourceClient, type StoredObjectMeta } from "@cmgen/client";
import { createResourceHooks, type ResourceHooks } from "@cmgen/client/react";
import { resourceQueries, type ResourceQueries } from "@cmgen/client/query";
import type { AnyIndexes } from "@cmgen/model";
import { connection } from "./connection.js";
import { modelKey, type Model } from "./model.js";

/** An object as the service answers it. */
export interface ServedObject {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata: StoredObjectMeta;
  readonly spec?: unknown;
  readonly status?: unknown;
}

/** An object as it is sent: the service checks what is in it. */
export interface WritableObject {
  readonly metadata: ObjectMetaInput;
  readonly [part: string]: unknown;
}

/** What reads and writes the objects of one model. */
export interface ModelObjects {
  readonly client: ResourceClient<ServedObject, WritableObject, AnyIndexes>;
  readonly queries: ResourceQueries<ServedObject, WritableObject, AnyIndexes>;
  readonly hooks: ResourceHooks<ServedObject, WritableObject, AnyIndexes>;
}

const made = new Map<string, ModelObjects>();

/** The objects of a model, made once for each. */
export function objectsOf(model: Model): ModelObjects {
  const key = modelKey(model);
  const known = made.get(key);
  if (known !== undefined) return known;
  const client = createResourceClient<ServedObject, WritableObject, AnyIndexes>(connection, model);
  const objects = { client, queries: resourceQueries(client), hooks: createResourceHooks(() => client) };
  made.set(key, objects);
  return objects;
}
