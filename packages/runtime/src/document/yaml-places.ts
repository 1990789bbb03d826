import { escapePointer } from "@cmgen/model/internal";
import { EVENT_ID, getScalarValue, SCALAR_STYLE, type Event } from "js-yaml";
import type { TextPlace } from "./document-error.js";

/** A map or a list whose members are being read. */
interface Frame {
  readonly pointer: string;
  readonly isMap: boolean;
  /** Number of nodes read: of a map's, every second one is a value. */
  nodes: number;
  key: { readonly name: string; readonly offset: number };
}

/**
 * Where the values of one document are in its text, by JSON Pointer. A map's value is where its key is, since that is what a person looks
 * for.
 *
 * @param events those of the document, without its own.
 */
export function yamlPlaces(text: string, events: readonly Event[]): (pointer: string) => TextPlace {
  // Bodies of requests are parsed as well, and nobody asks where their values are.
  let offsets: ReadonlyMap<string, number> | undefined;
  return (pointer) => placeAt(text, nearest((offsets ??= offsetsOf(text, events)), pointer));
}

function offsetsOf(text: string, events: readonly Event[]): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  const frames: Frame[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.POP) frames.pop();
    if (event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) continue;
    const offset = startOf(event);
    const frame = frames.at(-1);
    const isKey = frame !== undefined && frame.isMap && frame.nodes % 2 === 0;
    const pointer = frame === undefined ? "" : `${frame.pointer}/${segment(frame)}`;
    if (frame !== undefined) frame.nodes += 1;
    if (isKey) frame.key = { name: event.type === EVENT_ID.SCALAR ? getScalarValue(text, event) : "", offset };
    else offsets.set(pointer, frame?.isMap === true ? frame.key.offset : offset);
    if (event.type !== EVENT_ID.MAPPING && event.type !== EVENT_ID.SEQUENCE) continue;
    frames.push({ pointer, isMap: event.type === EVENT_ID.MAPPING, nodes: 0, key: { name: "", offset } });
  }
  return offsets;
}

function segment({ isMap, key, nodes }: Frame): string {
  return isMap ? escapePointer(key.name) : String(nodes);
}

/** Offset of the first character of a node, its tag and its anchor; negative if there is none. */
export function startOf(event: Event | undefined): number {
  if (event === undefined || event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) return -1;
  // Names of anchors are given without what is before them.
  const anchor = event.anchorStart - 1;
  if (event.type === EVENT_ID.ALIAS) return anchor;
  const isQuoted =
    event.type === EVENT_ID.SCALAR &&
    (event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED);
  const value = event.type === EVENT_ID.SCALAR ? event.valueStart - Number(isQuoted) : event.start;
  const starts = [value, event.tagStart, anchor].filter((start) => start >= 0);
  return starts.length === 0 ? -1 : Math.min(...starts);
}

/** Of a value that is missing, the one that it is missing in. */
function nearest(offsets: ReadonlyMap<string, number>, pointer: string): number {
  for (let path = pointer; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) {
    const offset = offsets.get(path);
    if (offset !== undefined) return offset;
  }
  return offsets.get("") ?? 0;
}

function placeAt(text: string, offset: number): TextPlace {
  const before = text.slice(0, Math.max(offset, 0));
  return { line: before.split("\n").length, column: before.length - before.lastIndexOf("\n") };
}
