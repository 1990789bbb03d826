import type { CommandOptions, GivenOptions } from "./command-line/command-options.js";
import type { ExitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";

/** One command of `cmgen`. `Options` is what `declare` makes of the command line. */
export interface Command<Options> {
  readonly declare: (options: CommandOptions) => CommandOptions<Options>;
  readonly run: (options: GivenOptions<Options>, terminal: Terminal) => Promise<ExitCode>;
}
