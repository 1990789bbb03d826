import { asksForHelp, commands } from "./commands/commands.js";
import { printProgramHelp } from "./command-line/print-help.js";
import { exitCode, type ExitCode } from "./exit-code.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";
import { ownVersion } from "./version.js";

const help = {
  about: "Generates typed services and clients from TypeScript types.",
  commands,
  epilog:
    "Exit codes: 0 done, 1 generated files drift from the models, 2 problems in models, 3 config or usage, 4 files in the way, or a database or service that does not do what was asked.",
};

/**
 * Parses a command line and runs the command it names.
 *
 * @throws {UsageError} where it names none, or one that does not take what it is given.
 */
export async function parse(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  const command = commands.find(({ usage }) => usage.split(" ")[0] === name);
  if (command !== undefined) return command.run(rest, terminal);
  if (asksForHelp(args)) terminal.out(`${printProgramHelp(help, Math.min(terminal.columns, 120))}\n`);
  else if (args.includes("--version")) terminal.out(`${ownVersion()}\n`);
  else if (name === undefined) throw new UsageError("Name a command.");
  else throw new UsageError(name.startsWith("-") ? `Unknown argument: ${name.replace(/^-+/, "")}` : unknown(name));
  return exitCode.ok;
}

function unknown(name: string): string {
  const names = commands.map(({ usage }) => usage.split(" ")[0] ?? "");
  const [nearest] = names
    .map((known) => ({ known, distance: distanceOf(name, known) }))
    .filter(({ distance }) => distance <= 3)
    .toSorted((one, other) => one.distance - other.distance);
  return `Unknown command: ${name}.${nearest === undefined ? "" : ` Did you mean ${nearest.known}?`}`;
}

/** How many letters have to be changed, added or taken away to make one word of another. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let place = 1; place <= other.length; place += 1) {
      const changed = (row[place - 1] ?? 0) + (one[at] === other[place - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
