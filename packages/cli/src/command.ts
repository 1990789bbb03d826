import type { ArgumentsCamelCase, Argv } from "yargs";

import type { ExitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";

/** One command of `cmgen`. `Options` is what `declare` makes of the command line. */
export interface Command<Options> {
  /** Name and positional arguments, as yargs writes them. */
  readonly usage: string;
  /** One sentence for `cmgen --help`. */
  readonly summary: string;
  readonly declare: (yargs: Argv) => Argv<Options>;
  readonly run: (options: ArgumentsCamelCase<Options>, terminal: Terminal) => Promise<ExitCode>;
}
