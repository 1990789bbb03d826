import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./root.mjs";
import { StepFailed } from "./step-failed.mjs";

const forwarded = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a command in the repository's root and returns its exit code; 128 + n where signal n ended it. Signals sent to this process are
 * passed on, so that nothing is left behind, and end the script once the command has ended.
 */
export async function run(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...options.env },
    stdio: options.stdio ?? "inherit",
  });
  let received;
  const forward = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of forwarded) process.on(signal, forward);
  const exitCode = await exitCodeOf(child).finally(() => {
    for (const signal of forwarded) process.off(signal, forward);
  });
  if (received !== undefined) throw new StepFailed(`stopped by ${received}.`, 128 + constants.signals[received]);
  return exitCode;
}

/** Runs a step that must succeed; throws {@link StepFailed} with the command's exit code where it does not. */
export async function runStep(name, [command, ...args], options = {}) {
  const exitCode = await run(command, args, options);
  if (exitCode !== 0) throw new StepFailed(`${name} failed (exit code ${exitCode}).`, exitCode);
}

function exitCodeOf(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
