import { QueryProblems } from "../../list/list-parameters.js";
import type { ModelDescriptor } from "../../model/model-descriptor.js";
import type { WriteContext } from "../write-context.js";
import type { OutgoingReference } from "./reference-table.js";

/**
 * The references of a model by their names, as `include` gives them. A caller cannot follow those to internal models, and is not shown what is secret.
 *
 * @throws {ApiError} `InvalidQuery` for a name that no reference of the model has.
 */
export function referencesNamed(
  { view, references }: WriteContext,
  names: Iterable<string>,
  by: "plugin" | "caller",
): OutgoingReference[] {
  const known = references.table
    .outgoing(view.model)
    .filter(({ view: target }) => by === "plugin" || target.model.internal !== true);
  const problems = new QueryProblems();
  const found = [...new Set(names)].flatMap((name) => {
    const reference = known.find(({ index }) => index === name);
    if (reference === undefined) problems.add(unknownReference(name, view.model, known));
    return reference === undefined
      ? []
      : by === "plugin"
        ? reference
        : { ...reference, view: reference.view.ofCallers };
  });
  problems.throwIfAny();
  return found;
}

/** How much of what was asked for is repeated. */
const MOST_SHOWN = 100;

function unknownReference(
  name: string,
  model: ModelDescriptor,
  known: readonly OutgoingReference[],
): Parameters<QueryProblems["add"]>[0] {
  const names = known.map(({ index }) => index).join(", ");
  const there = known.length === 0 ? `${model.plural} have none` : `there are ${names}`;
  const several = name.includes(",") ? "; several are given one by one: include=a&include=b" : "";
  const count = name.includes("(") ? "; a count is written count(<resource>.<reference>)" : "";
  const message = `${JSON.stringify(name.slice(0, MOST_SHOWN))} is not a reference: ${there}${several}${count}`;
  return { path: "include", code: "unknownReference", message };
}
