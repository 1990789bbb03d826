import { closestName } from "@cmgen/model/closest-name";
import { DocumentError, parseJson, parseYamlStream } from "@cmgen/runtime/document";

import { checkDocument, type WrittenObject } from "../documents/object-document.js";
import { findResource } from "../objects/find-resource.js";
import { asRecord } from "../objects/served-object.js";
import { resourcesOf, type ServedResource } from "../objects/served-resource.js";
import { UsageError } from "../usage-error.js";
import { csvColumns, readCsv, type CsvColumn } from "./csv-columns.js";
import { type CsvCell, readCell } from "./csv-cell.js";
import { readCsvRecord } from "./csv-record.js";
import type { TextRecord } from "./text-records.js";
import type { TransferFormat } from "./transfer-format.js";

/** An object of a file, or why there is none. */
export type ImportEntry = { readonly line: number } & (ReadObject | UnreadObject);

/** Why there is no object, and the line as it is, where it may be a line of the file of refused objects. */
export interface UnreadObject {
  readonly mistake: string;
  readonly text?: string;
}

/** An object that was read, and where it belongs. */
export interface ReadObject {
  readonly object: WrittenObject & { readonly metadata: { readonly name: string } };
  readonly resource: ServedResource;
}

/** How a file is read. */
export interface EntryOptions {
  readonly format: TransferFormat;
  /** The kind of objects that do not say theirs. */
  readonly kind: string | undefined;
  /** The service's OpenAPI document. */
  readonly document: unknown;
}

/** Makes objects of records. */
export class EntryReader {
  readonly #options: EntryOptions;
  readonly #byKind: ReadonlyMap<string, ServedResource>;
  /** Of objects that do not say theirs. */
  readonly #usual: ServedResource | undefined;
  #columns: readonly CsvColumn[] = [];

  /** @throws {UsageError} for a kind that the service does not have, and for a table without one */
  constructor(options: EntryOptions) {
    const resources = resourcesOf(options.document);
    this.#options = options;
    this.#byKind = new Map(resources.map((each) => [`${each.group}/${each.version} ${each.kind}`, each]));
    this.#usual = options.kind === undefined ? undefined : findResource(resources, options.kind);
    if (options.format === "csv" && this.#usual === undefined)
      throw new UsageError("A table does not say of which kind its objects are: give --kind, as --kind people.");
  }

  /**
   * Reads the head of a table, which is its first record.
   *
   * @throws {UsageError} if it cannot be read
   */
  readHead({ text, problem }: TextRecord): void {
    try {
      if (problem !== undefined || this.#usual === undefined) throw new DocumentError(problem ?? "");
      const paths = withoutEmpty(cellsOf(text)).map((cell) => String(readCell(cell, true) ?? ""));
      this.#columns = csvColumns(paths, this.#usual, this.#options.document);
    } catch (error) {
      if (!(error instanceof DocumentError || error instanceof UsageError)) throw error;
      throw new UsageError(`The first line must have the columns, as metadata.name,spec.title. ${error.message}`, {
        cause: error,
      });
    }
  }

  /** The entry of a record; none for one that has nothing in it. */
  read({ line, text, problem }: TextRecord): readonly ImportEntry[] {
    if (problem !== undefined) return [{ line, mistake: problem }];
    const unread = (mistake: string): ImportEntry => ({
      line,
      mistake,
      ...(this.#options.format === "jsonl" && { text }),
    });
    try {
      const value = this.#valueOf(text);
      if (value === undefined) return [];
      const read = this.#objectOf(value);
      return [typeof read === "string" ? unread(read) : { line, ...read }];
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      return [unread(error.message)];
    }
  }

  /**
   * The value of a record; undefined for one that has nothing in it.
   *
   * @throws {DocumentError}
   */
  #valueOf(text: string): unknown {
    switch (this.#options.format) {
      case "jsonl":
        return parseJson(text);
      case "yaml": {
        const [first, ...others] = parseYamlStream(text);
        if (others.length === 0) return first?.value;
        throw new DocumentError("Several documents must have --- between them.");
      }
      default: {
        const cells = cellsOf(text);
        const filled = withoutEmpty(cells);
        if (filled.length === 0) return undefined;
        // Spreadsheets write empty cells behind the last column.
        if (cells.length >= this.#columns.length && filled.length <= this.#columns.length)
          return readCsv(this.#columns, cells);
        throw new DocumentError(`It has ${cells.length} cells, and the first line ${this.#columns.length}.`);
      }
    }
  }

  #objectOf(value: unknown): ReadObject | string {
    const usual = this.#usual;
    const kind = usual && { apiVersion: `${usual.group}/${usual.version}`, kind: usual.kind };
    const isMap = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isMap && !("kind" in value) && "copy" in value)
      throw new UsageError("The file is a copy of a whole database: import it with --as-is.");
    if (isMap && !("kind" in value) && usual === undefined)
      return "It does not say its kind: add apiVersion and kind, or give --kind.";
    const { name } = asRecord(asRecord(value)["metadata"]);
    if (isMap && (name === undefined || name === "")) return "metadata.name is missing.";
    const checked = checkDocument(isMap ? { ...kind, ...value } : value, () => "");
    if (typeof checked === "string") return checked.slice(2);
    const { object } = checked;
    const resource = this.#byKind.get(`${object.apiVersion} ${object.kind}`);
    if (resource === undefined) return this.#unknown(object);
    return isNamed(object) ? { object, resource } : "metadata.name is missing.";
  }

  #unknown({ apiVersion, kind }: WrittenObject): string {
    const known = [...this.#byKind.keys()].map((key) => key.split(" "));
    const close = closestName(
      kind,
      known.flatMap(([version, name = ""]) => (version === apiVersion ? [name] : [])),
    );
    const [elsewhere] = known.find(([, name]) => name === kind) ?? [];
    const hint = close === undefined ? elsewhere && ` It has one of ${elsewhere}.` : ` Did you mean ${close}?`;
    return `The service has no ${kind} of ${apiVersion}.${hint ?? ""}`;
  }
}

/** Cells up to the last one that has something in it. */
function withoutEmpty(cells: readonly CsvCell[]): readonly CsvCell[] {
  return cells.slice(0, cells.findLastIndex(({ text }) => text !== "") + 1);
}

/** Line ends are `\r\n` or `\n`. */
function cellsOf(text: string): ReturnType<typeof readCsvRecord> {
  return readCsvRecord(text.endsWith("\r") ? text.slice(0, -1) : text);
}

function isNamed(object: WrittenObject): object is ReadObject["object"] {
  return object.metadata.name !== undefined;
}
