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

/** Leaves the options of every command out of a command's help: they would come before its own. */
export function hideProgramOptions(line: Argv): Argv {
  return [...Object.keys(programOptions), "help", "version"].reduce((hidden, name) => hidden.hide(name), line);
}
