interface Meant {
  /** Behind `cmgen`; `…` stands for the words that follow. */
  readonly line: string;
  /** In the place of words, where none follow. */
  readonly words?: string;
}

/** What is meant by what people type first who come from other tools. Only looked into where a line cannot be followed as it is. */
const meant: Readonly<Record<string, Meant>> = {
  "create model": { line: "add model …", words: "<Kind>" },
  "generate model": { line: "add model …", words: "<Kind>" },
  "new model": { line: "add model …", words: "<Kind>" },
  model: { line: "add model …", words: "<Kind>" },
  new: { line: "init …", words: "<folder>" },
  validate: { line: "generate --dry-run" },
  check: { line: "generate --check" },
  build: { line: "generate" },
  serve: { line: "start" },
  run: { line: "start" },
  list: { line: "get …", words: "<resource>" },
  ls: { line: "get …", words: "<resource>" },
  show: { line: "describe …", words: "<resource> <name>" },
  watch: { line: "get … --watch", words: "<resource>" },
  rm: { line: "delete …", words: "<resource> <name>" },
  remove: { line: "delete …", words: "<resource> <name>" },
  update: { line: "patch …", words: "<resource> <name> -p <patch>" },
  set: { line: "patch …", words: "<resource> <name> -p <patch>" },
  deploy: { line: "migrate deploy" },
  reset: { line: "migrate reset" },
  login: { line: "context set …", words: "<name> --server <address> --token-file -" },
};

/** Commands that do something only with a word behind them, and what each word is for. */
const alone: Readonly<Record<string, string>> = {
  migrate:
    "migrate needs an action: `cmgen migrate status` says which migrations are due, `cmgen migrate deploy` applies them, " +
    "and `cmgen migrate reset` empties a database for development.",
  context:
    "context needs an action: `cmgen context list` shows the servers that have a name, and `cmgen context set <name> --server <address>` " +
    "names one.",
};

/**
 * What is to be typed in the place of a line; undefined where that is not known.
 *
 * @param quote quotes a word for the user's shell
 */
export function meantInstead(args: readonly string[], quote: (word: string) => string): string | undefined {
  const words = args.filter((arg) => !arg.startsWith("-"));
  if (words.length === 1 && Object.hasOwn(alone, words[0] ?? "")) return alone[words[0] ?? ""];
  for (const count of [2, 1]) {
    const typed = args.slice(0, count).join(" ");
    if (!Object.hasOwn(meant, typed)) continue;
    const { line, words: placeholder = "" } = meant[typed] ?? { line: "" };
    const rest = args.slice(count).map((word) => (word.startsWith("-") ? word : quote(word)));
    return `${typed} is not a command: write \`cmgen ${line.replace("…", () => rest.join(" ") || placeholder)}\`.`;
  }
  return undefined;
}
