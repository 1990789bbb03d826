import { closestName } from "@cmgen/model/closest-name";

/** A command line that cannot be followed, as far as it is understood. */
export interface RefusedWords {
  /** The command and its arguments, as `get <resource> [names..]`; empty if there is none. */
  readonly usage: string;
  /** The command's own words: `add`, `field`. */
  readonly words: readonly string[];
  /** The whole command line. */
  readonly args: readonly string[];
  /** Completes words, the last of which may be a part of one: `add` and `` give the commands of `cmgen add`. */
  readonly complete: (words: readonly string[]) => Promise<readonly string[]>;
}

/** Says which argument is not known, and which one may have been meant. `names` are those that yargs does not know, in its spelling. */
export async function unknownArgument(names: readonly string[], line: RefusedWords): Promise<string> {
  const option = names.find((name) => !line.args.includes(name));
  const word = names.find((name) => line.args.includes(name));
  // Without a command its options are unknown, too.
  if (word !== undefined && isParent(line)) return unknownCommand(word, line);
  if (option !== undefined) return unknownOption(asTyped(option, line.args), line);
  return surplusWord(word ?? "", line);
}

/** The first option of the line that is not known; undefined where all are. */
export async function unknownOptionOf(line: RefusedWords): Promise<string | undefined> {
  const options = await optionsOf(line);
  const unknown = line.args.map(nameOf).find((arg) => /^-(?:-|[a-z]$)/i.test(arg) && !options.includes(arg));
  return unknown === undefined || unknown === "-h" || unknown === "--" ? undefined : unknownOption(unknown, line);
}

/** Whether commands may follow: there is none yet, or what can be added is to be named. */
function isParent({ usage }: RefusedWords): boolean {
  return usage === "" || usage === "add";
}

async function unknownCommand(word: string, { words, complete }: RefusedWords): Promise<string> {
  const before = words.map((each) => `${each} `).join("");
  const guess = closest(word, await complete([...words, ""]));
  const help =
    guess === undefined ? `\`cmgen ${before}--help\` lists the commands.` : `Did you mean ${before}${guess}?`;
  return `There is no command ${before}${word}. ${help}`;
}

async function surplusWord(word: string, line: RefusedWords): Promise<string> {
  const takesFiles = /\.(?:ya?ml|json)$/u.test(word) && (await optionsOf(line)).includes("--filename");
  const fix = takesFiles ? "give files with -f" : `the command is cmgen ${line.usage}`;
  return `${word} is not expected here: ${fix}.`;
}

async function unknownOption(option: string, line: RefusedWords): Promise<string> {
  const command = line.words.join(" ");
  const guess = closest(option, await optionsOf(line));
  const help =
    guess === undefined ? `\`${`cmgen ${command}`.trim()} --help\` lists the options.` : `Did you mean ${guess}?`;
  return `${command === "" ? "There is" : `${command} has`} no option ${option}. ${help}`;
}

/** An option as it stands on the command line: yargs takes the dashes off, and `no-` of one that is switched off. */
function asTyped(name: string, args: readonly string[]): string {
  const spelled = [`--${name}`, `--no-${name}`];
  return args.map(nameOf).find((arg) => spelled.includes(arg)) ?? `${name.length === 1 ? "-" : "--"}${name}`;
}

function nameOf(arg: string): string {
  return arg.split("=", 1)[0] ?? arg;
}

function optionsOf({ words, complete }: RefusedWords): Promise<readonly string[]> {
  return complete([...words, "--"]);
}

function closest(word: string, known: readonly string[]): string | undefined {
  const [prefix = ""] = /^(?:--no-|-*)/u.exec(word) ?? [];
  const name = word.slice(prefix.length);
  // One letter is near to every other.
  if (name.length < 2) return undefined;
  const names = known.map((each) => each.replace(/^-+/u, ""));
  const guess = closestName(name, names);
  return guess === undefined ? undefined : `${prefix}${guess}`;
}
