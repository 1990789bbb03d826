import { apiVersionOf, type BookmarkEvent, type ProblemDetails } from "@cmgen/model";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import type { VersionView } from "../version/version-view.js";
import { type ChangeType, type LogPosition, type PreviousState, printPosition } from "@cmgen/store";

/** An event of a watch before it is printed, with the object's stored bytes, which are not parsed. */
export type OutgoingEvent =
  | {
      readonly type: ChangeType;
      readonly position: LogPosition;
      readonly data: Uint8Array;
      readonly name: string;
      /** When it was written, in milliseconds since 1970. */
      readonly at: number;
      /** What the object was before: see {@link Change}. */
      readonly previous?: PreviousState | null;
    }
  | { readonly type: "BOOKMARK"; readonly position: LogPosition; readonly model: ModelDescriptor }
  | { readonly type: "ERROR"; readonly problem: ProblemDetails };

/** Prints events in one of the two formats of watches. */
export type PrintEvent = (event: OutgoingEvent) => Buffer;

/** One JSON value per line. */
export const printNdjson: PrintEvent = (event) => Buffer.concat([eventJson(event), Buffer.from("\n")]);

/** A server-sent event, whose id is the position. A browser sends the last one when it reconnects. */
export const printServerSent: PrintEvent = (event) => {
  const id = event.type === "ERROR" ? "" : `id: ${printPosition(event.position)}\n`;
  return Buffer.concat([Buffer.from(`${id}data: `), eventJson(event), Buffer.from("\n\n")]);
};

const versionPrints = new WeakMap<VersionView, Map<PrintEvent, PrintEvent>>();

/** Prints the objects of events as a version shows them; the same function each time, since watches that have one share what it prints. */
export function printIn(view: VersionView, print: PrintEvent): PrintEvent {
  const known = versionPrints.get(view) ?? new Map<PrintEvent, PrintEvent>();
  versionPrints.set(view, known);
  const printShown =
    known.get(print) ??
    ((event) =>
      print("data" in event ? { ...event, data: view.loggedBytes(event.data, event.position.revision) } : event));
  known.set(print, printShown);
  return printShown;
}

/** Stored objects are JSON without line breaks. */
function eventJson(event: OutgoingEvent): Buffer {
  if (event.type === "ERROR") return Buffer.from(JSON.stringify({ type: event.type, object: event.problem }));
  if (event.type === "BOOKMARK")
    return Buffer.from(JSON.stringify(bookmark(event.model, printPosition(event.position))));
  const head = `{"type":"${event.type}","resourceVersion":"${printPosition(event.position)}","object":`;
  return Buffer.concat([Buffer.from(head), event.data, Buffer.from("}")]);
}

function bookmark(model: ModelDescriptor, resourceVersion: string): BookmarkEvent {
  const object = { kind: model.kind, apiVersion: apiVersionOf(model), metadata: { resourceVersion } };
  return { type: "BOOKMARK", resourceVersion, object };
}
