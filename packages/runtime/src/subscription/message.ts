import { type ChangeType, type LogPosition, parsePosition, printPosition } from "@cmgen/store";
import type { OutgoingEvent, PrintEvent } from "../watch/watch-events.js";

/** What a subscription is sent of a change. */
export interface Message {
  readonly position: LogPosition;
  readonly type: ChangeType;
  /** The object's name: what it is about is sent in order. */
  readonly name: string;
  /** When the change was written, in milliseconds since 1970. */
  readonly at: number;
  /** JSON of the object as the creator may see it. */
  readonly object: string;
}

/** An event of a watch, as a subscription takes it. */
export type Taken =
  | { readonly event: "change"; readonly message: Message }
  | { readonly event: "bookmark"; readonly position: LogPosition }
  | { readonly event: "error"; readonly code: string; readonly detail: string };

const LINE = "\n";

/** Prints the events of a watch for subscriptions: a line that says what it is, and one with the object, which is stored without line breaks. */
export const printForSubscription: PrintEvent = (event) => {
  const line = Buffer.from(`${headOf(event)}\n`);
  return "data" in event ? Buffer.concat([line, event.data, Buffer.from(LINE)]) : line;
};

function headOf(event: OutgoingEvent): string {
  if (event.type === "ERROR") return `ERROR ${JSON.stringify([event.problem.code, event.problem.detail])}`;
  const position = printPosition(event.position);
  return event.type === "BOOKMARK" ? `BOOKMARK ${position}` : `${event.type} ${position} ${event.at} ${event.name}`;
}

/** Reads what {@link printForSubscription} has printed: one event or several. */
export function readEvents(text: Buffer): readonly Taken[] {
  const lines = text.toString().split(LINE);
  const events: Taken[] = [];
  for (let place = 0; place < lines.length - 1; place += 1) {
    const line = lines[place] ?? "";
    const [type = "", position = "", at = "", name = ""] = line.split(" ");
    if (type === "ERROR") events.push(readError(line.slice(type.length + 1)));
    else if (type === "BOOKMARK") events.push({ event: "bookmark", position: positionOf(position) });
    else {
      const object = lines[(place += 1)] ?? "";
      // What was printed above.
      const head = { type: type as ChangeType, position: positionOf(position), name, at: Number(at) };
      events.push({ event: "change", message: { ...head, object } });
    }
  }
  return events;
}

function readError(text: string): Taken {
  const [code = "InternalError", detail = "The watch failed."] = JSON.parse(text) as (string | undefined)[];
  return { event: "error", code, detail };
}

function positionOf(text: string): LogPosition {
  const position = parsePosition(text);
  if (position === undefined) throw new TypeError(`${text} is not a position of the change log`);
  return position;
}

const VERBS: Readonly<Record<ChangeType, string>> = { ADDED: "added", MODIFIED: "modified", DELETED: "deleted" };

/** A message as it is sent: the same for each attempt. */
export interface Payload {
  /** Tells the receiver that it has had it already. */
  readonly id: string;
  readonly body: Buffer;
}

/** What is sent of a change of a resource. */
export function changePayload(uid: string, plural: string, message: Message): Payload {
  const { type, position, at, object } = message;
  const head = JSON.stringify({ type: `${plural}.${VERBS[type]}`, timestamp: new Date(at).toISOString() });
  const data = `{"type":"${type}","resourceVersion":"${printPosition(position)}","object":${object}}`;
  return { id: idOf(uid, position), body: Buffer.from(`${head.slice(0, -1)},"data":${data}}`) };
}

/** What is sent where changes were lost: the receiver should list again. */
export interface Resync {
  readonly from: number;
  readonly to: number;
  readonly at: string;
  readonly resource: string;
}

export function resyncPayload(uid: string, { from, to, at, resource }: Resync): Payload {
  const body = { type: "subscription.resync", timestamp: at, data: { resource, lost: { from, to } } };
  return { id: `${uid}-resync-${to}`, body: Buffer.from(JSON.stringify(body)) };
}

/** Without full stops, which separate what is signed. */
function idOf(uid: string, { revision, mark }: LogPosition): string {
  return `${uid}-${revision}${mark === null ? "" : `-${mark}`}`;
}
