import { fileURLToPath } from "node:url";
import { runningOwner, type CodeOwner } from "../log/code-owner.js";
import { describeError } from "../log/describe-error.js";
import type { Log } from "../log/log.js";
import type { Plugin } from "../plugin/plugin.js";

/**
 * Handles errors that nothing catches: a rejected promise that is not awaited, an error thrown by the listener of a timer or stream. An error of
 * a plugin is logged with the plugin's name, and the process goes on. An error of the service itself ends the process with exit code 1, as in
 * Node, since its state is unknown.
 */
export function watchEscapedErrors(plugins: readonly Plugin[], log: Log): void {
  const report = (error: unknown): void => {
    const owner = runningOwner() ?? ownerByStack(plugins, error);
    if (owner !== undefined) {
      log.error({ ...owner, err: error }, "plugin let an error escape");
      return;
    }
    log.error({ err: error }, "service failed and ends");
    process.exit(1);
  };
  process.on("unhandledRejection", report);
  process.on("uncaughtException", report);
}

/** Code started while a plugin's module is loaded has no recorded owner, but the plugin's file is in the stack. */
function ownerByStack(plugins: readonly Plugin[], error: unknown): CodeOwner | undefined {
  const { stack = "" } = describeError(error);
  const plugin = plugins.find(({ root }) => {
    const folders = [root.href, root.protocol === "file:" ? fileURLToPath(root) : root.href];
    return stack.split("\n").some((line) => isOf(folders, line));
  });
  return plugin && { plugin: plugin.name };
}

/** Packages installed below a plugin's folder, perhaps including this runtime, are not its own code. */
function isOf(folders: readonly string[], line: string): boolean {
  return /^ +at /.test(line) && !line.includes("/node_modules/") && folders.some((folder) => line.includes(folder));
}
