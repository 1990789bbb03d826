import { defineCommand } from "../define-command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption } from "./options.js";

/** `cmgen add subscriptions`. */
export const addSubscriptionsCommand = defineCommand({
  parent: "add",
  usage: "subscriptions",
  summary: "The model of subscriptions, by which changes are sent to other programs.",
  examples: [
    ["add subscriptions", "Subscriptions beside the other models"],
    ["add subscriptions --group hooks.example.com --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs
      .option("group", { type: "string", requiresArg: true, describe: "Its API group. Default: the other models'." })
      .option("api-version", { ...apiVersionOption, describe: "Default: the other models', else v1alpha1." })
      .option("dry-run", dryRunOption),
  run: ({ group, apiVersion, dryRun }, terminal) =>
    addToPlugin({ adds: "subscriptions", group, apiVersion }, { dryRun, next: () => [generateNext] }, terminal),
});
