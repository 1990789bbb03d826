import type { StoredObjectMeta } from "@cmgen/model";

import { FilesError } from "../usage-error.js";

/** An object as a service answers it. */
export interface ServedObject {
  readonly apiVersion?: unknown;
  readonly kind?: unknown;
  readonly metadata: StoredObjectMeta;
  readonly spec?: unknown;
  readonly status?: unknown;
}

/**
 * Checks as much of an answer as the command line relies on: the server may be another program.
 *
 * @throws {FilesError} if it is not an object with the envelope of one
 */
export function checkServedObject(value: unknown): ServedObject {
  if (isServedObject(value)) return value;
  const start = JSON.stringify(value)?.slice(0, 100) ?? "nothing";
  throw new FilesError(
    `The service answered something that is not an object: ${start}. Is it a cmgen service of this release?`,
  );
}

function isServedObject(value: unknown): value is ServedObject {
  const { metadata } = asRecord(value);
  const { name, uid, version, creationTimestamp, deletionTimestamp, finalizers, labels, annotations } =
    asRecord(metadata);
  const isEnvelope =
    typeof name === "string" &&
    typeof uid === "string" &&
    typeof version === "number" &&
    typeof creationTimestamp === "string" &&
    (deletionTimestamp === undefined || typeof deletionTimestamp === "string");
  return isEnvelope && isTexts(finalizers ?? []) && isTexts(labels ?? {}) && isTexts(annotations ?? {});
}

function isTexts(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.values(value).every((each) => typeof each === "string");
}

/** The members of an object or a list; none of anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
