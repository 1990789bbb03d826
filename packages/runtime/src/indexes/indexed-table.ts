import { createHash } from "node:crypto";
import { apiVersionOf } from "@cmgen/model";
import type { ExtensionObject, IndexDescriptor, ModelDescriptor } from "../model/model-descriptor.js";
import { type StoredModel, storedModel } from "@cmgen/store";
import { valuesOfIndex, type FoundValues } from "./index-values.js";

/** A table of objects, with the models that share it: the versions of one resource. */
export class IndexedTable {
  readonly model: ModelDescriptor;
  readonly models: readonly ModelDescriptor[];

  /** Checked references between this table's objects and others: a release that does not know of them may not write here. */
  readonly #references: readonly string[];

  /** @param all the models of the plugin. */
  constructor(models: readonly [ModelDescriptor, ...ModelDescriptor[]], all: readonly ModelDescriptor[]) {
    this.model = models[0];
    this.models = models;
    this.#references = referencesOf(models, all);
  }

  get name(): string {
    return this.model.table;
  }

  /** The table with the indexes of every version, and their declaration. */
  get stored(): StoredModel {
    const indexes = this.models.flatMap((model) => storedModel(model).indexes);
    const distinct = new Map(indexes.map((index) => [index.name, index]));
    return { ...storedModel(this.model), indexes: [...distinct.values()], declaration: this.declaration };
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

  /** The fingerprints of all indexes, by name. An index of several versions is unchanged only if it is in each of them. */
  get fingerprints(): ReadonlyMap<string, string> {
    const names = new Set(this.models.flatMap(({ indexes }) => indexes.map(({ name }) => name)));
    return new Map([...names].map((name) => [name, this.#fingerprint(name)]));
  }

  /** An object's index values, by the version with which the object was written. */
  valuesOf(index: string, object: ExtensionObject): FoundValues {
    const descriptor = indexOf(this.modelOf(object), index);
    return descriptor === undefined ? { values: [] } : valuesOfIndex(descriptor, object);
  }

  /** The model of the version that an object was written as. */
  modelOf({ apiVersion }: Pick<ExtensionObject, "apiVersion">): ModelDescriptor {
    return this.models.find((candidate) => apiVersionOf(candidate) === apiVersion) ?? this.model;
  }

  /** Whether an index is unique. */
  isUnique(index: string): boolean {
    return this.models.some((model) => indexOf(model, index)?.unique === true);
  }

  /** In the order of versions, not of a plugin's list. A fingerprint that all versions share counts once. */
  #fingerprint(index: string): string {
    const models = this.models.toSorted((one, other) => (one.version < other.version ? -1 : 1));
    const fingerprints = models.map((model) => indexOf(model, index)?.fingerprint ?? "");
    return new Set(fingerprints).size === 1 ? (fingerprints[0] ?? "") : fingerprints.join("+");
  }
}

/** Groups models by the table they share, in order. */
export function indexedTables(models: readonly ModelDescriptor[]): readonly IndexedTable[] {
  const groups = new Map<string, [ModelDescriptor, ...ModelDescriptor[]]>();
  for (const model of models) {
    const group = groups.get(model.table);
    if (group === undefined) groups.set(model.table, [model]);
    else group.push(model);
  }
  return [...groups.values()].map((group) => new IndexedTable(group, models));
}

function referencesOf(own: readonly ModelDescriptor[], all: readonly ModelDescriptor[]): readonly string[] {
  const kinds = new Set(own.map((model) => `${apiVersionOf(model)} ${model.kind}`));
  const found = all.flatMap((model) =>
    (model.references ?? [])
      .filter(({ target }) => own.includes(model) || kinds.has(`${target.apiVersion} ${target.kind}`))
      .filter(({ onDelete }) => onDelete !== "none")
      .map(({ index, path, target, onDelete }) =>
        JSON.stringify([apiVersionOf(model), model.kind, index, path, target.apiVersion, target.kind, onDelete]),
      ),
  );
  return [...new Set(found)].toSorted();
}

function indexOf(model: ModelDescriptor, name: string): IndexDescriptor<never> | undefined {
  return model.indexes.find((index) => index.name === name);
}
