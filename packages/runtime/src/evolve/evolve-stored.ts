import { jsonEqual } from "@cmgen/model/internal";
import type { RewrittenObject, ShowObject, WalkedObject } from "@cmgen/store";
import { ApiError } from "../error/api-error.js";
import type { IndexedTable } from "../indexes/indexed-table.js";
import { parseStored, printStored } from "../resource/stored-object.js";
import { ConversionError } from "../version/conversion-error.js";
import { shapeOfStep, unfinished } from "./default-steps.js";
import { type DueStep, dueSteps, stepsFor } from "./due-steps.js";
import { evolveObject } from "./evolve-object.js";
import { damaged, EvolutionError, stoppedError } from "./evolution-error.js";
import { filled } from "./fill-defaults.js";

/**
 * What is to be stored of an object that has not been through all steps; undefined for one that has.
 *
 * @throws {EvolutionError} if a step cannot change it, or makes something of it that does not keep the schema.
 */
export function evolveStored(
  table: IndexedTable,
  due: readonly DueStep[],
  { id, name, version, schema, data }: WalkedObject,
): RewrittenObject | undefined {
  const steps = due.filter(({ place }) => place > schema);
  if (steps.length === 0) return undefined;
  const stored = parseStored({ data });
  const { metadata } = stored;
  if (metadata.version !== version) throw damaged(table, name);
  const made = evolveObject(stepsFor(steps, stored), stored);
  if ("broken" in made) {
    const problems = made.broken.slice(0, 5).map(({ path, message }) => `${path === "" ? "it" : path} ${message}`);
    throw new EvolutionError(`The object ${name} of ${table.resource} cannot be changed: ${problems.join("; ")}`);
  }
  if (jsonEqual(stored, made.object)) return { id, name, version };
  return { id, name, version, data: printStored({ ...made.object, metadata: { ...metadata, version: version + 1 } }) };
}

/**
 * Shows objects of a table while its steps are made: one that has not been through them as they will store it, with its next version. Nobody can
 * write it before they have, so what is shown is what it becomes.
 *
 * @returns a function that throws a `ConversionError` for an object that a step cannot change, and `NotReady` if another release has the table.
 */
export function showEvolved(table: IndexedTable): ShowObject {
  return ({ uid, steps, ...object }) => {
    const due = knownSteps(table, steps);
    const data = unfinished(steps).reduce((bytes, state) => {
      const shape = shapeOfStep(state) ?? table.shape;
      return filled({ shape, place: state.place }, { ...object, data: bytes })?.data ?? bytes;
    }, object.data);
    const evolved = evolvedBytes(table, due, { ...object, data });
    return evolved === undefined ? { uid, version: object.version, data } : { uid, ...evolved };
  };
}

function knownSteps(table: IndexedTable, steps: Parameters<typeof dueSteps>[1]): readonly DueStep[] {
  try {
    return dueSteps(table, steps);
  } catch (cause) {
    const { message } = stoppedError(table, "superseded");
    throw new ApiError("NotReady", message, { headers: { "retry-after": "2" }, cause });
  }
}

function evolvedBytes(
  table: IndexedTable,
  due: readonly DueStep[],
  object: WalkedObject,
): { readonly version: number; readonly data: Uint8Array } | undefined {
  try {
    const data = evolveStored(table, due, object)?.data;
    return data && { version: object.version + 1, data };
  } catch (cause) {
    if (!(cause instanceof EvolutionError)) throw cause;
    const { singular } = table.model;
    const names = due.map(({ key }) => key).join(", ");
    throw new ConversionError(
      `The ${singular} ${JSON.stringify(object.name)} cannot be shown: it cannot be changed by the evolve ${due.length === 1 ? "step" : "steps"} ${names}. The service's log has the cause.`,
      cause,
    );
  }
}
