import { defineCommand } from "../define-command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption } from "./options.js";

/** `cmgen add roles`. */
export const addRolesCommand = defineCommand({
  parent: "add",
  usage: "roles",
  summary: "The models of roles and bindings, which can be edited while the service runs.",
  examples: [
    ["add roles", "Roles and bindings beside the other models"],
    ["add roles --group access.example.com --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs
      .option("group", { type: "string", requiresArg: true, describe: "Their API group. Default: the other models'." })
      .option("api-version", { ...apiVersionOption, describe: "Default: the other models', else v1alpha1." })
      .option("dry-run", dryRunOption),
  run: ({ group, apiVersion, dryRun }, terminal) =>
    addToPlugin({ adds: "roles", group, apiVersion }, { dryRun, next: () => [generateNext] }, terminal),
});
