import { parseFieldPath, printCsvCell } from "@cmgen/model/internal";

import { SchemaReader } from "../objects/schema-view.js";
import { asRecord } from "../objects/served-object.js";
import type { ServedResource } from "../objects/served-resource.js";
import { UsageError } from "../usage-error.js";
import { type CsvCell, readCell } from "./csv-cell.js";

/** A column of a table of objects. */
export interface CsvColumn {
  /** Such as `spec.name`. */
  readonly path: string;
  readonly segments: readonly string[];
  /** Whether the field takes texts only. */
  readonly isText: boolean;
  /** Whether it takes true and false, and no text. Spreadsheets write them in capitals. */
  readonly isBoolean: boolean;
}

/** The columns of a table if none are given: the name and those of the model, else the indexes that are fields with one value. */
export function usualPaths({ columns, indexes }: ServedResource): readonly string[] {
  const fields = indexes.filter(({ name, multi }) => !multi && /^(spec|status)\./.test(name));
  return ["metadata.name", ...(columns ?? fields.map(({ name }) => name))];
}

/**
 * The columns of those paths.
 *
 * @param document the service's OpenAPI document, which has the types
 * @throws {UsageError} for what is not a field of the kind, and for a column that is there twice
 */
export function csvColumns(
  paths: readonly string[],
  { kind, group, version, plural }: ServedResource,
  document: unknown,
): readonly CsvColumn[] {
  const reader = new SchemaReader(document);
  const item = asRecord(asRecord(asRecord(document)["paths"])[`/apis/${group}/${version}/${plural}`]);
  const { stored = `Stored${kind}` } = asRecord(asRecord(item["x-cmgen-resource"])["schemas"]);
  const schema = reader.named(String(stored));
  return paths.map((path, at) => {
    const segments = segmentsOf(path);
    const types = reader.typesAt(schema, segments);
    if (types.size === 0) throw new UsageError(`${kind} has no field ${path}.${hintFor(path)}`);
    const isTwice = paths.indexOf(path) < at;
    if (isTwice) throw new UsageError(`The column ${path} is there twice.`);
    const isBoolean = types.has("boolean") && !types.has("string");
    return { path, segments, isText: types.size === 1 && types.has("string"), isBoolean };
  });
}

/** Some programs save tables with other marks between the cells. */
function hintFor(path: string): string {
  const mark = [";", "\t", "|"].find((each) => path.includes(each));
  if (mark === undefined) return "";
  return ` The cells are divided by ${JSON.stringify(mark)}: save the table with commas between them.`;
}

function segmentsOf(path: string): readonly string[] {
  try {
    return parseFieldPath(path);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new UsageError(`A column must be a path such as spec.name: ${error.message}.`, { cause: error });
  }
}

/** An object as a record, with its line end. */
export function printCsv(columns: readonly CsvColumn[], object: unknown): string {
  const cells = columns.map(({ segments, isText }) => printCsvCell(valueAt(object, segments), isText));
  return `${cells.join(",")}\r\n`;
}

function valueAt(object: unknown, segments: readonly string[]): unknown {
  return segments.reduce<unknown>((parent, name) => {
    const members = asRecord(parent);
    return Object.hasOwn(members, name) ? members[name] : undefined;
  }, object);
}

type Members = { [name: string]: unknown };

/** The object of a record's cells. Those that are empty are left out. */
export function readCsv(columns: readonly CsvColumn[], cells: readonly CsvCell[]): object {
  const object = emptyMembers();
  for (const [at, { segments, isText, isBoolean }] of columns.entries()) {
    const cell = cells[at] ?? { text: "", isQuoted: false };
    const value = readCell(isBoolean && /^(?:true|false)$/i.test(cell.text) ? lowered(cell) : cell, isText);
    if (value !== undefined) setAt(object, segments, value);
  }
  return object;
}

function lowered({ text, isQuoted }: CsvCell): CsvCell {
  return { text: text.toLowerCase(), isQuoted };
}

/** Without a prototype, so that `__proto__` is a member like any other. */
function emptyMembers(): Members {
  return Object.create(null) as Members;
}

function setAt(object: Members, [name = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) object[name] = value;
  else {
    const below = Object.assign(emptyMembers(), object[name]);
    object[name] = below;
    setAt(below, rest, value);
  }
}
