import { checkObjectName, parseJsonText } from "@cmgen/model/internal";
import type { StoredBytes } from "@cmgen/store";
import type { JsonObject } from "../document/json-object.js";
import { invalid } from "./invalid.js";
import type { WriteContext } from "./write-context.js";

/** `metadata` of a stored object. We wrote it, so its shape is known (spec 2.2). */
export interface StoredMeta extends JsonObject {
  name: string;
  uid: string;
  creationTimestamp: string;
  version: number;
  lastChangedBy?: string;
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

/** Reads an object's stored bytes. */
export function parseStored(stored: Pick<StoredBytes, "data">): StoredObject {
  // The store contains only what `printStored` made.
  return parseJsonText(decoder.decode(stored.data)) as StoredObject;
}

/** The bytes of an object as it is stored and sent. A `TextEncoder` takes twice as long. */
export function printStored(object: StoredObject): Uint8Array {
  return Buffer.from(JSON.stringify(object));
}

/** Whether the object is marked as deleted (spec 3). */
export function isTerminating(object: StoredObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}

/** Keeps an object that is being deleted until no other object refers to it. */
export const REFERENCES_FINALIZER = "cmgen.dev/references";

/** The finalizers of an object. */
export function finalizersOf(object: StoredObject): readonly string[] {
  return object.metadata.finalizers ?? [];
}

/**
 * An object that is being deleted accepts no new finalizers: its deletion would then wait for a party that was unknown when it was deleted.
 *
 * @throws {ApiError} `Invalid` naming each finalizer added.
 */
export function assertFinalizersKept(stored: StoredObject, object: StoredObject): void {
  if (!isTerminating(stored)) return;
  const before = finalizersOf(stored);
  const added = finalizersOf(object).flatMap((finalizer, at) => (before.includes(finalizer) ? [] : [at]));
  if (added.length === 0) return;
  const message = "cannot be added: the object is being deleted";
  throw invalid(added.map((at) => ({ path: `/metadata/finalizers/${at}`, keyword: "immutable", message })));
}

/** Reads an object by name. An invalid name is not looked up, since a database may not accept every text. */
export function readObject(
  { model, store }: Pick<WriteContext, "model" | "store">,
  name: string,
): Promise<StoredBytes | undefined> {
  return checkObjectName(name).length > 0 ? Promise.resolve(undefined) : store.read(model, name);
}
