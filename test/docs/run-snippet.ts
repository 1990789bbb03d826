import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { javascriptOf } from "./compile-snippets.js";
import type { Snippet } from "./snippets.js";

/** Where the pages say the service is. */
export const documentedAddress = "http://127.0.0.1:8090";

/** How long a block may run, in milliseconds. */
const TIME_LIMIT = 30_000;

export interface SnippetRun {
  /** A folder beside the compiled plugin's own files. */
  readonly folder: string;
  /** Where the service is. */
  readonly baseUrl: string;
}

export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a block as a program of its own. One marked `endless` is interrupted, as by Ctrl-C, once it has printed what the page says; every
 * other one must end by itself.
 * @throws {Error} if it does not end, or ends with another code than 0.
 */
export async function runSnippet(snippet: Snippet, { folder, baseUrl }: SnippetRun): Promise<Printed> {
  const path = join(folder, `${snippet.place.replaceAll(/[^a-z0-9]+/gi, "-")}.mjs`);
  writeFileSync(path, besideTheOutput(snippet).replaceAll(documentedAddress, baseUrl));
  const child = spawn(process.execPath, [path], { stdio: ["ignore", "pipe", "pipe"] });
  const printed = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.stdout += text;
    if (isEndless(snippet) && printed.stdout === snippet.output) child.kill("SIGINT");
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (printed.stderr += text));
  const timer = setTimeout(() => child.kill("SIGKILL"), TIME_LIMIT);
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  const ended = code === 0 || (signal === "SIGINT" && isEndless(snippet));
  if (ended) return printed;
  throw new Error(`${snippet.place} ended with ${code ?? signal} and printed\n${printed.stdout}${printed.stderr}`);
}

function isEndless({ marks }: Snippet): boolean {
  return marks.includes("endless");
}

/** The block as JavaScript for a folder beside the compiled plugin's files. */
function besideTheOutput(snippet: Snippet): string {
  return javascriptOf(snippet).replaceAll(/(from\s+")\.\//g, "$1../");
}
