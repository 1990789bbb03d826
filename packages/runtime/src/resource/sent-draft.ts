import { parsePointer } from "@cmgen/model/internal";
import type { StoredObject } from "./stored-object.js";
import { cloneJson, isJsonObject, type JsonObject, memberOf, setMember } from "../document/json-object.js";

/**
 * What is to be written for an object. `secrets` are JSON Pointers of the secret fields that a caller has sent in it, also as `null`: they count as
 * changed whatever they say, so that nobody finds out a value by sending guesses. What the plugin itself writes has none.
 */
export interface SentDraft {
  readonly body: unknown;
  readonly secrets: readonly string[];
}

/** Makes a draft from the stored object as it is seen: a new document that shares nothing with it. */
export type MakeDraft = (document: StoredObject) => SentDraft | Promise<SentDraft>;

/** What the plugin's own code writes: it may read what it compares. */
export function ownDraft(make: (document: StoredObject) => unknown): MakeDraft {
  return async (document) => ({ body: await make(document), secrets: [] });
}

/** What an object is compared by with the one before it: the same, but that its secret fields that were sent are like no other value. */
export function comparedDraft<T extends object>(object: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return object;
  const compared = cloneJson(object);
  for (const pointer of secrets) setAt(compared as JsonObject, parsePointer(pointer));
  return compared;
}

function setAt(object: JsonObject, path: readonly string[]): void {
  let value: unknown = object;
  for (const name of path.slice(0, -1)) {
    if (Array.isArray(value)) value = value[Number(name)];
    else value = isJsonObject(value) ? memberOf(value, name) : undefined;
  }
  // Equal to nothing that is JSON.
  if (isJsonObject(value)) setMember(value, path.at(-1) ?? "", Symbol("sent"));
}
