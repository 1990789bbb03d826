import type { Change } from "@cmgen/store";
import { parseStored } from "../resource/stored-object.js";
import type { FieldMask } from "../document/field-mask.js";

/** What lines have of objects. */
export interface LineOptions {
  /** Whether they have the object. */
  readonly bodies: boolean;
  /** What is left out of a resource's objects; undefined if nothing is. */
  readonly maskOf: (resource: Pick<Change, "group" | "plural">) => FieldMask | undefined;
}

/** The line of a committed change: JSON and a line break. */
export function changeLine(change: Change, { bodies, maskOf }: LineOptions): string {
  const { revision, at, type, group, plural, name, origin } = change;
  const { uid, version, object } = stateOf(change, bodies);
  return printLine({
    time: new Date(at).toISOString(),
    revision,
    actor: origin?.actor ?? null,
    verb: origin?.verb ?? null,
    type,
    group,
    plural,
    name,
    uid,
    ...versionsOf(type, version),
    requestId: origin?.requestId,
    address: origin?.address,
    ...(bodies && { object: maskOf(change)?.shown(object) ?? object }),
  });
}

/** Prints a line. Members that are undefined are left out. */
export function printLine(line: object): string {
  return `${JSON.stringify(line)}\n`;
}

/** Each write of an object counts its version up by one. */
function versionsOf(type: Change["type"], version: number): object {
  if (type === "ADDED") return { versionAfter: version };
  return type === "DELETED" ? { versionBefore: version } : { versionBefore: version - 1, versionAfter: version };
}

interface State {
  readonly uid: string;
  readonly version: number;
  readonly object?: unknown;
}

/** How stored objects begin. */
const HEAD =
  /^\{"apiVersion":"[^"\\]*","kind":"[^"\\]*","metadata":\{"name":"[^"\\]*","uid":"([^"\\]*)","creationTimestamp":"[^"\\]*","version":(\d+)[,}]/;

/** Bytes in which the head of an object is. */
const HEAD_BYTES = 2048;

/** Which object a change is of, in which version; with the object only where it is asked for: parsing megabytes would hold up requests. */
export function stateOf({ data }: Pick<Change, "data">, bodies: boolean): State {
  if (!bodies) {
    const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, HEAD_BYTES)).toString();
    const [, uid, version] = HEAD.exec(head) ?? [];
    if (uid !== undefined) return { uid, version: Number(version) };
  }
  const object = parseStored({ data });
  return { uid: object.metadata.uid, version: object.metadata.version, object };
}
