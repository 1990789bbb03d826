import type { ServedObject } from "./read-objects.js";

/** Fields of `spec` that have a column. */
const FIELDS = 4;

/** Characters of a field that are shown. */
const CELL = 32;

interface Column {
  readonly title: string;
  readonly cellOf: (object: ServedObject, now: Date) => string;
}

/** Prints objects as a table: their names, what their specs say in single values, and what is in the way of those being deleted. */
export class ObjectTable {
  readonly #now: Date;
  #columns: readonly Column[] = [];
  #widths: readonly number[] = [];

  readonly #notes: ReadonlyMap<string, readonly string[]>;

  /** @param notes Lines about objects, by name. */
  constructor(now: Date, notes: ReadonlyMap<string, readonly string[]> = new Map()) {
    this.#now = now;
    this.#notes = notes;
  }

  /** The lines of some objects. The first of them decide the columns, which have their titles above. */
  print(objects: readonly ServedObject[]): string {
    const isFirst = this.#columns.length === 0;
    if (isFirst) this.#columns = columnsFor(objects);
    const rows = objects.map((object) => this.#columns.map(({ cellOf }) => cellOf(object, this.#now)));
    const lines = isFirst ? [this.#columns.map(({ title }) => title), ...rows] : rows;
    if (isFirst) this.#widths = this.#columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
    return lines.map((line) => `${this.#align(line)}${this.#lines(objects[rows.indexOf(line)])}\n`).join("");
  }

  #align(cells: readonly string[]): string {
    return cells
      .map((cell, at) => cell.padEnd(this.#widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  }

  /** Lines of their own for what is in an object's way: whoever asks why it is still there, or not done, must not overlook them. */
  #lines(object: ServedObject | undefined): string {
    if (object === undefined) return "";
    const notes = this.#notes.get(object.metadata.name) ?? [];
    return [this.#deletion(object), ...notes.map((note) => `\n  ${note}`)].join("");
  }

  #deletion({ metadata }: ServedObject): string {
    const { deletionTimestamp, finalizers = [] } = metadata;
    if (deletionTimestamp === undefined) return "";
    const age = ageOf(deletionTimestamp, this.#now);
    const holders = finalizers.length === 0 ? "no finalizer" : [...finalizers].join(", ");
    return `\n  deleting since ${deletionTimestamp} (${age}), held by ${holders}`;
  }
}

function columnsFor(objects: readonly ServedObject[]): readonly Column[] {
  return [
    { title: "NAME", cellOf: ({ metadata }) => metadata.name },
    ...fieldsOf(objects).map((field) => ({
      title: `spec.${field}`,
      cellOf: ({ spec }: ServedObject) => textOf(asRecord(spec)[field]),
    })),
    { title: "VERSION", cellOf: ({ metadata }) => String(metadata.version) },
    { title: "AGE", cellOf: ({ metadata }, now) => ageOf(metadata.creationTimestamp, now) },
  ];
}

/** The first fields that hold single values. */
function fieldsOf(objects: readonly ServedObject[]): readonly string[] {
  const single = objects.flatMap(({ spec }) =>
    Object.entries(asRecord(spec)).flatMap(([field, value]) => (typeof value === "object" ? [] : [field])),
  );
  return [...new Set(single)].slice(0, FIELDS);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** A value on one line; what a terminal would obey is shown escaped. */
function textOf(value: unknown): string {
  if (value === undefined) return "";
  const json = JSON.stringify(value);
  const text = typeof value === "string" && json === `"${value}"` && !/[\u007f-\u009f]/.test(value) ? value : json;
  return text.length > CELL ? `${text.slice(0, CELL - 1)}…` : text;
}

const units = [
  ["d", 86_400],
  ["h", 3_600],
  ["m", 60],
] as const;

/** How long ago an instant was, in its largest unit. */
function ageOf(timestamp: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(timestamp)) / 1000));
  const [unit, size] = units.find(([, length]) => seconds >= length) ?? ["s", 1];
  return `${Math.floor(seconds / size)}${unit}`;
}
