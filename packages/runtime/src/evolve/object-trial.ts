import type { IndexValue, NumberedObject } from "@cmgen/store";
import { causeOf } from "../error/cause-of.js";
import type { IndexedTable } from "../indexes/indexed-table.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import { brokenRules } from "../resource/broken-rules.js";
import type { BrokenRule } from "../resource/invalid.js";
import { parseStored } from "../resource/stored-object.js";
import type { StoredShape } from "../version/stored-shape.js";
import { type DueStep, stepsFor } from "./due-steps.js";
import { evolveObject, type EvolvedObject } from "./evolve-object.js";
import { UniqueValues } from "./unique-values.js";

/** What an object would have in indexes, by name, or why it would not get that far. */
type Outcome =
  | { readonly values: ReadonlyMap<string, readonly IndexValue[]> }
  | { readonly broken: readonly BrokenRule[] };

export interface TrialOptions {
  /** `id` of the last object that need not keep the rules. */
  readonly judgedFrom: number;
  /** Defaults that objects get before the steps. */
  readonly fills?: readonly StoredShape[];
}

/** Tries on one stored object after another what the start of a release would make of them. */
export class ObjectTrial {
  readonly #table: IndexedTable;
  readonly #due: readonly DueStep[];
  readonly #fills: readonly StoredShape[];
  readonly #judgedFrom: number;
  readonly #unique: ReadonlyMap<string, UniqueValues>;

  constructor(table: IndexedTable, due: readonly DueStep[], { judgedFrom, fills = [] }: TrialOptions) {
    this.#table = table;
    this.#fills = fills;
    this.#due = due;
    this.#judgedFrom = judgedFrom;
    const unique = table.model.indexes.filter((index) => index.unique);
    this.#unique = new Map(unique.map(({ name }) => [name, new UniqueValues()]));
  }

  get hasUnique(): boolean {
    return this.#unique.size > 0;
  }

  /** What an object would break by itself. Its values in unique indexes are remembered. */
  judge(stored: NumberedObject): readonly BrokenRule[] {
    const outcome = this.#outcome(stored);
    if ("broken" in outcome) return outcome.broken;
    for (const [index, unique] of this.#unique) for (const value of outcome.values.get(index) ?? []) unique.add(value);
    return [];
  }

  /**
   * Once all objects were judged: finds, for one after another in the same order, the unique values that one before it would have.
   * Undefined where no value is there twice.
   */
  clashes(): ((stored: NumberedObject) => readonly BrokenRule[]) | undefined {
    const repeated = [...this.#unique].flatMap(([index, values]) => {
      const found = values.repeated();
      return found === undefined ? [] : [{ index, found }];
    });
    if (repeated.length === 0) return undefined;
    return (stored) => {
      const outcome = this.#outcome(stored);
      if ("broken" in outcome) return [];
      return repeated.flatMap(({ index, found }) =>
        (outcome.values.get(index) ?? []).flatMap((value) => {
          const owner = found.ownerOf(value, stored.name);
          return owner === undefined ? [] : [takenValue(index, value, owner)];
        }),
      );
    };
  }

  #outcome(stored: NumberedObject): Outcome {
    const made = this.#evolved(stored);
    if ("broken" in made) return made;
    const { object } = made;
    const broken = stored.id > this.#judgedFrom ? brokenRules(this.#table.modelOf(object), object) : [];
    return broken.length > 0 ? { broken } : this.#indexed(object);
  }

  /** The object once it has been through the steps that have not come to it. */
  #evolved({ id, data }: NumberedObject): EvolvedObject {
    const read = readStored(data);
    if ("broken" in read) return read;
    for (const shape of this.#fills) shape.fillIn(read.object, read.object.apiVersion);
    const due = this.#due.filter(({ position }) => id > position);
    return evolveObject(stepsFor(due, read.object), read.object);
  }

  #indexed(object: ExtensionObject): Outcome {
    const form = this.#storedForm(object);
    if ("problem" in form) return { broken: [{ path: "", keyword: "version", message: form.problem }] };
    const values = new Map<string, readonly IndexValue[]>();
    const broken: BrokenRule[] = [];
    for (const { name } of this.#table.model.indexes) {
      const found = this.#table.valuesOf(name, form.object);
      if ("values" in found) values.set(name, found.values);
      else {
        const message = `cannot be indexed: the index ${name} ${found.problem.message}`;
        broken.push({ path: "", keyword: "index", message });
      }
    }
    return broken.length > 0 ? { broken } : { values };
  }

  #storedForm(object: ExtensionObject): { readonly object: ExtensionObject } | { readonly problem: string } {
    try {
      return { object: this.#table.storedForm(object) };
    } catch (error) {
      const { version } = this.#table.model;
      return { problem: `is stored as ${object.apiVersion}, and cannot be converted to ${version}: ${causeOf(error)}` };
    }
  }
}

/** A damaged object is named like any other that is in the way. */
function readStored(data: Uint8Array): EvolvedObject {
  try {
    return { object: parseStored({ data }) };
  } catch (error) {
    return { broken: [{ path: "", keyword: "bytes", message: `cannot be read: ${causeOf(error)}` }] };
  }
}

function takenValue(index: string, value: IndexValue, owner: string): BrokenRule {
  const text = typeof value === "bigint" ? String(value) : JSON.stringify(value);
  return {
    path: "",
    keyword: "unique",
    message: `has the value ${text} in ${index}, which must be unique: ${owner} has it too`,
  };
}
