import { printable } from "../server/printable.js";
import { ageOf } from "./object-age.js";
import { asRecord, type ServedObject } from "./served-object.js";
import type { ServedIndex } from "./served-resource.js";

/** Fields that have a column, unless the table is wide. */
const FIELDS = 4;

/** Characters of a field that are shown, unless the table is wide. */
const CELL = 32;

interface Column {
  readonly title: string;
  readonly cellOf: (object: ServedObject) => string;
}

/** How a table is made. */
export interface TableOptions {
  readonly now: () => Date;
  /** Indexes of the objects: people look for objects by them, so they come first. */
  readonly indexes: readonly ServedIndex[];
  /** Paths of the fields that the model says lists show. */
  readonly columns?: readonly string[] | undefined;
  /** Whether there are columns for all fields with single values, for lists that are indexes, and for labels. */
  readonly isWide: boolean;
  /** Lines about objects, by name. */
  readonly notes?: ReadonlyMap<string, readonly string[]>;
}

/** Prints objects as a table: their names, what can be said of them in single values, and what is in the way of those being deleted. */
export class ObjectTable {
  readonly #options: TableOptions;
  #columns: readonly Column[] = [];
  #widths: readonly number[] = [];

  constructor(options: TableOptions) {
    this.#options = options;
  }

  /** The lines of some objects. The first of them decide the columns, which have their titles above. */
  print(objects: readonly ServedObject[]): string {
    const isFirst = this.#columns.length === 0;
    if (isFirst) this.#columns = columnsFor(objects, this.#options);
    const rows = objects.map((object) => this.#columns.map(({ cellOf }) => cellOf(object)));
    const lines = isFirst ? [this.#columns.map(({ title }) => title), ...rows] : rows;
    if (isFirst) this.#widths = this.#columns.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
    const titles = isFirst ? `${this.#align(this.#columns.map(({ title }) => title))}\n` : "";
    return titles + rows.map((row, at) => `${this.#align(row)}${this.#lines(objects[at])}\n`).join("");
  }

  #align(cells: readonly string[]): string {
    return cells
      .map((cell, at) => cell.padEnd(this.#widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  }

  /** Lines of their own for what is in an object's way: they must not be overlooked by somebody who asks why it is still there. */
  #lines(object: ServedObject | undefined): string {
    if (object === undefined) return "";
    const notes = this.#options.notes?.get(object.metadata.name) ?? [];
    const deletion = deletionOf(object, this.#options.now());
    return [...(deletion === undefined ? [] : [deletion]), ...notes].map((note) => `\n  ${note}`).join("");
  }
}

/** Says since when an object is being deleted, and what holds it; undefined if it is not. */
export function deletionOf({ metadata }: ServedObject, now: Date): string | undefined {
  const { deletionTimestamp, finalizers = [] } = metadata;
  if (deletionTimestamp === undefined) return undefined;
  const holders = finalizers.length === 0 ? "no finalizer" : finalizers.map((name) => textOf(name)).join(", ");
  return `deleting since ${textOf(deletionTimestamp)} (${ageOf(deletionTimestamp, now)}), held by ${holders}`;
}

function columnsFor(objects: readonly ServedObject[], options: TableOptions): readonly Column[] {
  const { isWide, now } = options;
  const width = isWide ? Infinity : CELL;
  const fields = fieldsOf(objects, options);
  const labels = ({ metadata }: ServedObject): string =>
    Object.entries(metadata.labels ?? {})
      .map(([key, value]) => `${key}=${value}`)
      .join(",");
  return [
    { title: "NAME", cellOf: ({ metadata }) => textOf(metadata.name) },
    ...fields.map((field) => ({
      title: textOf(field),
      cellOf: (object: ServedObject) => textOf(valueAt(object, field), width),
    })),
    { title: "VERSION", cellOf: ({ metadata }) => String(metadata.version) },
    { title: "AGE", cellOf: ({ metadata }) => ageOf(metadata.creationTimestamp, now()) },
    ...(isWide ? [{ title: "LABELS", cellOf: (object: ServedObject) => textOf(labels(object)) }] : []),
  ];
}

/** Paths of the fields with a column: those of the model; else first those that are indexes, then others of `spec` with single values. */
function fieldsOf(objects: readonly ServedObject[], { columns, indexes, isWide }: TableOptions): readonly string[] {
  if (columns !== undefined && !isWide) return columns;
  const indexed = indexes.filter(({ name, multi }) => /^(spec|status)\./.test(name) && (isWide || !multi));
  const single = objects.flatMap(({ spec }) =>
    Object.entries(asRecord(spec)).flatMap(([field, value]) => (typeof value === "object" ? [] : [`spec.${field}`])),
  );
  const fields = [...new Set([...(columns ?? []), ...indexed.map(({ name }) => name), ...single])];
  return isWide ? fields : fields.slice(0, FIELDS);
}

function valueAt(object: ServedObject, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => asRecord(value)[name], object);
}

/** A value on one line; what a terminal would obey is shown escaped. */
function textOf(value: unknown, width = Infinity): string {
  if (value === undefined) return "";
  const isList = Array.isArray(value) && value.every((item) => typeof item === "string" && /^[\w.-]+$/.test(item));
  const text = isList ? value.join(",") : singleText(value);
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}

function singleText(value: unknown): string {
  const json = printable(JSON.stringify(value));
  return typeof value === "string" && json === `"${value}"` ? value : json;
}
