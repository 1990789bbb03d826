import type { Argv } from "yargs";

/** The options of every command, which are in the main help only. */
export const programOptions = {
  cwd: { type: "string", requiresArg: true, describe: "Run as if called in this folder. [CMGEN_CWD]" },
  config: {
    type: "string",
    requiresArg: true,
    describe: "The plugin's config. Default: found from the working folder upwards. [CMGEN_CONFIG]",
  },
} as const;

/**
 * Leaves the options of every command out of the help of each: they would come before its own. Only where help is printed: elsewhere they are
 * completed, and looked for where an option is misspelled.
 */
export function hideInHelp(program: Argv, args: readonly string[]): Argv {
  if (!args.includes("--help") && !args.includes("-h")) return program;
  return [...Object.keys(programOptions), "help", "version"].reduce((hidden, name) => hidden.hide(name), program);
}
