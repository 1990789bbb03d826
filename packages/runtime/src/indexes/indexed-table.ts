import { apiVersionOf } from "@cmgen/model";
import type { ExtensionObject, IndexDescriptor, ModelDescriptor } from "../model/model-descriptor.js";
import { valuesOfIndex, type FoundValues } from "./index-values.js";

/** A table of objects with the models that keep theirs in it: the versions of one resource. */
export class IndexedTable {
  readonly model: ModelDescriptor;
  readonly #models: readonly ModelDescriptor[];

  constructor(models: readonly [ModelDescriptor, ...ModelDescriptor[]]) {
    this.model = models[0];
    this.#models = models;
  }

  get name(): string {
    return this.model.table;
  }

  /** `<plural>.<group>`. */
  get resource(): string {
    return `${this.model.plural}.${this.model.group}`;
  }

  /** The fingerprints of all indexes, by name. An index of several versions is the same only if it is in each. */
  get fingerprints(): ReadonlyMap<string, string> {
    const names = new Set(this.#models.flatMap(({ indexes }) => indexes.map(({ name }) => name)));
    return new Map([...names].map((name) => [name, this.#fingerprint(name)]));
  }

  /** What an index makes of an object, by the version the object was written as. */
  valuesOf(index: string, object: ExtensionObject): FoundValues {
    const model = this.#models.find((candidate) => apiVersionOf(candidate) === object.apiVersion) ?? this.model;
    const descriptor = indexOf(model, index);
    return descriptor === undefined ? { values: [] } : valuesOfIndex(descriptor, object);
  }

  /** Whether an index holds each value once. */
  isUnique(index: string): boolean {
    return this.#models.some((model) => indexOf(model, index)?.unique === true);
  }

  #fingerprint(index: string): string {
    return this.#models.map((model) => indexOf(model, index)?.fingerprint ?? "").join("+");
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
  return [...groups.values()].map((group) => new IndexedTable(group));
}

function indexOf(model: ModelDescriptor, name: string): IndexDescriptor<never> | undefined {
  return model.indexes.find((index) => index.name === name);
}
