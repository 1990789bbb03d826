import { defineCommand } from "../define-command.js";
import { declareOutput, declareResource, namesArgument } from "../objects/selection-options.js";
import { declareServer } from "../server/server-options.js";

/** `cmgen get <resource> [names..]`: objects of a running service, what holds those up that are being deleted, and which of them a controller failed on. */
export const getCommand = defineCommand({
  usage: "get <resource> [names..]",
  summary: "Show objects of a running service.",
  declare: (yargs) => declareOutput(declareResource(yargs).positional("names", namesArgument)),
  run: async (options, terminal) => {
    const { getObjects } = await import("../objects/get-objects.js");
    return getObjects(options, terminal);
  },
});

/** `cmgen describe <resource> [names..]`: everything there is to know about objects, for people. */
export const describeCommand = defineCommand({
  usage: "describe <resource> [names..]",
  summary: "Show all about objects of a running service: what holds them, and which controllers failed on them.",
  declare: (yargs) => declareResource(yargs).positional("names", namesArgument),
  run: async (options, terminal) => {
    const { describeObjects } = await import("../objects/describe-objects.js");
    return describeObjects(options, terminal);
  },
});

const watchForms = ["table", "wide", "json", "name"] as const;

/** `cmgen watch <resource> [name]`: objects, and then their changes as they are committed, until it is interrupted. */
export const watchCommand = defineCommand({
  usage: "watch <resource> [name]",
  summary: "Show objects of a running service, and each change of them until Ctrl-C.",
  declare: (yargs) =>
    declareResource(yargs)
      .positional("name", { type: "string", describe: "One object's name. Default: all objects." })
      .option("changes-only", {
        type: "boolean",
        default: false,
        describe: "Show changes only, not the objects that are there already.",
      })
      .option("output", {
        alias: "o",
        choices: watchForms,
        default: "table" as const,
        describe: "In which form; json is one event a line.",
      }),
  run: async (options, terminal) => {
    const { watchObjects } = await import("../objects/watch-objects.js");
    return watchObjects(options, terminal);
  },
});

/** `cmgen edit <resource> <name>`: one object in the user's editor, again and again until the service takes it or the user gives up. */
export const editCommand = defineCommand({
  usage: "edit <resource> [name]",
  summary: "Change an object of a running service in your editor.",
  declare: (yargs) =>
    declareServer(
      yargs
        .positional("resource", {
          type: "string",
          demandOption: true,
          describe: "For example people, or person/ann. The editor is VISUAL, else EDITOR.",
        })
        .positional("name", { type: "string", describe: "The object's name." }),
    ),
  run: async (options, terminal) => {
    const { editObject } = await import("../documents/edit-object.js");
    return editObject(options, terminal);
  },
});

/** `cmgen explain person.spec.age`: what a field means and takes, from the plugin's models or from a running service. */
export const explainCommand = defineCommand({
  usage: "explain [field]",
  summary: "Explain a field of a kind: its type, meaning, default, constraints and indexes.",
  declare: (yargs) =>
    declareServer(
      yargs
        .positional("field", { type: "string", describe: "For example person.spec.age. Default: list the kinds." })
        .option("recursive", { type: "boolean", default: false, describe: "Show the fields of fields, too." }),
    ),
  run: async (options, terminal) => {
    const { explain } = await import("../explain/explain.js");
    return explain(options, terminal);
  },
});

const actions = ["list", "use", "set", "delete"] as const;

/** `cmgen context list|use|set|delete`: names for servers, and the one that commands are about. */
export const contextCommand = defineCommand({
  usage: "context <action> [name]",
  summary: "Manage named servers: list them, use one, set one, or delete one.",
  declare: (yargs) =>
    yargs
      .positional("action", {
        choices: actions,
        demandOption: true,
        describe: "set makes a context or changes it; the first one is used at once.",
      })
      .positional("name", { type: "string", describe: "The context's name." })
      .option("server", { type: "string", requiresArg: true, describe: "For set: where the service is." })
      .option("token-file", {
        type: "string",
        requiresArg: true,
        describe: "For set: a file with a bearer token, read at each call; - keeps the token of standard input.",
      }),
  run: async ({ action, name, server, tokenFile }, terminal) => {
    const { changeContexts } = await import("../server/change-contexts.js");
    return changeContexts[action]({ name, server, tokenFile }, terminal);
  },
});
