import { createHash } from "node:crypto";
import { type StoredModel, storedModel } from "@cmgen/store";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import { VersionView } from "../version/version-view.js";
import { valuesOfIndex, type FoundValues } from "./index-values.js";

/** The table of a kind's objects, whatever versions the kind has: its indexes are those of the version that objects are stored as. */
export class IndexedTable {
  /** The version that objects are stored as. */
  readonly model: ModelDescriptor;
  readonly #view: VersionView;

  constructor(model: ModelDescriptor) {
    this.model = model;
    this.#view = new VersionView(model);
  }

  get name(): string {
    return this.model.table;
  }

  /** The table with its indexes, and what they are declared as. */
  get stored(): StoredModel {
    return { ...storedModel(this.model), declaration: this.declaration };
  }

  /** A fingerprint of all indexes. */
  get declaration(): string {
    const entries = [...this.fingerprints].toSorted(([one], [other]) => (one < other ? -1 : 1));
    return createHash("sha256").update(JSON.stringify(entries)).digest("hex").slice(0, 32);
  }

  /** `<plural>.<group>`. */
  get resource(): string {
    return `${this.model.plural}.${this.model.group}`;
  }

  /** The fingerprints of all indexes, by name. */
  get fingerprints(): ReadonlyMap<string, string> {
    return new Map(this.model.indexes.map(({ name, fingerprint }) => [name, fingerprint]));
  }

  /**
   * An object out of the table as its indexes see it.
   *
   * @throws {ApiError} when it was stored as another version and its conversion fails.
   */
  storedForm(object: ExtensionObject): ExtensionObject {
    return this.#view.stored(object);
  }

  /** What an index makes of an object of the version that objects are stored as. */
  valuesOf(index: string, object: ExtensionObject): FoundValues {
    const descriptor = this.model.indexes.find(({ name }) => name === index);
    return descriptor === undefined ? { values: [] } : valuesOfIndex(descriptor, object);
  }

  /** Whether an index is unique. */
  isUnique(index: string): boolean {
    return this.model.indexes.some(({ name, unique }) => name === index && unique);
  }
}

/** The tables of models, in order: versions of a kind share one. */
export function indexedTables(models: readonly ModelDescriptor[]): readonly IndexedTable[] {
  const stored = models.map((model) => model.storage ?? model);
  return [...new Map(stored.map((model) => [model.table, model])).values()].map((model) => new IndexedTable(model));
}
