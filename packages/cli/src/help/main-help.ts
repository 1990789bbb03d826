import { programOptions } from "./program-options.js";

/** Commands that people use for the same work. */
interface HelpGroup {
  readonly title: string;
  readonly commands: readonly { readonly usage: string; readonly summary: string }[];
}

const OPTIONS: readonly (readonly [option: string, meaning: string])[] = [
  ...Object.entries(programOptions).map(([name, { describe }]) => [`--${name} <path>`, describe] as const),
  ["-h, --help", "Show this, or a command's options and examples: cmgen get --help."],
  ["--version", "Show the version."],
];

const EXIT_CODES =
  "Exit codes: 0 done, 1 a check found something, 2 problems in models, 3 the config or the command line, 4 a file, the database or the " +
  "service is in the way, 5 no answer in time, 70 a bug of cmgen.";

/** What `cmgen --help` prints: all commands by what they are for. */
export function mainHelp(groups: readonly HelpGroup[], columns: number): string {
  const rows = groups.flatMap(({ commands }) => commands.map(({ usage }) => usage));
  const width = Math.max(...rows.map((row) => row.length), ...OPTIONS.map(([option]) => option.length)) + 4;
  const row = ([left, right]: readonly [string, string]): string =>
    `  ${left.padEnd(width - 2)}${wrap(right, columns - width).join(`\n${" ".repeat(width)}`)}`;
  const section = (title: string, lines: readonly (readonly [string, string])[]): string =>
    [`${title}:`, ...lines.map(row)].join("\n");
  return [
    "cmgen <command>",
    "Generates typed services and clients from TypeScript types.",
    ...groups.map(({ title, commands }) =>
      section(
        title,
        commands.map(({ usage, summary }) => [usage, summary] as const),
      ),
    ),
    section("Options of every command", OPTIONS),
    wrap(EXIT_CODES, columns).join("\n"),
  ].join("\n\n");
}

/** Breaks a text between words into lines of at most so many characters. */
function wrap(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
