import type { ArgumentsCamelCase, Argv } from "yargs";

import { placed, runIn, type PlaceOptions } from "./command-place.js";
import type { ExitCode } from "./exit-code.js";
import { printExamples, type Example } from "./help/examples.js";
import { refuse } from "./refusal/refused-line.js";
import type { Terminal } from "./terminal.js";

/** One command of `cmgen`, as it is declared. `Options` is what `declare` makes of the command line. */
interface Declaration<Options> {
  /** The command that this one follows, as `add`. */
  readonly parent?: string;
  /** Name and positional arguments, as yargs writes them. */
  readonly usage: string;
  /** One sentence for `cmgen --help`. */
  readonly summary: string;
  /** At the end of the command's help. */
  readonly examples: readonly [Example, Example, ...(readonly Example[])];
  readonly declare: (yargs: Argv) => Argv<Options>;
  readonly run: (options: ArgumentsCamelCase<Options>, terminal: Terminal) => Promise<ExitCode>;
}

/** One command of `cmgen`. */
export interface Command {
  /** With the command that it follows: `add field <model> <path> <type>`. */
  readonly usage: string;
  readonly summary: string;
  readonly examples: readonly Example[];
  /** Adds it to the command line; `ended` is told how it ended. */
  readonly register: (yargs: Argv, terminal: Terminal, ended: (code: ExitCode) => void) => Argv;
}

/** Commands that people use for the same work. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** A command, with options of the types that its declaration gives them. */
export function defineCommand<Options>(command: Declaration<Options>): Command {
  const { summary, examples } = command;
  const usage = `${command.parent ?? ""} ${command.usage}`.trim();
  const declare = (line: Argv): Argv<Options> =>
    command.declare(line).epilogue(printExamples(examples)).fail(refuse(usage));
  return {
    usage,
    summary,
    examples,
    register: (yargs, terminal, ended) =>
      yargs.command<Options & PlaceOptions>(command.usage, summary, declare, async (options) =>
        ended(await runIn(placed(terminal, options), (there) => command.run(options, there))),
      ),
  };
}
