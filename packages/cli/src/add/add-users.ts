import { defineCommand } from "../define-command.js";
import { addToPlugin, generateNext, type NextStep } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption } from "./options.js";

/** From the model to somebody who can sign in. */
const usersNext: readonly NextStep[] = [
  generateNext,
  { sentence: "Compile the plugin, as with `npm run build`." },
  { command: "migrate deploy" },
  { command: "user create <name> --admin" },
];

/** `cmgen add users`. */
export const addUsersCommand = defineCommand({
  parent: "add",
  usage: "users",
  summary: "The model of users who sign in with passwords, to which you can add fields.",
  examples: [
    ["add users", "Users beside the other models"],
    ["add users --group users.example.com --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs
      .option("group", { type: "string", requiresArg: true, describe: "Its API group. Default: the other models'." })
      .option("api-version", { ...apiVersionOption, describe: "Default: the other models', else v1alpha1." })
      .option("dry-run", dryRunOption),
  run: ({ group, apiVersion, dryRun }, terminal) =>
    addToPlugin({ adds: "users", group, apiVersion }, { dryRun, next: () => usersNext }, terminal),
});
