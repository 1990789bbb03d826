import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { repositoryRoot } from "../../boundaries/repository.js";
import type { CommandOutcome } from "../run-cmgen.js";
import { openRows } from "./stored-rows.js";

const cli = join(repositoryRoot, "packages/cli/bin/cmgen.js");

export interface KilledImport {
  readonly workingFolder: string;
  /** What follows `cmgen import --as-is`. */
  readonly args: readonly string[];
  readonly databaseUrl: string;
  /** It is killed once it has stored each of these lines, each time in another process. */
  readonly lines: readonly number[];
}

/** Runs an import that is killed several times, and then to its end. Also returns the lines where it was when it was killed. */
export async function importKilled(
  killed: KilledImport,
): Promise<CommandOutcome & { readonly stoppedAt: readonly number[] }> {
  const rows = await openRows(killed.databaseUrl);
  const lineNow = async (): Promise<number> => {
    const [row] = await rows.rows(`SELECT position FROM cmgen_indexes WHERE "table" = 'cmgen_copies'`);
    return Number(row?.["position"] ?? 0);
  };
  const stoppedAt: number[] = [];
  try {
    for (const line of killed.lines) {
      const run = start(killed);
      while (run.child.exitCode === null && (await lineNow()) < line) await delay(2);
      run.child.kill("SIGKILL");
      const { code } = await run.ended;
      if (code !== null) throw new Error(`It ended with ${code} before line ${line}: ${run.error()}`);
      stoppedAt.push(await lineNow());
    }
  } finally {
    await rows.close();
  }
  const { ended, out, error } = start(killed);
  const { code } = await ended;
  return { code: code ?? -1, out: out(), error: error(), stoppedAt };
}

function start({ args, databaseUrl, workingFolder }: KilledImport) {
  const command = [cli, "import", "--as-is", ...args, "--database-url", databaseUrl];
  const child = spawn(process.execPath, command, { cwd: workingFolder, stdio: ["ignore", "pipe", "pipe"] });
  let [out, error] = ["", ""];
  child.stdout.on("data", (chunk) => (out += String(chunk)));
  child.stderr.on("data", (chunk) => (error += String(chunk)));
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null }));
  return { child, ended, out: () => out, error: () => error };
}
