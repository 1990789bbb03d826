import type { DeclaredOptions, OptionSpec } from "./command-options.js";

interface Line {
  readonly left: string;
  readonly right: string;
}

export interface ProgramHelp {
  readonly about: string;
  readonly commands: readonly { readonly usage: string; readonly summary: string }[];
  readonly epilog: string;
}

const INDENT = "  ";
const GAP = 2;

/** What is printed where too little room is left for words. */
const NARROWEST = 24;

const common: readonly Line[] = [
  { left: "-h, --help", right: "Show help." },
  { left: "    --version", right: "Show the version number." },
];

export function printProgramHelp({ about, commands, epilog }: ProgramHelp, columns: number): string {
  const lines = commands.map(({ usage, summary }) => ({ left: `cmgen ${usage}`, right: summary }));
  return [
    `cmgen <command>\n\n${about}`,
    section("Commands:", lines, columns),
    section("Options:", common, columns),
    wrapped(epilog, columns, "").join("\n"),
  ].join("\n\n");
}

export interface CommandHelp {
  readonly usage: string;
  readonly summary: string;
  readonly options: DeclaredOptions;
}

export function printCommandHelp({ usage, summary, options }: CommandHelp, columns: number): string {
  const positionals = [...options.positionals].map(([name, spec]) => ({ left: name, right: described(spec) }));
  const named = [...options.options].map(([name, spec]) => ({ left: optionName(name, spec), right: described(spec) }));
  return [
    `cmgen ${usage}\n\n${wrapped(summary, columns, "").join("\n")}`,
    ...(positionals.length === 0 ? [] : [section("Arguments:", positionals, columns)]),
    section("Options:", [...named, ...common.slice(0, 1)], columns),
  ].join("\n\n");
}

function optionName(name: string, { alias, type }: OptionSpec): string {
  return `${alias === undefined ? "   " : `-${alias},`} --${name}${type === "boolean" ? "" : " <value>"}`;
}

function described(spec: OptionSpec): string {
  const { describe, choices, array, defaultDescription } = spec;
  const preset = defaultDescription ?? (typeof spec.default === "string" ? spec.default : undefined);
  return [
    describe,
    ...(choices === undefined ? [] : [`One of ${choices.join(", ")}.`]),
    ...(array === true ? ["May be given several times."] : []),
    ...(preset === undefined ? [] : [`Default: ${preset}.`]),
  ].join(" ");
}

function section(title: string, lines: readonly Line[], columns: number): string {
  const width = Math.max(...lines.map(({ left }) => left.length));
  const margin = INDENT + " ".repeat(width + GAP);
  const printed = lines.map(({ left, right }) => {
    const [first = "", ...rest] = wrapped(right, columns, margin);
    return [`${INDENT}${left.padEnd(width + GAP)}${first.trimStart()}`, ...rest].join("\n");
  });
  return [title, ...printed].join("\n");
}

/** Lines of words behind a margin. A word that is longer than a line has one of its own. */
function wrapped(text: string, columns: number, margin: string): readonly string[] {
  const width = Math.max(NARROWEST, columns - margin.length);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(margin + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, margin + line];
}
