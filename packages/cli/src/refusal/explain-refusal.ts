import { meantInstead } from "./first-words.js";
import { NO_COMMAND, type RefusedLine } from "./refused-line.js";
import { type RefusedWords, unknownArgument, unknownOptionOf } from "./unknown-argument.js";

/**
 * Says why a command line cannot be followed, and what may have been meant.
 *
 * @returns a sentence for the user; undefined if nothing is wrong but that no command is named
 */
export async function explainRefusal(
  { message, usage }: RefusedLine,
  { quote, ...said }: Pick<RefusedWords, "args" | "complete"> & { readonly quote: (word: string) => string },
): Promise<string | undefined> {
  const words = usage.split(" ").filter((word) => /^[a-z]/.test(word));
  const line: RefusedWords = { usage, words, ...said };
  const instead = meantInstead(said.args, quote);
  if (instead !== undefined) return instead;
  if (message === NO_COMMAND) return unknownOptionOf(line);
  const [, unknown] = /^Unknown arguments?: (.+)$/u.exec(message) ?? [];
  if (unknown !== undefined) return unknownArgument(unknown.split(", "), line);
  const [, given] = /^Not enough non-option arguments: got (\d+)/u.exec(message) ?? [];
  if (given !== undefined) return missingArgument(Number(given), line);
  return plainly(message, line);
}

function missingArgument(given: number, { usage, words }: RefusedWords): string {
  const missing = (usage.match(/<[^>]+>/gu) ?? []).slice(given);
  return `${words.join(" ")} needs ${missing.join(" and ")}: write cmgen ${usage}.`;
}

/** What yargs says of options, in plain words. */
function plainly(message: string, { usage, words }: RefusedWords): string {
  const shown = (name: string): string =>
    usage.includes(`<${name}>`) ? name : `${name.length === 1 ? "-" : "--"}${name}`;
  return message
    .replace(/^Not enough arguments following: (.+)$/u, (_, name: string) => `${shown(name)} needs a value.`)
    .replace(/^Missing required arguments?: (.+)$/u, (_, names: string) => {
      const all = names.split(", ").map(shown);
      return `${words.join(" ")} needs ${all.join(" and ")}: write cmgen ${usage} ${all.join(" … ")} ….`;
    })
    .replace(
      /^Arguments (\S+) and (\S+) are mutually exclusive$/u,
      (_, one: string, other: string) => `${shown(one)} and ${shown(other)} cannot be given together.`,
    )
    .replace(/^Invalid values:\n/u, "")
    .replace(/^ *Argument: (.+), Given: /gmu, (_, name: string) => `${shown(name)} cannot be `)
    .replace(/, Choices: (.+)$/gmu, ". It must be one of: $1.");
}
