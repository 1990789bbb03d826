import { apiVersionOf } from "@cmgen/model";
import { checkObjectMeta, parseJsonText } from "@cmgen/model/internal";
import type { IndexState, ObjectRecord, StepState, StoredModel } from "@cmgen/store";
import { isJsonObject } from "../document/json-object.js";
import { dueSteps } from "../evolve/due-steps.js";
import { IndexValueError } from "../indexes/index-value-error.js";
import { indexValuesOf } from "../indexes/index-values.js";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { causeOf } from "../error/cause-of.js";
import { keptRecord } from "../resource/object-record.js";
import type { StoredObject } from "../resource/stored-object.js";

/** Why an object of a copy is not stored, as a sentence about the object. */
export class CopiedObjectError extends Error {
  override readonly name = "CopiedObjectError";
}

/** A table that gets the objects of another database as they are. */
export class CopiedTable {
  /**
   * Whether all steps of this release have been made on the objects. If not, the service makes them when it starts, and builds the indexes behind
   * that, as on a database of the release that wrote the objects.
   */
  readonly isEvolved: boolean;
  /** The table with the indexes that are filled. */
  readonly stored: StoredModel;
  /** The table with all indexes. */
  readonly all: StoredModel;
  readonly steps: readonly StepState[];
  readonly #table: IndexedTable;
  readonly #versions: ReadonlySet<string>;

  /**
   * @param steps those that the objects have been through.
   * @throws {EvolutionError} where a later release has made steps that this one does not know.
   */
  constructor(table: IndexedTable, steps: readonly StepState[]) {
    this.#table = table;
    this.steps = steps;
    this.isEvolved = dueSteps(table, steps).length === 0;
    this.all = table.stored;
    this.stored = this.isEvolved ? this.all : { ...this.all, indexes: [] };
    this.#versions = new Set([apiVersionOf(table.model), ...table.models.map((model) => apiVersionOf(model))]);
  }

  /** What is known of the indexes once all objects are stored. */
  get built(): readonly IndexState[] {
    return [...this.#table.fingerprints].map(([index, fingerprint]) => ({
      index,
      fingerprint,
      state: "ready",
      position: null,
    }));
  }

  /**
   * The record of an object by its bytes. They are not held against the schema, which may be another one by now, as nothing in the database is.
   *
   * @throws {CopiedObjectError} if the bytes are no object of this table, or cannot be indexed.
   */
  recordOf(data: Uint8Array): ObjectRecord {
    const object = this.#read(data);
    return keptRecord({ object, data }, this.isEvolved ? this.#valuesOf(object) : new Map());
  }

  #read(data: Uint8Array): StoredObject {
    const object = parsed(data);
    const { kind } = this.#table.model;
    if (object["kind"] !== kind) throw wrong(`kind must be ${kind}`);
    const { apiVersion } = object;
    if (typeof apiVersion !== "string" || !this.#versions.has(apiVersion))
      throw wrong(
        `it is stored as ${JSON.stringify(apiVersion)}, and the plugin declares ${[...this.#versions].join(", ")}: run \`cmgen migrate objects\` ` +
          "on the other database with a release that declares both, and export again",
      );
    assertMeta(object["metadata"]);
    // All that is used of it was looked at.
    return object as StoredObject;
  }

  #valuesOf(object: StoredObject): ObjectRecord["indexValues"] {
    try {
      return indexValuesOf(this.#table.model, this.#table.storedForm(object));
    } catch (error) {
      if (error instanceof IndexValueError)
        throw wrong(error.problems.map(({ index, message }) => `the index ${index} ${message}`).join("; "), error);
      throw wrong(`it cannot be converted: ${causeOf(error)}`, error);
    }
  }
}

function parsed(data: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = parseJsonText(new TextDecoder("utf-8", { fatal: true }).decode(data));
    if (isJsonObject(value)) return value;
  } catch (error) {
    throw wrong(`it is not JSON: ${causeOf(error)}`, error);
  }
  throw wrong("it is not an object");
}

/** What the store keeps of `metadata` beside the bytes. */
const KEPT = /^\/metadata(?:\/(?:name|uid|version|creationTimestamp|deletionTimestamp|labels)(?:\/.*)?)?$/s;

/** @throws {CopiedObjectError} unless what the store keeps of it is what a service writes. */
function assertMeta(metadata: unknown): void {
  const problems = checkObjectMeta(metadata, { form: "stored" }).filter(({ path }) => KEPT.test(path));
  if (problems.length > 0) throw wrong(problems.map(({ path, message }) => `${path} ${message}`).join("; "));
  const { version } = metadata as { readonly version: number };
  if (!Number.isSafeInteger(version) || version < 1) throw wrong("/metadata/version must be at least 1");
}

function wrong(message: string, cause?: unknown): CopiedObjectError {
  return new CopiedObjectError(message, { cause });
}
