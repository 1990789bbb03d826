import { execFile, spawn, type StdioOptions } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";

import { FilesError } from "../usage-error.js";

/** PostgreSQL's own programs for backups. */
type ProgramName = "pg_dump" | "pg_restore" | "psql";

/** How a program reaches a database, without a password where other users of the machine could read it. */
export interface ProgramConnection {
  /** The URL without its password, and without what only cmgen understands. */
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The parameters of a URL that PostgreSQL's programs know. */
const KNOWN =
  /^(?:host|hostaddr|port|dbname|user|passfile|connect_timeout|options|keepalives\w*|tcp_user_timeout|ssl\w+|requirepeer|krbsrvname|gss\w+|service|target_session_attrs|channel_binding|require_auth)$/;

export function programConnection(url: string): ProgramConnection {
  const shown = new URL(url);
  const given = [...shown.searchParams];
  const password = new Map(given).get("password") ?? decodeURIComponent(shown.password);
  shown.password = "";
  // In these URLs a plus is a plus, and not a blank.
  const kept = given.flatMap(([name, value]) =>
    KNOWN.test(name) ? [`${name}=${encodeURIComponent(value === "no-verify" ? "require" : value)}`] : [],
  );
  shown.search = kept.join("&");
  return {
    url: shown.href,
    env: {
      ...process.env,
      ...(password !== "" && { PGPASSWORD: password }),
      PGAPPNAME: "cmgen backup",
      PGCLIENTENCODING: "UTF8",
    },
  };
}

/**
 * Asserts that a program is installed.
 *
 * @param atLeast the major version that it must have; without one, any.
 * @throws {FilesError} with what to do, if it is not.
 */
export async function assertProgram(name: ProgramName, atLeast = 0): Promise<void> {
  const version = Number(/\) (\d+)/.exec(await printedVersion(name))?.[1] ?? 0);
  if (version >= atLeast) return;
  throw new FilesError(
    `${name} is of PostgreSQL ${version} and the server of ${atLeast}. Install the programs of ${atLeast} or later (Debian: postgresql-client-${atLeast}), and put their folder first in PATH.`,
  );
}

async function printedVersion(name: ProgramName): Promise<string> {
  try {
    return (await promisify(execFile)(name, ["--version"])).stdout;
  } catch (error) {
    throw new FilesError(
      `${name} cannot be run: PostgreSQL's programs make and restore its backups. Install them where this runs (Debian: postgresql-client; macOS: libpq), and have their folder in PATH.`,
      { cause: error },
    );
  }
}

export interface ProgramRun {
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly stdio: StdioOptions;
  /** Ends the program. Without one, Ctrl-C does not reach it either. */
  readonly signal?: AbortSignal;
}

/** A program that runs. */
export interface Program {
  readonly child: ReturnType<typeof spawn>;
  /** Resolves when it has done its work. Rejects with a {@link FilesError} that has what it wrote on standard error. */
  readonly done: Promise<void>;
}

export function startProgram(name: ProgramName, { args, env, stdio, signal }: ProgramRun): Program {
  const ending = signal === undefined ? { detached: true } : { signal };
  const child = spawn(name, args, { ...(env !== undefined && { env }), stdio, ...ending });
  let written = "";
  child.stderr?.on("data", (text) => (written = `${written}${String(text)}`.slice(-4000)));
  const done = once(child, "close").then(([code]) => {
    if (code !== 0) {
      const why = written.trim().replace(new RegExp(`^${name}: `), "");
      throw new FilesError(`${name}: ${why || `it ended with ${String(code)}`}`);
    }
  });
  // It is awaited later. Until then, a failure must not count as unhandled.
  done.catch(() => undefined);
  return { child, done };
}

/** What a program prints. */
export async function outputOf(name: ProgramName, args: readonly string[], signal: AbortSignal): Promise<string> {
  const { child, done } = startProgram(name, { args, stdio: ["ignore", "pipe", "pipe"], signal });
  let out = "";
  child.stdout?.setEncoding("utf8").on("data", (text) => (out += String(text)));
  await done;
  return out;
}
