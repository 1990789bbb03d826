import { defineCommand } from "../define-command.js";

/** `cmgen build console`: what the plugin adds to the console. */
export const buildCommand = defineCommand({
  usage: "build <part>",
  summary: "Build what the plugin adds to the console, from src/console into dist/console.",
  examples: [
    ["build console", "Check and bundle the modules in src/console"],
    ["build console --cwd .", "Of the plugin in another folder"],
  ],
  declare: (yargs) =>
    yargs.positional("part", {
      choices: ["console"] as const,
      demandOption: true,
      describe: "console is the only part that needs a build of its own.",
    }),
  run: async (_, terminal) => {
    const { buildConsole } = await import("../console/build-console.js");
    return buildConsole(terminal);
  },
});
