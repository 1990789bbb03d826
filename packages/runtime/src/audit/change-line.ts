import type { Change } from "@cmgen/store";
import type { ReferencePath } from "../model/reference-path.js";
import { parseStored } from "../resource/stored-object.js";
import { withoutSecrets } from "../model/without-secrets.js";

/** What lines have of objects. */
export interface LineOptions {
  /** Whether they have the object. */
  readonly bodies: boolean;
  /** The fields of a resource's objects that are left out. */
  readonly secretsOf: (resource: Pick<Change, "group" | "plural">) => readonly ReferencePath[];
}

/** The line of a committed change: JSON and a line break. */
export function changeLine(change: Change, { bodies, secretsOf }: LineOptions): string {
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
    ...(bodies && { object: withoutSecrets(object, secretsOf(change)) }),
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

/** Parsing an object of some megabytes for its version alone would hold up requests. */
function stateOf({ data }: Pick<Change, "data">, bodies: boolean): State {
  if (!bodies) {
    const head = Buffer.from(data.buffer, data.byteOffset, Math.min(data.length, HEAD_BYTES)).toString();
    const [, uid, version] = HEAD.exec(head) ?? [];
    if (uid !== undefined) return { uid, version: Number(version) };
  }
  const object = parseStored({ data });
  return { uid: object.metadata.uid, version: object.metadata.version, object };
}
