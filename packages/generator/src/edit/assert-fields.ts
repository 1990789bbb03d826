import { closestName } from "@cmgen/model/closest-name";
import type { Model } from "../model/model.js";
import { fieldNames, type TypeLookup, typesAtPath } from "../model/type-at-path.js";
import { EditError } from "./edit-error.js";
import type { AddManifest } from "./edit-request.js";

/** @throws {EditError} for a value of something that is not in the spec, with what may have been meant. */
export function assertFields(values: AddManifest["values"], model: Model, lookup: TypeLookup): void {
  for (const path of Object.keys(values)) {
    const segments = path.split(".");
    if (segments[0] === "spec" && segments.length > 1) assertField(segments, model, lookup);
    else {
      const meant = closestName(path, fieldNames(lookup, typesAtPath(lookup, model, ["spec"])));
      throw new EditError(
        `--set ${path} does not name a field of the spec: write it as --set spec.${meant ?? "title"}=….`,
      );
    }
  }
}

function assertField(path: readonly string[], model: Model, lookup: TypeLookup): void {
  for (let length = 1; length < path.length; length += 1) {
    const types = typesAtPath(lookup, model, path.slice(0, length));
    // What else a value may have is not known here.
    if (!types.every((type) => type.shape === "object" && type.additional === undefined)) return;
    const names = fieldNames(lookup, types);
    const segment = path[length] ?? "";
    if (names.includes(segment)) continue;
    const parent = path.slice(0, length).join(".");
    const meant = closestName(segment, names);
    const hint = meant === undefined ? hintOf(parent, names) : `Did you mean ${parent}.${meant}?`;
    throw new EditError(`${model.kind} has no field ${path.slice(0, length + 1).join(".")}. ${hint}`);
  }
}

function hintOf(parent: string, names: readonly string[]): string {
  return names.length === 0 ? `${parent} has no fields.` : `${parent} has ${names.join(", ")}.`;
}
