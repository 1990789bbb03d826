import { createHash } from "node:crypto";
import { apiVersionOf } from "@cmgen/model";
import { type StoredModel, storedModel } from "@cmgen/store";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";
import { type KindDefaults, kindDefaults, StoredShape } from "../version/stored-shape.js";
import { VersionView } from "../version/version-view.js";
import { valuesOfIndex, type FoundValues } from "./index-values.js";

/** The table of a kind's objects, whatever versions the kind has: its indexes are those of the version that objects are stored as. */
export class IndexedTable {
  /** The version that objects are stored as. */
  readonly model: ModelDescriptor;
  /** All versions of the kind. */
  readonly models: readonly ModelDescriptor[];
  /** The defaults of all versions. */
  readonly defaults: KindDefaults;
  /** What objects have by them. */
  readonly shape: StoredShape;
  readonly #view: VersionView;

  /** Checked references between this table's objects and others: a release that does not know of them may not write here. */
  readonly #references: readonly string[];

  /** @param all the models of the plugin. */
  constructor(model: ModelDescriptor, all: readonly ModelDescriptor[]) {
    this.model = model;
    this.models = all.filter(({ table }) => table === model.table);
    this.defaults = kindDefaults(this.models);
    this.shape = new StoredShape(this.defaults);
    this.#view = new VersionView(model, undefined, this.shape);
    this.#references = referencesOf(model, all);
  }

  get name(): string {
    return this.model.table;
  }

  /** The table with its indexes, and what they are declared as. */
  get stored(): StoredModel {
    return { ...storedModel(this.model), declaration: this.declaration };
  }

  /** A fingerprint of all indexes, and of the evolve steps that the objects have been through. */
  get declaration(): string {
    const indexes = [...this.fingerprints].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const steps = this.models.flatMap(({ version, evolve = [] }) => evolve.map(({ id }) => `${version}/${id}`));
    const entries = steps.length === 0 ? indexes : [...indexes, steps.toSorted()];
    const declared = this.#references.length === 0 ? entries : [entries, this.#references];
    return createHash("sha256").update(JSON.stringify(declared)).digest("hex").slice(0, 32);
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

  /** Whether bytes out of the table are of the version that objects are stored as: then {@link storedForm} changes nothing. */
  isStoredForm(data: Uint8Array): boolean {
    return this.#view.isOfStorage(data);
  }

  /** What an index makes of an object of the version that objects are stored as. */
  valuesOf(index: string, object: ExtensionObject): FoundValues {
    const descriptor = this.model.indexes.find(({ name }) => name === index);
    return descriptor === undefined ? { values: [] } : valuesOfIndex(descriptor, object);
  }

  /** The model of the version that an object was written as. */
  modelOf({ apiVersion }: Pick<ExtensionObject, "apiVersion">): ModelDescriptor {
    return this.models.find((candidate) => apiVersionOf(candidate) === apiVersion) ?? this.model;
  }

  /** Whether an index is unique. */
  isUnique(index: string): boolean {
    return this.model.indexes.some(({ name, unique }) => name === index && unique);
  }
}

/** The tables of models, in order: versions of a kind share one. */
export function indexedTables(models: readonly ModelDescriptor[]): readonly IndexedTable[] {
  const stored = models.map((model) => model.storage ?? model);
  return [...new Map(stored.map((model) => [model.table, model])).values()].map(
    (model) => new IndexedTable(model, models),
  );
}

/** They are checked in the form that objects are stored in, whichever version of the other kind they name. */
function referencesOf({ table }: ModelDescriptor, all: readonly ModelDescriptor[]): readonly string[] {
  const versions = all.filter((model) => model.table === table);
  const kinds = new Set(versions.map((model) => `${apiVersionOf(model)} ${model.kind}`));
  const found = all
    .filter(({ storage }) => storage === undefined)
    .flatMap((model) =>
      (model.references ?? [])
        .filter(({ target }) => model.table === table || kinds.has(`${target.apiVersion} ${target.kind}`))
        .filter(({ onDelete }) => onDelete !== "none")
        .map(({ index, path, target, onDelete }) =>
          JSON.stringify([apiVersionOf(model), model.kind, index, path, target.apiVersion, target.kind, onDelete]),
        ),
    );
  return [...new Set(found)].toSorted();
}
