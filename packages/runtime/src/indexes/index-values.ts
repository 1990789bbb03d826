import { searchWords } from "@cmgen/model/internal";
import type { ExtensionObject, IndexDescriptor, ModelDescriptor } from "../model/model-descriptor.js";
import type { IndexValue, ObjectRecord } from "@cmgen/store";
import { convertIndexValue, describeValue, indexLimits, type ValueForm } from "./convert-index-value.js";
import { IndexValueError, type IndexProblem } from "./index-value-error.js";

/** The part of a model that indexes need. */
export type IndexedModel = Pick<ModelDescriptor, "indexes">;

/**
 * The values of an object's indexes, by index name (spec 2.5): converted to the index's type, without repeats and absent values.
 *
 * @throws {IndexValueError} with every index that returns a value of another type, or whose function throws.
 */
export function indexValuesOf(model: IndexedModel, object: ExtensionObject): ObjectRecord["indexValues"] {
  const values = new Map<string, readonly IndexValue[]>();
  const problems: IndexProblem[] = [];
  for (const index of model.indexes) {
    const found = valuesOfIndex(index, object);
    if ("problem" in found) problems.push(found.problem);
    else if (found.values.length > 0) values.set(index.name, found.values);
  }
  if (problems.length > 0) throw new IndexValueError(problems);
  return values;
}

/** An object's values in one index. */
export type FoundValues = { readonly values: readonly IndexValue[] } | { readonly problem: IndexProblem };

/** Runs one index on an object. */
export function valuesOfIndex(index: IndexDescriptor<never>, object: ExtensionObject): FoundValues {
  const { name } = index;
  try {
    const extracted = extractFrom(index, object);
    return "wrong" in extracted ? { problem: { index: name, message: extracted.wrong } } : extracted;
  } catch (cause) {
    return {
      problem: { index: name, message: `failed: ${cause instanceof Error ? cause.message : String(cause)}`, cause },
    };
  }
}

type Extracted = { readonly values: readonly IndexValue[] } | { readonly wrong: string };

function extractFrom(index: IndexDescriptor<never>, object: ExtensionObject): Extracted {
  // A descriptor's extractors take objects of its own model, which the caller passes.
  const given = object as never;
  if (!index.multi) return convertOne(index, index.extract(given));
  const values: unknown = index.extract(given);
  if (isAbsent(values)) return { values: [] };
  if (index.search) return convertAll(index, wordsOf(values));
  if (typeof values === "object" && Symbol.iterator in values) return convertAll(index, values as Iterable<unknown>);
  return { wrong: `gives ${describeValue(values)} instead of a list` };
}

/** The words of a text, or of each in a list; of what is no text, that itself, which is refused. */
function wordsOf(given: unknown): readonly unknown[] {
  const texts: readonly unknown[] = Array.isArray(given) ? given : [given];
  return texts.flatMap((text): readonly unknown[] => (typeof text === "string" ? searchWords(text) : [text]));
}

function convertOne(form: ValueForm, given: unknown): Extracted {
  if (isAbsent(given)) return { values: [] };
  const converted = convertIndexValue(form, given);
  return "wrong" in converted ? converted : { values: [converted.value] };
}

/** Leaves out absent values, which JSON writes as `null`. */
function convertAll(form: ValueForm, given: Iterable<unknown>): Extracted {
  const values = new Set<IndexValue>();
  for (const value of given) {
    if (isAbsent(value)) continue;
    const converted = convertIndexValue(form, value);
    if ("wrong" in converted) return converted;
    values.add(converted.value);
    if (values.size > indexLimits.values) return { wrong: `gives more than ${indexLimits.values} values` };
  }
  return { values: [...values] };
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
