import { fileURLToPath } from "node:url";
import { runningOwner, type CodeOwner } from "../log/code-owner.js";
import { describeError } from "../log/describe-error.js";
import type { Log } from "../log/log.js";
import type { Plugin } from "../plugin/plugin.js";

/**
 * From now on what nobody catches in this process is logged with the plugin's name, and the process goes on if it is a plugin's: a promise
 * that rejects and nobody awaits, an error thrown by a timer's or a stream's listener. The service's own ends the process with exit code 1, as
 * Node does, since nothing is known then of the state it is in.
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

/** What a plugin's module starts when it is loaded runs in nobody's name: its file is in the stack. */
function ownerByStack(plugins: readonly Plugin[], error: unknown): CodeOwner | undefined {
  const { stack = "" } = describeError(error);
  const plugin = plugins.find(({ root }) => {
    const folders = [root.href, root.protocol === "file:" ? fileURLToPath(root) : root.href];
    return stack.split("\n").some((line) => isOf(folders, line));
  });
  return plugin && { plugin: plugin.name };
}

/** What a plugin has installed below its folder, this runtime perhaps among it, is not its own code. */
function isOf(folders: readonly string[], line: string): boolean {
  return /^ +at /.test(line) && !line.includes("/node_modules/") && folders.some((folder) => line.includes(folder));
}
