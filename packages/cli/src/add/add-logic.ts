import { defineCommand } from "../define-command.js";
import { addToPlugin, generateNext } from "./add-to-plugin.js";
import { apiVersionOption, dryRunOption, modelArgument } from "./options.js";

/** `cmgen add controller <model>`. */
export const addControllerCommand = defineCommand({
  parent: "add",
  usage: "controller <model>",
  summary: "A controller: code that runs after objects have changed.",
  examples: [
    ["add controller Person", "A controller named person"],
    ["add controller Person --name send-cards", "Another one"],
  ],
  declare: (yargs) =>
    yargs
      .positional("model", modelArgument)
      .option("name", {
        type: "string",
        requiresArg: true,
        describe: "Its name: send-reminders. Default: the model's.",
      })
      .option("api-version", apiVersionOption)
      .option("dry-run", dryRunOption),
  run: ({ model, apiVersion, name, dryRun }, terminal) => {
    const sentence = "Write in `reconcile` what is to follow from a change.";
    const request = { adds: "controller", model, apiVersion, name } as const;
    return addToPlugin(request, { dryRun, next: () => [generateNext, { sentence }] }, terminal);
  },
});

/** `cmgen add hook <model>`. */
export const addHookCommand = defineCommand({
  parent: "add",
  usage: "hook <model>",
  summary: "Hooks: code that fills in and judges objects before they are stored.",
  examples: [
    ["add hook Person", "Hooks in src/hooks"],
    ["add hook Person --dry-run", "Show what would be written"],
  ],
  declare: (yargs) =>
    yargs.positional("model", modelArgument).option("api-version", apiVersionOption).option("dry-run", dryRunOption),
  run: ({ model, apiVersion, dryRun }, terminal) => {
    const sentence = "Write in `validate` what is to be refused, or in `default` what is filled in.";
    const request = { adds: "hook", model, apiVersion } as const;
    return addToPlugin(request, { dryRun, next: () => [generateNext, { sentence }] }, terminal);
  },
});

const methods = ["get", "post", "put", "patch", "delete"] as const;
const audiences = ["console", "user-center", "public"] as const;

/** `cmgen add endpoint <model> <name>`. */
export const addEndpointCommand = defineCommand({
  parent: "add",
  usage: "endpoint <model> <name>",
  summary: "An endpoint of your own, with types, below an object of a model.",
  examples: [
    ["add endpoint Person summary", "GET …/people/{name}/summary"],
    ["add endpoint Person greet --method post --for public", "Called by a site's visitors"],
  ],
  declare: (yargs) =>
    yargs
      .positional("model", modelArgument)
      .positional("name", { type: "string", demandOption: true, describe: "The last segment of its path: summary." })
      .option("method", { choices: methods, default: "get" as const })
      .option("for", { choices: audiences, default: "console" as const, describe: "Who calls it: decides its group." })
      .option("api-version", apiVersionOption)
      .option("dry-run", dryRunOption),
  run: ({ model, apiVersion, name, method, for: audience, dryRun }, terminal) => {
    const sentence = "Write in the handler what it answers, and its types above.";
    const request = { adds: "endpoint", model, apiVersion, name, method, audience } as const;
    return addToPlugin(request, { dryRun, next: () => [generateNext, { sentence }] }, terminal);
  },
});
