import { recordOf } from "./json.js";
import type { Model, ModelReference } from "./model.js";
import type { ServedObject } from "./objects.js";

/** What one field of an object refers to. */
export interface Outgoing {
  readonly reference: ModelReference;
  readonly names: readonly string[];
}

/** What an object refers to, by field; fields without a value are left out. */
export function outgoingOf(model: Pick<Model, "references">, object: ServedObject): readonly Outgoing[] {
  return model.references
    .map((reference) => ({ reference, names: [...new Set(namesAt(object, reference.index.split(".")))] }))
    .filter(({ names }) => names.length > 0);
}

/** The texts at a path. It has the names of members alone: lists and records are followed into all that they have. */
function namesAt(value: unknown, path: readonly string[]): readonly string[] {
  if (typeof value === "string") return path.length === 0 ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item: unknown) => namesAt(item, path));
  const [member, ...rest] = path;
  const members = recordOf(value);
  if (member !== undefined && Object.hasOwn(members, member)) return namesAt(members[member], rest);
  return Object.values(members).flatMap((each) =>
    typeof each === "string" && member !== undefined ? [] : namesAt(each, path),
  );
}
