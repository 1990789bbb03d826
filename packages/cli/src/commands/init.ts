import { defineCommand } from "../define-command.js";
import { packageManagerNames } from "../installer.js";
import { exampleNames } from "../scaffold/plugin-start.js";

/** `cmgen init [folder]`: writes a plugin that generates, starts and tests, for its author to go on from. */
export const initCommand = defineCommand({
  usage: "init [folder]",
  summary: "Write a new plugin into a folder.",
  examples: [
    ["init notes --yes", "Ask nothing, take the defaults"],
    ["init issues --example tracker", "Copy the issue tracker"],
    ["init shop --kind Invoice --group shop.example.com --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs
      .positional("folder", { type: "string", describe: "The plugin's folder; created if missing. Default: this one." })
      .option("name", { type: "string", requiresArg: true, describe: "The plugin's name. Default: the folder's." })
      .option("group", {
        type: "string",
        requiresArg: true,
        describe: "The API group of its models. Default: <name>.example.com.",
      })
      .option("kind", { type: "string", requiresArg: true, describe: "The kind of the first model. Default: Task." })
      .option("empty", {
        type: "boolean",
        conflicts: ["example", "kind"],
        describe: "Begin without a sample model: `cmgen add model` writes the first.",
      })
      .option("example", {
        choices: exampleNames,
        requiresArg: true,
        conflicts: "kind",
        describe: "Begin with all of an example: tracker has one of everything that a plugin can have.",
      })
      .option("docker", {
        type: "boolean",
        describe: "Add a Dockerfile, a compose.yaml with PostgreSQL, and an authorizer that checks a token.",
      })
      .option("package-manager", {
        choices: packageManagerNames,
        requiresArg: true,
        describe: "Default: the one in use.",
      })
      .option("install", { type: "boolean", describe: "Install what the plugin needs." })
      .option("git", { type: "boolean", describe: "Create a git repository." })
      .option("yes", { type: "boolean", alias: "y", default: false, describe: "Ask nothing; take the defaults." })
      .option("dry-run", { type: "boolean", default: false, describe: "Write nothing; print what would be written." })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Also write into a folder with files. None is overwritten.",
      }),
  run: async ({ empty, example, ...options }, terminal) => {
    const { initPlugin } = await import("../init/init-plugin.js");
    return initPlugin({ ...options, start: empty === true ? "empty" : example }, terminal);
  },
});
