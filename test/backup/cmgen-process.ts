import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repositoryRoot } from "../boundaries/repository.js";
import { runCmgen, type CommandOutcome } from "../cli/run-cmgen.js";
import { peopleFolder } from "../people/people-service.js";

const cli = join(repositoryRoot, "packages/cli/bin/cmgen.js");

/** A command of cmgen that runs in a process of its own, in the folder of the people. */
export interface CmgenProcess {
  readonly kill: () => void;
  /** As by Ctrl-C. */
  readonly interrupt: () => void;
  /** Its code, or `null` where it was killed, and what it wrote. */
  readonly ended: Promise<{ readonly code: number | null; readonly written: string }>;
}

export function startCmgen(args: readonly string[]): CmgenProcess {
  const child = spawn(process.execPath, [cli, ...args], { cwd: peopleFolder, stdio: ["ignore", "pipe", "pipe"] });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (written += String(text)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, written }));
  return { kill: () => child.kill("SIGKILL"), interrupt: () => child.kill("SIGINT"), ended };
}

/** Runs a command of cmgen in this process, in the folder of the people. */
export function cmgen(...args: readonly string[]): Promise<CommandOutcome> {
  return runCmgen(args, { workingFolder: peopleFolder });
}

/** Runs a command that must succeed, and returns what it printed. */
export async function cmgenDone(...args: readonly string[]): Promise<string> {
  const { code, out, error } = await cmgen(...args);
  if (code !== 0) throw new Error(`cmgen ${args.join(" ")} ended with ${code}: ${error}${out}`);
  return out;
}

/** Has `cmgen doctor` examine a database of the people. */
export async function examined(url: string): Promise<void> {
  await cmgenDone("doctor", "--no-drift", "--database-url", url);
}
