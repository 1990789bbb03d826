import yargs from "#yargs";
import type { Argv } from "yargs";

import { commands } from "./commands/commands.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { ownVersion } from "./version.js";

/**
 * Parses a command line and runs the command it names.
 *
 * @throws {UsageError} where it names none, or one that does not take what it is given.
 */
export async function parse(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCode.ok;
  const ended = (result: ExitCode): void => {
    code = result;
  };
  const program = commands.reduce((line, register) => register(line, terminal, ended), programLine(terminal));
  await program.parseAsync(withDashes(args), {}, (_error, _parsed, output) => {
    if (output !== "") terminal.out(`${output}\n`);
  });
  return code;
}

/** yargs takes a lone `-`, which stands for standard input, for an argument of its own even behind an option that needs a value. */
function withDashes(args: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const option = joined.at(-1) ?? "";
    if (arg === "-" && /^--?[^=-][^=]*$/.test(option)) joined[joined.length - 1] = `${option}=-`;
    else joined.push(arg);
  }
  return joined;
}

function programLine(terminal: Terminal): Argv {
  return yargs()
    .scriptName("cmgen")
    .locale("en")
    .usage("$0 <command>\n\nGenerates typed services and clients from TypeScript types.")
    .version(ownVersion())
    .alias("help", "h")
    .option("cwd", { type: "string", requiresArg: true, describe: "Run as if called in this folder. [CMGEN_CWD]" })
    .option("config", {
      type: "string",
      requiresArg: true,
      describe: "The plugin's config. Default: found from the working folder upwards. [CMGEN_CONFIG]",
    })
    .strict()
    .demandCommand(1, "Name a command; cmgen --help lists them.")
    .recommendCommands()
    .wrap(Math.min(terminal.columns, 120))
    .exitProcess(false)
    .fail((message, error: Error | undefined) => {
      // yargs throws errors of its own, too.
      throw error === undefined || error.name === "YError" ? new UsageError(plainly(error?.message ?? message)) : error;
    })
    .epilog(
      "Exit codes: 0 done, 1 generated files drift from the models, 2 problems in models, 3 config or usage, 4 files in the way, or a database or service that does not do what was asked.",
    );
}

/** What yargs says of arguments, in plain words. */
function plainly(message: string): string {
  return message
    .replace(/^Did you mean /u, "There is no such command. Did you mean ")
    .replace(/^Unknown argument: (.+\.(?:ya?ml|json))$/u, "$1 is not expected here; give files with -f.")
    .replace(
      /^Unknown (arguments?): (.+)$/u,
      "Unknown $1: $2. --help lists the commands, and after a command its options.",
    )
    .replace(
      /^Not enough arguments following: (.+)$/u,
      (_, name: string) => `-${name.length > 1 ? "-" : ""}${name} needs a value.`,
    )
    .replace(/^Not enough non-option arguments: .*$/u, "An argument is missing; --help after the command shows which.")
    .replace(/^Invalid values:\n/u, "")
    .replace(/^ *Argument: (.+), Given: (.+), Choices: (.+)$/gmu, "$1 cannot be $2. It must be one of: $3.");
}
