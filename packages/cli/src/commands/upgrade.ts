import type { Command } from "../command.js";

interface UpgradeCommandOptions {
  readonly "dry-run": boolean;
  readonly force: boolean;
}

/** `cmgen upgrade`: brings what a plugin has of the scaffold up to the templates of this cmgen. */
export const upgradeCommand: Command<UpgradeCommandOptions> = {
  usage: "upgrade",
  summary: "Bring the project's files up to this version's templates; keep what you changed.",
  declare: (yargs) =>
    yargs
      .option("dry-run", { type: "boolean", default: false, describe: "Write nothing; print a diff." })
      .option("force", { type: "boolean", default: false, describe: "Upgrade despite uncommitted changes." }),
  run: async ({ dryRun, force }, terminal) => {
    const { upgradePlugin } = await import("../upgrade/upgrade-plugin.js");
    return upgradePlugin({ dryRun, force }, terminal);
  },
};
