import type { ArgumentsCamelCase, Argv } from "yargs";

import { placed, runIn, type PlaceOptions } from "./command-place.js";
import type { ExitCode } from "./exit-code.js";
import { refuse } from "./refusal/refused-line.js";
import type { Terminal } from "./terminal.js";

/** One command of `cmgen`. `Options` is what `declare` makes of the command line. */
interface Command<Options> {
  /** The command that this one follows, as `add`. */
  readonly parent?: string;
  /** Name and positional arguments, as yargs writes them. */
  readonly usage: string;
  /** One sentence for `cmgen --help`. */
  readonly summary: string;
  readonly declare: (yargs: Argv) => Argv<Options>;
  readonly run: (options: ArgumentsCamelCase<Options>, terminal: Terminal) => Promise<ExitCode>;
}

/** Adds a command to the command line; `ended` is told how it ended. */
export type Registration = (yargs: Argv, terminal: Terminal, ended: (code: ExitCode) => void) => Argv;

/** A command, with options of the types that its declaration gives them. */
export function defineCommand<Options>(command: Command<Options>): Registration {
  const usage = `${command.parent ?? ""} ${command.usage}`.trim();
  return (yargs, terminal, ended) =>
    yargs.command<Options & PlaceOptions>(
      command.usage,
      command.summary,
      (line) => command.declare(line).fail(refuse(usage)),
      async (options) => ended(await runIn(placed(terminal, options), (there) => command.run(options, there))),
    );
}
