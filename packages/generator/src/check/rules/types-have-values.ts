import { diagnose } from "../../diagnostic/diagnose.js";
import type { Type } from "../../model/type.js";
import type { CheckContext } from "../check-context.js";
import type { Rule } from "../rule.js";

/** A type that refers to itself can end: not every value of it needs another one inside (spec 2.4). */
export const typesHaveValues: Rule = function* (context) {
  const endless = endlessTypes(context);
  for (const { name, span } of context.project.types) {
    if (endless.has(name)) yield diagnose("CM3017", span, { name });
  }
  for (const { kind, group, version, spec, status, span } of context.project.models) {
    // Of a part that has a name of its own it has been said.
    const isNamed = [spec, status].some((part) => part?.type.shape === "ref" && endless.has(part.type.name));
    if (!isNamed && endless.has(`${group}/${version} ${kind}`)) yield diagnose("CM3017", span, { name: kind });
  }
};

/** Names of the types, and of the models by version and kind, that have no finite value: those that never prove to have one. */
function endlessTypes({ project }: CheckContext): ReadonlySet<string> {
  const bodies = new Map<string, readonly Type[]>(project.types.map(({ name, type }) => [name, [type]]));
  for (const { group, version, kind, spec, status } of project.models) {
    const required = [spec, status].flatMap((part) => (part?.required === true ? [part.type] : []));
    bodies.set(`${group}/${version} ${kind}`, required);
  }
  const endless = new Set(bodies.keys());
  for (let before = -1; before !== endless.size;) {
    before = endless.size;
    for (const name of endless) {
      if (bodies.get(name)?.every((type) => hasValue(type, endless)) === true) endless.delete(name);
    }
  }
  return endless;
}

/** Whether a type has a finite value, if only those named have none. */
function hasValue(type: Type, endless: ReadonlySet<string>): boolean {
  const inner = (part: Type): boolean => hasValue(part, endless);
  switch (type.shape) {
    case "ref":
      return !endless.has(type.name);
    case "model":
      return !endless.has(`${type.apiVersion} ${type.name}`);
    case "object":
      return type.properties.every((property) => !property.required || inner(property.type));
    case "union":
      return type.members.some(inner);
    case "tuple":
      return type.items.slice(0, type.required).every(inner);
    case "array":
      return (type.constraints.minItems ?? 0) === 0 || inner(type.items);
    case "record":
      return (type.constraints.minProperties ?? 0) === 0 || inner(type.values);
    default:
      return true;
  }
}
