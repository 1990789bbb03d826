import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";

import { dump, load } from "js-yaml";

import { FilesError, UsageError } from "../usage-error.js";
import { serverUrl } from "./server-url.js";

/** A server that a person works with, and what it knows them by. */
export interface Context {
  readonly server: string;
  /** Sent as a bearer token. */
  readonly token?: string;
  /** File with the token, read each time, so that the token may be replaced. */
  readonly tokenFile?: string;
}

/** What the file of contexts says. */
export interface Contexts {
  /** Name of the context in use. */
  readonly current?: string;
  readonly contexts: Readonly<Record<string, Context>>;
}

const KEYS = new Set(["server", "token", "tokenFile"]);

/** `cmgen/contexts.yaml` in the user's folder of configurations (XDG Base Directory Specification). */
export function contextsPath(): string {
  const given = process.env["XDG_CONFIG_HOME"] ?? "";
  return join(given === "" ? join(homedir(), ".config") : given, "cmgen", "contexts.yaml");
}

/**
 * Reads the file of contexts. A file that does not exist has none.
 *
 * @throws {FilesError} if it cannot be read, or other people may read the tokens in it
 * @throws {UsageError} if it does not have the form of such a file
 */
export function readContexts(): Contexts {
  const path = contextsPath();
  const text = textOf(path);
  const contexts = text === undefined || text.trim() === "" ? { contexts: {} } : checkContexts(path, text);
  const hasToken = Object.values(contexts.contexts).some(({ token }) => token !== undefined);
  if (hasToken && process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0) {
    throw new FilesError(`${path} has tokens in it and other users may read it. Run: chmod 600 ${path}`);
  }
  return contexts;
}

/** Replaces the file of contexts as a whole; only its owner can read it. */
export function writeContexts(contexts: Contexts): void {
  const path = contextsPath();
  const next = `${path}.${randomUUID()}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(next, dump(contexts), { mode: 0o600, flag: "wx" });
    chmodSync(next, 0o600);
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    throw new FilesError(`${path} cannot be written (${codeOf(error)}).`, { cause: error });
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw new FilesError(`${path} cannot be read (${codeOf(error)}).`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}

function checkContexts(path: string, text: string): Contexts {
  const wrong = (what: string): UsageError => new UsageError(`${path}: ${what}`);
  const file = parse(path, text);
  const { current, contexts = {} } = isRecord(file) ? file : {};
  if (!isRecord(file) || !isRecord(contexts))
    throw wrong("It must have `current`, a name, and `contexts`, a map of names to servers.");
  const checked = Object.entries(contexts).map(([name, context]) => {
    if (!isRecord(context)) throw wrong(`\`contexts.${name}\` must have a \`server\`.`);
    for (const [key, value] of Object.entries(context)) {
      if (!KEYS.has(key)) throw wrong(`\`contexts.${name}.${key}\` is not a key of a context.`);
      if (typeof value !== "string") throw wrong(`\`contexts.${name}.${key}\` must be text.`);
    }
    const { server, ...others } = context;
    return [name, { server: serverUrl(String(server), `\`contexts.${name}.server\` in ${path}`), ...others }] as const;
  });
  if (current !== undefined && typeof current !== "string") throw wrong("`current` must be the name of a context.");
  return { ...(current !== undefined && { current }), contexts: Object.fromEntries(checked) };
}

function parse(path: string, text: string): unknown {
  try {
    return load(text);
  } catch (error) {
    // The parser's own message quotes the line, which may have a token in it.
    const line = typeof error === "object" && error !== null && "mark" in error ? lineOf(error.mark) : "";
    throw new UsageError(`${path}${line} is not valid YAML.`);
  }
}

function lineOf(mark: unknown): string {
  return isRecord(mark) && typeof mark["line"] === "number" ? `:${mark["line"] + 1}` : "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
