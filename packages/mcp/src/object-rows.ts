import { fittingLines } from "./answer-text.js";
import { membersOf, valueAt } from "./members.js";
import type { Kind } from "./served-document.js";

/** Columns of fields, where the agent asks for none. */
const FIELDS = 4;

/** Characters of a cell. */
const CELL = 200;

/** Rows as many as fit into an answer. */
export interface Rows {
  /** A line with the columns, and one for each object: arrays of JSON, in which no value can look like another row. */
  readonly text: string;
  /** How many objects are shown. */
  readonly shown: number;
}

/** Shows objects in rows, by the columns that are asked for, or by those that people look for them by. */
export function objectRows(objects: readonly unknown[], kind: Kind, asked: readonly string[] | undefined): Rows {
  const columns = ["metadata.name", ...(asked ?? [...defaultColumns(objects, kind), "metadata.version"])];
  const unique = [...new Set(columns)];
  const rows = objects.map((object) => JSON.stringify(unique.map((column) => cellOf(valueAt(object, column)))));
  const lines = fittingLines([JSON.stringify(unique), ...rows]);
  return { text: lines.join("\n"), shown: Math.max(0, lines.length - 1) };
}

function defaultColumns(objects: readonly unknown[], { indexes }: Kind): readonly string[] {
  const indexed = indexes.flatMap(({ name }) =>
    typeof name === "string" && /^(spec|status)\./.test(name) ? [name] : [],
  );
  const single = objects.flatMap((object) =>
    Object.entries(membersOf(valueAt(object, "spec"))).flatMap(([field, value]) =>
      typeof value === "object" ? [] : [`spec.${field}`],
    ),
  );
  return [...new Set([...indexed, ...single])].slice(0, FIELDS);
}

function cellOf(value: unknown): unknown {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  if (text.length <= CELL) return value ?? null;
  return `${text.slice(0, CELL)}… (${text.length} characters: get_object shows all)`;
}
