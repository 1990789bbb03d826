import { spawnSync } from "node:child_process";

import { packageManagers } from "../installer.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";
import { isInRepository } from "./ask-answers.js";
import type { PluginAnswers } from "./plugin-answers.js";

/**
 * Makes a repository of the plugin's folder and installs what it needs, as far as that was asked for. What the programs print is shown.
 *
 * @throws {FilesError} where one fails. The files are written then.
 */
export function finishPlugin(
  target: string,
  { git, install, packageManager }: PluginAnswers,
  terminal: Terminal,
): void {
  if (git && isInRepository(target)) terminal.out("\nThe folder is in a git repository already.\n");
  else if (git) run(target, "git init --quiet", terminal);
  if (install) run(target, packageManagers[packageManager].install, terminal);
}

function run(target: string, command: string, terminal: Terminal): void {
  terminal.out(`\n$ ${command}\n`);
  const [program = "", ...args] = command.split(" ");
  // On Windows npm is a script, which takes a shell.
  const { status, error } = spawnSync(program, args, {
    cwd: target,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  const how = error === undefined ? `ended with exit code ${status}` : `could not be started: ${error.message}`;
  throw new FilesError(`\`${command}\` ${how}. The plugin's files are written: run it again in ${target}.`);
}
