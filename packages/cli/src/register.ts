import type { Argv } from "yargs";

import { placed, runIn, type PlaceOptions } from "./command-place.js";
import type { Command } from "./command.js";
import type { ExitCode } from "./exit-code.js";
import { refuse } from "./refusal/refused-line.js";
import type { Terminal } from "./terminal.js";

/** Adds a command to the command line; `ended` is told how it ended. */
export type Registration = (yargs: Argv, terminal: Terminal, ended: (code: ExitCode) => void) => Argv;

/**
 * Hides a command's options where it is listed among others.
 *
 * @param parent the command that this one follows, as `add`
 */
export function registrationOf<Options>(command: Command<Options>, parent = ""): Registration {
  const usage = `${parent} ${command.usage}`.trim();
  return (yargs, terminal, ended) =>
    yargs.command<Options & PlaceOptions>(
      command.usage,
      command.summary,
      (line) => command.declare(line).fail(refuse(usage)),
      async (options) => ended(await runIn(placed(terminal, options), (there) => command.run(options, there))),
    );
}
