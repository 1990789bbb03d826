import pg from "pg";
import type { Trouble } from "../unavailable-error.js";

/**
 * SQLSTATEs, or classes of them, that are about the server and not about the statement: connections (08), resources such as a full disk (53),
 * an operator's intervention or a timeout (57), the system (58); a lock that is not available, and a read-only server.
 */
const SERVER_STATES = /^(?:08|53|57|58|55P03|25006)/;

const NETWORK_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Errors of the driver, which have no code. The pool throws the first one when all connections are in use. */
const NO_CONNECTION = /^timeout exceeded when trying to connect/;
const BROKEN = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout expired)/;
const SILENT = /^Query read timeout/;

/** A connection led to a standby, or to a server that was the primary before another one, or no server is the primary. */
export class NotPrimaryError extends Error {
  override readonly name = "NotPrimaryError";
}

/** What an error says about the database; undefined for an error of the statement. */
export function postgresTrouble(error: unknown): Trouble | undefined {
  if (error instanceof pg.DatabaseError) return serverTrouble(error);
  if (error instanceof NotPrimaryError) return { reason: error.message, broken: false };
  if (!(error instanceof Error)) return undefined;
  const { message } = error;
  // A host with several addresses fails with an error for each, and an empty message.
  const reason = message === "" && "code" in error ? String(error.code) : message;
  if ("code" in error) return NETWORK_CODES.has(String(error.code)) ? { reason, broken: true } : undefined;
  if (NO_CONNECTION.test(message)) return { reason: "all connections are in use", broken: false };
  return BROKEN.test(message) || SILENT.test(message) ? { reason, broken: true } : undefined;
}

/**
 * SQLSTATEs of a server that has lost another: a connection of Citus to one of its nodes, or an intermediate result there. Where a
 * transaction ends, such an error has no code of its own but XX000 or none, so that its message says it.
 */
const NODE_STATES = /^(?:08|CIINF)/;
const NODE_LOST =
  /^(?:failure on connection marked as essential|could not commit transaction for shard \d+ on at least one active node)/;

function serverTrouble({ severity, code = "", message }: pg.DatabaseError): Trouble | undefined {
  // The server ended the connection, or lost the one over which it wrote.
  if (severity !== "ERROR" || NODE_STATES.test(code) || NODE_LOST.test(message))
    return { reason: message, broken: true };
  return SERVER_STATES.test(code) ? { reason: message, broken: false } : undefined;
}

/** Whether an error of connecting means that the server runs and serves others: it may have no connection left, for example. */
export function isRefusalOfRunningServer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(?:08|57)/.test(error.code ?? "");
}

/** The server only reads: it may have become a standby. */
const READ_ONLY = "25006";

/** Whether the error is an answer of the server, so that the connection is still usable. */
export function isDatabaseError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.severity === "ERROR" && error.code !== READ_ONLY;
}

/** Whether a unique index refused a statement. */
export function isUniqueViolation(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "23505";
}

/** Whether a statement waited for a lock for as long as it may. */
export function isLockTimeout(error: unknown): boolean {
  return isDatabaseError(error) && error.code === "55P03";
}

/** Whether a change was given no revision, or a fence was lost: see {@link insertChangesShape}, {@link logParts} and {@link holdFenceShape}. */
export function isWithoutRevision(error: unknown): boolean {
  if (!isDatabaseError(error)) return false;
  const { code, table = "" } = error;
  // Citus adds the number of a shard to a table's name.
  return code === "22012" || (code === "23502" && /^cmgen_changes(_\d+)?$/.test(table));
}

/** Whether a statement failed only because of concurrent ones: a deadlock, or a serialization failure. */
export function isPassing(error: unknown): boolean {
  return isDatabaseError(error) && (error.code === "40P01" || error.code === "40001");
}
