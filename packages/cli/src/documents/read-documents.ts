import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";

import { DocumentError, parseYamlStream, type YamlDocument } from "@cmgen/runtime/document";

import { asRecord } from "../objects/served-object.js";
import type { Terminal } from "../terminal.js";
import { FilesError, UsageError } from "../usage-error.js";
import { checkDocument, type ObjectDocument } from "./object-document.js";

/** Where documents are read from. */
export interface DocumentSource {
  /** Files, folders, and `-` for standard input. */
  readonly filenames: readonly string[];
  /** Whether folders below are read as well. */
  readonly recursive: boolean;
}

/** A whole file is in memory, with what it becomes. */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Reads every object of YAML and JSON files, in order. Lists are taken apart.
 *
 * @throws {UsageError} with the place of each mistake, so that nothing is sent of files of which a part cannot be
 * @throws {FilesError} if a file cannot be read
 */
export async function readDocuments(
  { filenames, recursive }: DocumentSource,
  terminal: Pick<Terminal, "workingFolder" | "input">,
): Promise<readonly ObjectDocument[]> {
  if (filenames.filter((name) => name === "-").length > 1) throw new UsageError("Give -f - once.");
  const problems: string[] = [];
  const documents: ObjectDocument[] = [];
  for (const name of filenames.flatMap((each) => filesAt(each, recursive, terminal.workingFolder))) {
    const text =
      name === "-" ? ((await terminal.input?.()) ?? "") : readText(resolve(terminal.workingFolder, name), name);
    for (const result of objectsOf(text, name === "-" ? "standard input" : name)) {
      if (typeof result === "string") problems.push(result);
      else documents.push(result);
    }
  }
  if (problems.length > 0) throw new FilesError(problems.join("\n"));
  if (documents.length === 0) throw new FilesError(`There are no objects in ${filenames.join(", ")}.`);
  return documents;
}

/** The file of that name, or those of the folder in the order of their names. */
function filesAt(name: string, recursive: boolean, workingFolder: string): readonly string[] {
  if (name === "-") return [name];
  const path = resolve(workingFolder, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new FilesError(`${name} does not exist.`);
  if (!found.isDirectory()) return [name];
  const entries = readdirSync(path, { withFileTypes: true }).filter((entry) => !entry.name.startsWith("."));
  const sorted = entries.toSorted((left, right) => (left.name < right.name ? -1 : 1));
  return sorted.flatMap((entry) => {
    const below = join(name, entry.name);
    if (entry.isDirectory()) return recursive ? filesAt(below, recursive, workingFolder) : [];
    return /\.(ya?ml|json)$/i.test(entry.name) ? [below] : [];
  });
}

function readText(path: string, name: string): string {
  try {
    if (statSync(path).size <= MAX_BYTES) return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(`${name} cannot be read (${code}).`, { cause: error });
  }
  throw new FilesError(`${name} is larger than ${MAX_BYTES / 2 ** 20} MiB. Split it into several files.`);
}

/** The objects of a text; in the place of one that is wrong, what is wrong with it. */
function objectsOf(text: string, file: string): readonly (ObjectDocument | string)[] {
  try {
    return parseYamlStream(text).flatMap((document) =>
      takenApart(document).map(([pointer, value]) => {
        const placeOf = (below: string): string => {
          const { line, column } = document.placeOf(pointer + below);
          return `${file}:${line}:${column}`;
        };
        return checkDocument(value, placeOf);
      }),
    );
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const { place, message } = error;
    return [place === undefined ? `${file}: ${message}` : `${file}:${place.line}:${place.column}: ${message}`];
  }
}

/** The objects in a document, with their JSON Pointers: itself, or the items of a list. */
function takenApart({ value }: YamlDocument): readonly (readonly [pointer: string, value: unknown])[] {
  if (Array.isArray(value)) return value.map((item, at) => [`/${at}`, item] as const);
  const { kind, items } = asRecord(value);
  const isList = typeof kind === "string" && kind.endsWith("List") && Array.isArray(items);
  return isList ? items.map((item, at) => [`/items/${at}`, item] as const) : [["", value]];
}
