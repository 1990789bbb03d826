import { isMap, isScalar, isSeq, LineCounter, parseDocument, stringify, type Document } from "yaml";
import { parsePointer } from "@cmgen/model/internal";
import { recordOf } from "../api/json.js";
import type { Model } from "../api/model.js";
import type { ServedObject } from "../api/objects.js";

/** The parts of an object that are edited: what the service fills in is left out. */
export type EditableObject = Readonly<Record<string, unknown>>;

export function editableParts(model: Model, object: ServedObject): EditableObject {
  const { apiVersion, kind, metadata, spec, status } = object;
  const { name, labels, annotations, finalizers } = metadata;
  return {
    apiVersion,
    kind,
    metadata: {
      name,
      ...(labels !== undefined && { labels }),
      ...(annotations !== undefined && { annotations }),
      ...(finalizers !== undefined && { finalizers }),
    },
    ...(spec !== undefined && { spec }),
    ...(status !== undefined && !model.hasStatusPath && { status }),
  };
}

export function printObject(parts: EditableObject): string {
  return printText(parts);
}

/** Any value of JSON as YAML. */
export function printText(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

/** What is wrong at a place of the text, in characters from its beginning. */
export interface TextProblem {
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
  readonly message: string;
  /** JSON Pointer of the field that it is about; absent where the text itself is at fault. */
  readonly path?: string;
}

/** Where something is in a text. */
export type TextPlace = Pick<TextProblem, "from" | "to" | "line">;

/** A text that was read, and where things are in it. */
export interface ReadText {
  readonly value: EditableObject;
  /** The same, also where it is not an object. */
  readonly content: unknown;
  /** Why the text is not an object; empty if it is one. */
  readonly problems: readonly TextProblem[];
  /** Finds where a pointer leads, or the nearest place that there is. */
  readonly locate: (pointer: string) => TextPlace;
}

/** Reads YAML, and so JSON as well. */
export function readText(text: string): ReadText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const lineAt = (offset: number): number => Math.max(1, lines.linePos(offset).line);
  const { value, problems } = valueOf(document, text.length, lineAt);
  return {
    value: recordOf(value),
    content: value,
    problems,
    locate: (pointer) => {
      const [from, to] = locateIn(document, pointer);
      return { from, to, line: lineAt(from) };
    },
  };
}

/** What a document is, or why it is nothing. */
export function valueOf(
  document: Document.Parsed,
  length: number,
  lineAt: (offset: number) => number,
): { readonly value: unknown; readonly problems: readonly TextProblem[] } {
  const problems = document.errors.map(({ message, pos: [from, to] }) => ({
    from,
    to: Math.min(to, length),
    line: lineAt(from),
    // The rest of the message draws the place, which the editor marks.
    message: message.split(" at line ")[0] ?? message,
  }));
  if (problems.length > 0) return { value: undefined, problems };
  try {
    return { value: document.toJS(), problems };
  } catch (error) {
    // An alias of nothing, or aliases of aliases that would fill the memory.
    const [from] = document.range;
    const message = error instanceof Error ? error.message : String(error);
    return { value: undefined, problems: [{ from, to: from, line: lineAt(from), message }] };
  }
}

/** The place of the key or the item that a JSON Pointer leads to; of the last one on the way that is there. */
export function locateIn(document: Document, pointer: string): readonly [from: number, to: number] {
  let node: unknown = document.contents;
  let range: readonly [number, number] = beginningOf(node);
  for (const segment of parsePointer(pointer)) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
      if (pair === undefined || !isScalar(pair.key)) break;
      range = rangeOfNode(pair.key.range) ?? range;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(segment)];
      const found = hasRange(node) ? rangeOfNode(node.range) : undefined;
      if (found === undefined) break;
      range = found;
    } else break;
  }
  return range;
}

/** Of a whole document its beginning is marked. */
function beginningOf(node: unknown): readonly [number, number] {
  const [from] = (hasRange(node) ? rangeOfNode(node.range) : undefined) ?? [0];
  return [from, from];
}

function hasRange(node: unknown): node is { readonly range: readonly [number, number, number] | null | undefined } {
  return typeof node === "object" && node !== null && "range" in node;
}

function rangeOfNode(range: readonly [number, number, number] | null | undefined): [number, number] | undefined {
  return range === null || range === undefined ? undefined : [range[0], range[1]];
}
