import yargs from "#yargs";
import type { Argv } from "yargs";

import { commandGroups } from "./commands/commands.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import { mainHelp } from "./help/main-help.js";
import { hideInHelp, programOptions } from "./help/program-options.js";
import { NO_COMMAND, refuse, RefusedLine } from "./refusal/refused-line.js";
import { shellQuote } from "./shell-quote.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { ownVersion } from "./version.js";

/** Longer lines are hard to read. */
const MAX_COLUMNS = 120;

const commands = commandGroups.flatMap((group) => group.commands);

/**
 * Parses a command line and runs the command it names.
 *
 * @throws {UsageError} where it names one that does not exist, or one that does not take what it is given.
 */
export async function parse(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let code: ExitCode = exitCode.ok;
  const ended = (result: ExitCode): void => {
    code = result;
  };
  try {
    await hideInHelp(programLine(terminal, ended), args).parseAsync(withDashes(args), {}, (_error, parsed, output) => {
      const isMainHelp = parsed["help"] === true && parsed._.length === 0;
      const text = isMainHelp ? mainHelp(commandGroups, Math.min(terminal.columns, MAX_COLUMNS)) : output;
      if (text !== "") terminal.out(`${text}\n`);
    });
    return code;
  } catch (error) {
    if (!(error instanceof RefusedLine)) throw error;
    const { explainRefusal } = await import("./refusal/explain-refusal.js");
    const why = await explainRefusal(error, {
      args,
      quote: shellQuote,
      complete: (words) => completions(words, terminal),
    });
    if (why !== undefined) throw new UsageError(why);
    // Who names no command wants to know which there are.
    return parse(["--help", ...args], terminal);
  }
}

/** The words that may follow others, the last of which may be a part of one. */
async function completions(words: readonly string[], terminal: Terminal): Promise<readonly string[]> {
  let printed = "";
  await parse(["--get-yargs-completions", "cmgen", ...words], { ...terminal, out: (text) => (printed += text) });
  // With zsh a line is `word:description`.
  return printed.split("\n").map((line) => line.split(":", 1)[0] ?? "");
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

function programLine(terminal: Terminal, ended: (code: ExitCode) => void): Argv {
  const program: Argv = yargs()
    .scriptName("cmgen")
    .locale("en")
    .version(ownVersion())
    .alias("help", "h")
    .options(programOptions)
    .strict()
    .demandCommand(1, NO_COMMAND)
    .wrap(Math.min(terminal.columns, MAX_COLUMNS))
    .exitProcess(false)
    .fail(refuse(""));
  return commands.reduce((line, { register }) => register(line, terminal, ended), program);
}
