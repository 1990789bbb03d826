import type { OlderObject } from "@cmgen/model";
import { jsonEqual } from "@cmgen/model/internal";
import { cloneJson, isJsonObject, memberOf } from "../document/json-object.js";
import type { BrokenRule } from "../resource/invalid.js";
import { plainCopy } from "../document/plain-copy.js";
import { brokenRules } from "../resource/broken-rules.js";
import type { StoredObject } from "../resource/stored-object.js";
import type { TableStep } from "./due-steps.js";

/** What steps make of an object, or why they cannot. */
export type EvolvedObject = { readonly object: StoredObject } | { readonly broken: readonly BrokenRule[] };

/** Makes the steps on one object. Each makes an object of the schema of its time. The last step of a model makes an object that keeps its schema and rules; defaults are filled in. */
export function evolveObject(steps: readonly TableStep[], stored: StoredObject): EvolvedObject {
  let object = stored;
  for (const step of steps) {
    try {
      object = cloneJson(changed(step, object));
      const wrong = step.check?.(object) ?? [];
      if (wrong.length > 0) return { broken: wrong.map((rule) => ofStep(step, rule)) };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return {
        broken: [{ path: "", keyword: "evolve", message: `cannot be changed by the step ${step.key}: ${why}` }],
      };
    }
  }
  const last = steps.at(-1);
  if (last?.isLast !== true) return { object };
  const broken = brokenRules(last.model, object);
  if (broken.length > 0) return { broken };
  const filled = cloneJson(object);
  last.model.validate(filled);
  return { object: filled };
}

/**
 * Makes the steps on a former version of an object, to show it: whether it keeps any rules is not looked at.
 *
 * @throws what a step throws.
 */
export function throughSteps(steps: readonly TableStep[], stored: StoredObject): StoredObject {
  return steps.reduce((object, step) => cloneJson(changed(step, object)), stored);
}

function ofStep({ key }: TableStep, { path, keyword, message }: BrokenRule): BrokenRule {
  return { path, keyword, message: `${message} once it has been through the step ${key}` };
}

function changed({ change }: TableStep, object: StoredObject): StoredObject {
  // It has no members of its own for parts that are absent: reading them gives undefined all the same.
  const made: unknown = change(
    plainCopy<StoredObject & OlderObject>(
      { spec: undefined, status: undefined, ...object },
      { most: Infinity, frozen: true },
    ),
  );
  if (made instanceof Promise) throw new TypeError("it returned a promise; a step answers at once.");
  const parts: unknown = plainCopy(made, { most: Infinity });
  if (!isJsonObject(parts) || !isJsonObject(made)) throw new TypeError("it did not return the parts that change.");
  for (const member of ["apiVersion", "kind", "metadata"]) {
    const value = memberOf(parts, member);
    if (value !== undefined && !jsonEqual(value, object[member])) throw new TypeError(`it changed ${member}.`);
  }
  const { apiVersion, kind, metadata, ...rest } = object;
  const others = { ...rest, ...parts };
  // A part that is given as undefined goes; plain JSON has no such members.
  const kept = Object.entries(others).filter(([name]) => !(Object.hasOwn(made, name) && made[name] === undefined));
  return { apiVersion, kind, metadata, ...Object.fromEntries(kept) };
}
