import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The longest path of a socket on macOS; Linux allows 107 bytes. */
const MOST_SOCKET_BYTES = 103;

/** What the process that has a database file writes down for others, in `<file>-owner`. */
export interface FileOwner {
  readonly host: string;
  readonly processId: number;
  /** Since when it has the file, as an ISO 8601 time. */
  readonly since: string;
  /** How long it takes to stop, at most. */
  readonly stopMilliseconds: number;
  /** Where it answers commands: the path of a socket, or the name of a pipe on Windows. */
  readonly socket: string;
  /**
   * Callers show that they can read this. A socket gets its mode a moment after it was made, and a pipe has none, but only the owner's user
   * can read the file that this stands in.
   */
  readonly key: string;
}

/** Another process has the database file. */
export class FileInUseError extends Error {
  override readonly name = "FileInUseError";

  constructor(file: string, owner: FileOwner | undefined) {
    const who =
      owner === undefined
        ? "another process has it"
        : `process ${owner.processId} on ${owner.host} has had it since ${owner.since}`;
    super(
      `${basename(file)} belongs to one process at a time, and ${who}. Stop that process first; to run several, use PostgreSQL`,
    );
  }
}

/** Writes down that this process has a file. */
export function writeOwner(file: string, stopMilliseconds: number): FileOwner {
  const owner = {
    host: hostname(),
    processId: process.pid,
    since: new Date().toISOString(),
    stopMilliseconds,
    socket: socketFor(file),
    key: randomUUID(),
  };
  const path = ownerPath(file);
  // One that was left over would keep its user and its mode.
  rmSync(path, { force: true });
  writeFileSync(path, `${JSON.stringify(owner)}\n`, { mode: 0o600, flag: "wx" });
  return owner;
}

/** Removes what {@link writeOwner} made. */
export function removeOwner(file: string, { socket }: FileOwner): void {
  rmSync(ownerPath(file), { force: true });
  if (process.platform !== "win32" && socket !== socketPath(file))
    rmSync(dirname(socket), { recursive: true, force: true });
}

/** Who has a file; undefined if it is not written down, if it cannot be read, or while it is being written. */
export function readOwner(file: string): FileOwner | undefined {
  try {
    return JSON.parse(readFileSync(ownerPath(file), "utf8")) as FileOwner;
  } catch {
    return undefined;
  }
}

function ownerPath(file: string): string {
  return `${file}-owner`;
}

function socketPath(file: string): string {
  return `${file}-socket`;
}

/** Beside the file; where that path is too long for a socket, in a new folder that only this user can enter. */
function socketFor(file: string): string {
  if (process.platform === "win32") return `\\\\.\\pipe\\cmgen-${randomUUID()}`;
  const beside = socketPath(file);
  return Buffer.byteLength(beside) <= MOST_SOCKET_BYTES
    ? beside
    : join(mkdtempSync(join(tmpdir(), "cmgen-")), "socket");
}
