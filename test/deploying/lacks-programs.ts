import { spawnSync } from "node:child_process";

/** Whether a program that a test needs is not installed; says so on standard error, since the test is then skipped. */
export function lacksPrograms(test: string, programs: readonly string[]): boolean {
  const missing = programs.filter((program) => spawnSync("which", [program]).status !== 0);
  if (missing.length > 0) process.stderr.write(`\nSKIPPED: ${test}: not installed: ${missing.join(", ")}\n\n`);
  return missing.length > 0;
}
