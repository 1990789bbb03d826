import { defineCommand } from "../define-command.js";
import { UsageError } from "../usage-error.js";

/** `cmgen generate`: writes what the models of the plugin that the working folder is in ask for. */
export const generateCommand = defineCommand({
  usage: "generate",
  summary: "Write everything that the plugin's models ask for.",
  examples: [
    ["generate --check", "Fail where generated files differ, as in CI"],
    ["generate --only openapi --diff", "Look at one part"],
  ],
  declare: (yargs) =>
    yargs
      .option("check", flag("Write nothing; print a diff, and end with 1 on drift."))
      .option("dry-run", flag("Write nothing; print a line for each file that would be written or removed."))
      .option("diff", flag("As --dry-run, with a diff of each file."))
      .option("only", {
        type: "string",
        array: true,
        nargs: 1,
        requiresArg: true,
        describe: "Write the files of this emitter, or this model's own, and leave all others. May be repeated.",
      })
      .option("force", flag("Overwrite generated files that were edited by hand."))
      .option("accept-data-loss", flag("Write migrations that lose data."))
      .option("accept-breaking-changes", flag("Proceed although stored objects no longer match."))
      .option("rename", {
        type: "string",
        array: true,
        requiresArg: true,
        describe: "Suggest the migration step for a renamed field, as spec.old=spec.new.",
      })
      .option("watch", flag("Go on, and generate again after each change."))
      .option("verbose", flag("Also print each file that is written, and how long each stage took."))
      .option("quiet", flag("Print problems only."))
      .option("json", flag("Print the outcome as JSON."))
      .option("github", flag("Print problems as annotations of a GitHub workflow."))
      .check((options) => {
        assertTogether(options, ["watch", "check", "dry-run", "diff", "json"], "watch");
        assertTogether(options, ["check", "dry-run", "diff"], "check");
        assertTogether(options, ["quiet", "verbose", "dry-run", "diff"], "quiet");
        assertTogether(options, ["json", "verbose", "quiet", "diff"], "json");
        if (options.json && options.github) throw new UsageError("--json and --github are two forms: choose one.");
        return true;
      }),
  run: async (options, terminal) => {
    const { runGenerateCommand } = await import("../generate/run-generate-command.js");
    return runGenerateCommand(options, terminal);
  },
});

/** @throws {UsageError} where `first` is given together with another of these. */
function assertTogether(options: object, names: readonly string[], first: string): void {
  const isGiven = (name: string): boolean => Reflect.get(options, name) === true;
  const other = names.find((name) => name !== first && isGiven(name));
  if (isGiven(first) && other !== undefined) throw new UsageError(`--${first} and --${other} exclude each other.`);
}

function flag(describe: string) {
  return { type: "boolean" as const, default: false, describe };
}
