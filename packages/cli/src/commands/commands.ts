import { CommandOptions } from "../command-line/command-options.js";
import { parseOptions } from "../command-line/parse-options.js";
import { printCommandHelp } from "../command-line/print-help.js";
import type { Command } from "../command.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import type { Terminal } from "../terminal.js";

/** What can be known of a command without loading what it does. */
export interface CommandEntry {
  /** Name and positional arguments: `<needed>`, `[not]`. */
  readonly usage: string;
  /** One sentence for `cmgen --help`. */
  readonly summary: string;
  /** Runs it with what follows its name. */
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}

/** Every command, in the order help lists them. A new one is a file and an entry here. */
export const commands: readonly CommandEntry[] = [
  entry("generate", "Write everything that the plugin's models ask for.", async () => {
    return (await import("./generate.js")).generateCommand;
  }),
  entry("dev", "Generate, compile and run the service, and again after each change.", async () => {
    return (await import("./dev.js")).devCommand;
  }),
  entry("init <folder>", "Write a new plugin into a folder.", async () => {
    return (await import("./init.js")).initCommand;
  }),
  entry(
    "migrate <action>",
    "Tell which migrations the database has (status), or apply those it lacks (deploy).",
    async () => (await import("./migrate.js")).migrateCommand,
  ),
  entry("doctor", "Prove that the database's indexes and labels are what its objects say.", async () => {
    return (await import("./doctor.js")).doctorCommand;
  }),
  entry("get <resource> [name]", "Show objects of a running service.", async () => {
    return (await import("./get.js")).getCommand;
  }),
];

/** Hides a command's options from whoever lists it among others. */
function entry<Options>(usage: string, summary: string, load: () => Promise<Command<Options>>): CommandEntry {
  const run = async (args: readonly string[], terminal: Terminal): Promise<ExitCode> => {
    const command = await load();
    const options = command.declare(CommandOptions.none());
    if (asksForHelp(args)) {
      terminal.out(`${printCommandHelp({ usage, summary, options }, terminal.columns)}\n`);
      return exitCode.ok;
    }
    return command.run(
      options.read((declared) => parseOptions(args, declared)),
      terminal,
    );
  };
  return { usage, summary, run };
}

/** Behind `--` everything is a plain argument. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  return (end < 0 ? args : args.slice(0, end)).some((argument) => argument === "--help" || argument === "-h");
}
