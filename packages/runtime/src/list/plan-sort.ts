import type { ListField } from "./list-fields.js";
import { creationOrder, type SortKey } from "@cmgen/store";
import type { QueryProblems } from "./list-parameters.js";

const NAME = "metadata.name";
const defaultSort = ["metadata.creationTimestamp,desc"];

/**
 * Plans the order: the requested keys (by default newest first), then the order of creation in the direction of the last key. Directions may be in
 * upper or lower case. Keys after the name are left out, since no two objects share a name, and so are repeated keys.
 */
export function planSort(
  sorts: readonly string[],
  fields: ReadonlyMap<string, ListField>,
  problems: QueryProblems,
): readonly SortKey[] {
  const keys = new Map<string, SortKey>();
  for (const sort of sorts.length === 0 ? defaultSort : sorts) {
    if (keys.has(NAME)) break;
    const { name, direction } = splitSort(sort);
    const key = sortKey({ name, direction, fields }, problems);
    if (key !== undefined && !keys.has(name)) keys.set(name, key);
  }
  const descending = [...keys.values()].at(-1)?.descending === true;
  return keys.has(NAME) ? [...keys.values()] : [...keys.values(), { field: creationOrder, descending }];
}

/** Names of indexes contain no comma. */
function splitSort(sort: string): { name: string; direction: string | undefined } {
  const [name = "", ...rest] = sort.split(",");
  return { name: name.trim(), direction: rest.length === 0 ? undefined : rest.join(",").trim().toLowerCase() };
}

/** The client writes `-` for a direction, and other services a colon. */
function unknownField(name: string, guess: string): string {
  if (name === "") return "names no field";
  const [, descending, field = "", direction] = /^([+-]?)(.*?)(?::(asc|desc))?$/i.exec(name) ?? [];
  const meant = direction?.toLowerCase() ?? (descending === "-" ? "desc" : undefined);
  if (meant !== undefined) return `is ${JSON.stringify(name)}; a direction follows a comma: ${field},${meant}`;
  return `${name} is not an index of this type; only indexes can be sorted by${guess}`;
}

interface NamedSort {
  readonly name: string;
  readonly direction: string | undefined;
  readonly fields: ReadonlyMap<string, ListField>;
}

function sortKey({ name, direction, fields }: NamedSort, problems: QueryProblems): SortKey | undefined {
  const field = fields.get(name);
  if (field === undefined) {
    const message = unknownField(name, problems.guess(name, fields.keys()));
    problems.add({ path: "sort", code: "unknownField", message });
    return undefined;
  }
  if (field.column.in === "values") {
    problems.add({ path: "sort", code: "notSortable", message: `${name} may have many values, which have no order` });
    return undefined;
  }
  if (direction !== undefined && direction !== "asc" && direction !== "desc") {
    problems.add({ path: "sort", code: "direction", message: `the direction after ${name} must be asc or desc` });
  }
  return { field: field.column, descending: (direction ?? field.order.toLowerCase()) === "desc" };
}
