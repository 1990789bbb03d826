import { createReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { resolve } from "node:path";

import { textLines } from "@cmgen/runtime/document";

import { asRecord } from "../objects/served-object.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { COPY_FORMAT, type CopyHead } from "./copy-format.js";

/** The file of a copy. */
export interface CopyFile {
  readonly path: string;
  /** What it is called in messages. */
  readonly name: string;
  readonly size: number;
  readonly head: CopyHead;
}

/** A longer line is refused: nothing that a service stores is as large. */
export const MAX_COPY_LINE = 64 * 2 ** 20;

/** The last line is shorter. */
const END_BYTES = 1024;

/**
 * Reads the first and the last line of a copy.
 *
 * @throws {FilesError} if it is not a copy that this release reads, or not a whole one
 */
export async function readCopyFile(name: string, { workingFolder }: Terminal): Promise<CopyFile> {
  const path = resolve(workingFolder, name);
  const file = await opened(path, name);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new FilesError(`${name} is not a file. A copy is read again where an import goes on.`);
    const head = await readHead(path, name);
    if (!(await hasEnd(file, stat.size)))
      throw new FilesError(`${name} is not whole: its last line must have "end". Export again.`);
    return { path, name, size: stat.size, head };
  } finally {
    await file.close();
  }
}

async function opened(path: string, name: string): Promise<FileHandle> {
  try {
    return await open(path, "r");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new FilesError(code === "ENOENT" ? `${name} does not exist.` : `${name} cannot be read (${code}).`, {
      cause: error,
    });
  }
}

async function readHead(path: string, name: string): Promise<CopyHead> {
  const stream = createReadStream(path);
  try {
    for await (const { text } of textLines(stream, MAX_COPY_LINE)) return checkHead(text, name);
  } finally {
    stream.destroy();
  }
  throw new FilesError(`${name} is empty.`);
}

function checkHead(text: string, name: string): CopyHead {
  const { format, id, revision, resources } = asRecord(asRecord(parse(text))["copy"]);
  if (format !== undefined && format !== COPY_FORMAT)
    throw new FilesError(
      `${name} has the format ${String(format)}, and this release reads ${COPY_FORMAT}. Use the release that wrote it.`,
    );
  const isHead =
    typeof id === "string" && Number.isSafeInteger(revision) && Array.isArray(resources) && resources.every(isResource);
  if (format === undefined || !isHead)
    throw new FilesError(
      `${name} is not what \`cmgen export --as-is\` writes: its first line must have "copy". What \`cmgen export\` writes is imported without --as-is.`,
    );
  return asRecord(parse(text))["copy"] as CopyHead;
}

function isResource(value: unknown): boolean {
  const { resource, steps } = asRecord(value);
  return typeof resource === "string" && Array.isArray(steps) && steps.every(isStep);
}

function isStep(value: unknown): boolean {
  const { step, place, state, position } = asRecord(value);
  const isState = state === "running" || state === "done";
  return (
    typeof step === "string" &&
    Number.isSafeInteger(place) &&
    isState &&
    (position === null || Number.isSafeInteger(position))
  );
}

async function hasEnd(file: FileHandle, size: number): Promise<boolean> {
  const length = Math.min(END_BYTES, size);
  const { buffer } = await file.read({ buffer: Buffer.alloc(length), position: size - length });
  const lines = buffer.toString().split("\n");
  const last = lines.at(-1) === "" ? lines.at(-2) : lines.at(-1);
  return asRecord(parse(last ?? ""))["end"] !== undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
