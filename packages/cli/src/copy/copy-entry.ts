import { parseJsonText } from "@cmgen/model/internal";
import type { CopiedTable } from "@cmgen/runtime/database";
import type { TextLine } from "@cmgen/runtime/document";
import type { CopiedRow, CopiedVersion } from "@cmgen/store";

import { asRecord } from "../objects/served-object.js";
import { splitLine, type CopyCounts } from "./copy-format.js";

/** A line of a copy: its row, or why it is refused. */
export type CopyEntry = { readonly line: number; readonly text: string } & (
  | { readonly row: CopiedRow }
  | { readonly end: CopyCounts }
  | { readonly mistake: string }
);

/** A table that gets objects of a copy. */
export interface CopiedKind {
  readonly group: string;
  readonly plural: string;
  readonly table: CopiedTable;
}

/** Makes rows of the lines of a copy. */
export class CopyReader {
  readonly #kinds: ReadonlyMap<string, CopiedKind>;

  /** @param kinds by `<plural>.<group>` */
  constructor(kinds: ReadonlyMap<string, CopiedKind>) {
    this.#kinds = kinds;
  }

  read({ number: line, text, problem }: TextLine): CopyEntry {
    if (problem !== undefined) return { line, text, mistake: problem.replace(/\.$/, "") };
    try {
      const read = this.#read(text);
      return "end" in read ? { line, text, ...read } : { line, text, row: read };
    } catch (error) {
      if (error instanceof SyntaxError) return { line, text, mistake: `it is not JSON: ${error.message}` };
      if (error instanceof LineError) return { line, text, mistake: error.message };
      throw error;
    }
  }

  #read(text: string): CopiedRow | { readonly end: CopyCounts } {
    const { head, data } = splitLine(text);
    const { stored, version, schedule, end } = asRecord(head);
    if (end !== undefined) return { end: readCounts(asRecord(end)) };
    if (stored !== undefined) return this.#object(asRecord(stored), data);
    if (version !== undefined) return { version: this.#version(asRecord(version), data) };
    if (schedule !== undefined) return { schedule: readSchedule(asRecord(schedule)) };
    throw new LineError("it has nothing that a copy has: stored, version, schedule or end");
  }

  #object({ resource, id, schema }: Fields, data: Uint8Array | undefined): CopiedRow {
    const { table } = this.#kind(resource);
    if (data === undefined) throw new LineError("it has no object");
    const place = { id: idIn(id), schema: whole("schema", schema) };
    const newest = table.steps.at(-1)?.place ?? 0;
    if (place.schema < 0 || place.schema > newest)
      throw new LineError(`schema must be between 0 and ${newest}, which is that of the copy's last step`);
    try {
      return { object: { model: table.stored, ...place, record: table.recordOf(data) } };
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "CopiedObjectError") throw error;
      throw new LineError(`${String(resource)}${nameIn(data)}: ${error.message}`);
    }
  }

  #version(fields: Fields, data: Uint8Array | undefined): CopiedVersion {
    const { group, plural } = this.#kind(fields["resource"]);
    if (data === undefined) throw new LineError("it has no object");
    const type = fields["type"];
    if (type !== "ADDED" && type !== "MODIFIED" && type !== "DELETED")
      throw new LineError("type must be ADDED, MODIFIED or DELETED");
    return {
      group,
      plural,
      id: idIn(fields["id"]),
      name: textIn("name", fields["name"]),
      uid: textIn("uid", fields["uid"]),
      version: whole("version", fields["version"]),
      type,
      revision: fields["revision"] === null ? null : whole("revision", fields["revision"]),
      at: whole("at", fields["at"]),
      actor: fields["actor"] === null ? null : textIn("actor", fields["actor"]),
      verb: fields["verb"] === null ? null : textIn("verb", fields["verb"]),
      schema: whole("schema", fields["schema"]),
      data,
    };
  }

  #kind(resource: unknown): CopiedKind {
    const kind = this.#kinds.get(String(resource));
    if (kind !== undefined) return kind;
    throw new LineError(
      `${JSON.stringify(resource)} is not a kind of the plugins here (${[...this.#kinds.keys()].join(", ")}). Name its plugin with --plugin`,
    );
  }
}

/** Why a line is refused. */
class LineError extends Error {
  override readonly name = "LineError";
}

type Fields = Readonly<Record<string, unknown>>;

function whole(name: string, value: unknown): number {
  if (typeof value === "number" && Number.isSafeInteger(value)) return value;
  throw new LineError(`${name} must be a whole number`);
}

/** Whoever goes through a table begins with 1. */
function idIn(value: unknown): number {
  const id = whole("id", value);
  if (id < 1) throw new LineError("id must be at least 1");
  return id;
}

function textIn(name: string, value: unknown): string {
  if (typeof value === "string") return value;
  throw new LineError(`${name} must be a text`);
}

function readSchedule({ name, position, state }: Fields): Extract<CopiedRow, { schedule: unknown }>["schedule"] {
  if (state !== "waiting" && state !== "running") throw new LineError("state must be waiting or running");
  return { name: textIn("name", name), position: whole("position", position), state };
}

function readCounts({ objects, versions, schedules }: Fields): CopyCounts {
  return {
    objects: whole("objects", objects),
    versions: whole("versions", versions),
    schedules: whole("schedules", schedules),
  };
}

/** ` ann`, as far as the bytes can be read. */
function nameIn(data: Uint8Array): string {
  try {
    const { name } = asRecord(asRecord(parseJsonText(Buffer.from(data).toString()))["metadata"]);
    return typeof name === "string" ? ` ${name}` : "";
  } catch {
    return "";
  }
}
