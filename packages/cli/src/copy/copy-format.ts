import { isUtf8 } from "node:buffer";

import type { CopiedVersion, StepState } from "@cmgen/store";
import type { RawObject } from "@cmgen/store/inspect";

/** The form of copies that this release writes and reads. */
export const COPY_FORMAT = 1;

/** The first line of a copy. */
export interface CopyHead {
  readonly format: number;
  /** Tells the copy from others. */
  readonly id: string;
  /** Of a file of lines that an import refused: the copy that they are of. */
  readonly of?: string;
  /** Who wrote it, for people. */
  readonly by: string;
  /** The newest revision of the database. */
  readonly revision: number;
  readonly resources: readonly CopiedResource[];
}

/** A kind of objects in a copy. */
export interface CopiedResource {
  /** `<plural>.<group>`. */
  readonly resource: string;
  readonly kind: string;
  /** The version that new objects were stored as, and all that the plugin declared. */
  readonly storage: string;
  readonly versions: readonly string[];
  /** The steps that the objects have been through. */
  readonly steps: readonly StepState[];
}

/** How many lines of each sort a copy has. */
export interface CopyCounts {
  readonly objects: number;
  readonly versions: number;
  readonly schedules: number;
}

/** An object but for its bytes. */
export interface StoredHead {
  readonly resource: string;
  readonly id: number;
  readonly schema: number;
}

/** A version of an object but for its bytes. */
export interface VersionHead extends Omit<CopiedVersion, "data" | "group" | "plural"> {
  readonly resource: string;
}

export function objectLine(resource: string, { id, schema, data }: RawObject): string {
  const stored: StoredHead = { resource, id, schema };
  return withBytes({ stored }, data);
}

export function versionLine({ group, plural, data, ...rest }: CopiedVersion): string {
  const version: VersionHead = { resource: `${plural}.${group}`, ...rest };
  return withBytes({ version }, data);
}

/** A line of the copy that has no bytes of an object in it. */
export function plainLine(
  line: { readonly copy: CopyHead } | { readonly schedule: object } | { readonly end: CopyCounts },
): string {
  return `${JSON.stringify(line)}\n`;
}

/** In the text of JSON, no string has this in it: there each quote has a backslash before it. */
const OBJECT = '},"object":';
const BYTES = '},"bytes":';

/** The bytes of an object as they are, at the end of a line; in base64, where they would break it. */
function withBytes(head: object, data: Uint8Array): string {
  const start = JSON.stringify(head).slice(0, -2);
  const text = isUtf8(data) ? Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString() : undefined;
  if (text !== undefined && !text.includes("\n")) return `${start}${OBJECT}${text}}\n`;
  return `${start}${BYTES}${JSON.stringify(Buffer.from(data).toString("base64"))}}\n`;
}

/** A line of a copy: its head, and the bytes behind that, if there are any. */
export interface SplitLine {
  readonly head: unknown;
  readonly data: Uint8Array | undefined;
}

/** @throws {SyntaxError} if it is not JSON; the bytes of an object are not looked at. */
export function splitLine(text: string): SplitLine {
  const at = text.indexOf(OBJECT);
  if (at >= 0 && text.endsWith("}")) {
    const head: unknown = JSON.parse(`${text.slice(0, at)}}}`);
    return { head, data: Buffer.from(text.slice(at + OBJECT.length, -1)) };
  }
  const { bytes, ...head } = JSON.parse(text) as { readonly bytes?: unknown };
  return { head, data: typeof bytes === "string" ? Buffer.from(bytes, "base64") : undefined };
}
