import { parseJsonText } from "@cmgen/model";
import type { StoredBytes } from "@cmgen/store";
import type { JsonObject } from "../document/json-object.js";

/** `metadata` of a stored object. We wrote it, so its shape is known (spec 2.2). */
export interface StoredMeta extends JsonObject {
  name: string;
  creationTimestamp: string;
  version: number;
  deletionTimestamp?: string;
  finalizers?: string[];
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

/** A stored object, or a valid one that is about to be stored. */
export interface StoredObject extends JsonObject {
  apiVersion: string;
  kind: string;
  metadata: StoredMeta;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Reads an object's stored bytes. */
export function parseStored(stored: Pick<StoredBytes, "data">): StoredObject {
  // The store contains only what `printStored` made.
  return parseJsonText(decoder.decode(stored.data)) as StoredObject;
}

/** The bytes of an object as it is stored and sent. */
export function printStored(object: StoredObject): Uint8Array {
  return encoder.encode(JSON.stringify(object));
}

/** Whether the object is marked as deleted (spec 3). */
export function isTerminating(object: StoredObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
