import { isDocument, LineCounter, parseAllDocuments, type Document } from "yaml";
import { recordOf, type Json } from "../api/json.js";
import { locateIn, valueOf, type TextPlace, type TextProblem } from "./object-text.js";

/** One of the objects of a text, and where it is. */
export interface ImportedDocument {
  readonly value: Json;
  /** Finds where a JSON Pointer into the object leads, or the nearest place that there is. */
  readonly locate: (pointer: string) => TextPlace;
}

/** The objects of a text, and why it has none. */
export interface ReadDocuments {
  readonly documents: readonly ImportedDocument[];
  readonly problems: readonly TextProblem[];
}

/** Reads YAML documents, JSON, a list of either, an answer of a list, or lines of JSON. */
export function readDocuments(text: string): ReadDocuments {
  return linesOfJson(text) ?? yamlDocuments(text);
}

function yamlDocuments(text: string): ReadDocuments {
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, { lineCounter: lines, uniqueKeys: true });
  const all = Array.isArray(parsed) ? parsed.filter((each) => isDocument(each)) : [];
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const read = all.map((document) => ({ document, ...valueOf(document, text.length, lineAt) }));
  const problems = read.flatMap((each) => each.problems);
  if (problems.length > 0) return { documents: [], problems };
  const documents = read.flatMap(({ document, value }) =>
    objectsIn(value).map((each) => placedIn(document, each, lineAt)),
  );
  return { documents, problems };
}

interface ObjectIn {
  readonly value: unknown;
  /** Where it is within its document. */
  readonly at: string;
}

/** The objects of a document: itself, its items, or those of the list that the service answered. An empty document has none. */
function objectsIn(value: unknown): readonly ObjectIn[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.map((item: unknown, at) => ({ value: item, at: `/${at}` }));
  const { kind, items } = recordOf(value);
  if (typeof kind === "string" && kind.endsWith("List") && Array.isArray(items))
    return items.map((item: unknown, at) => ({ value: item, at: `/items/${at}` }));
  return [{ value, at: "" }];
}

function placedIn(document: Document, { value, at }: ObjectIn, lineAt: (offset: number) => number): ImportedDocument {
  return {
    value: recordOf(value),
    locate: (pointer) => {
      const [from, to] = locateIn(document, `${at}${pointer}`);
      return { from, to, line: lineAt(from) };
    },
  };
}

/** Undefined for a text that is anything else. A single line is YAML, too. */
function linesOfJson(text: string): ReadDocuments | undefined {
  let from = 0;
  const documents: ImportedDocument[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    const place = { from, to: from + line.length, line: at + 1 };
    from += line.length + 1;
    if (line.trim() === "") continue;
    if (!line.trimStart().startsWith("{")) return undefined;
    try {
      documents.push({ value: recordOf(JSON.parse(line)), locate: () => place });
    } catch {
      return undefined;
    }
  }
  return documents.length < 2 ? undefined : { documents, problems: [] };
}
