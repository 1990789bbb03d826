import { defineCommand } from "../define-command.js";
import { declareMeant, declareOutput, declareResource, namesArgument } from "../objects/selection-options.js";
import { declareServer } from "../server/server-options.js";
import { UsageError } from "../usage-error.js";

/** `cmgen get <resource> [names..]`: objects of a running service, what holds those up that are being deleted, and which of them a controller failed on. */
export const getCommand = defineCommand({
  usage: "get <resource> [names..]",
  summary: "Show objects of a running service, and with --watch their changes.",
  examples: [
    ["get people --sort spec.age,desc --limit 10", "The ten oldest"],
    ["get people -l people.example.com/team=red --watch", "A team, and each change of it"],
  ],
  declare: (yargs) =>
    declareOutput(declareResource(yargs).positional("names", namesArgument))
      .option("sort", {
        type: "string",
        array: true,
        nargs: 1,
        describe: "Sort by an index, as spec.age or spec.age,desc. May be repeated. Default: metadata.name.",
      })
      .option("limit", { type: "number", requiresArg: true, describe: "Show at most this many objects." })
      .option("page", { type: "number", requiresArg: true, describe: "With --limit: show this page, from 1." })
      .option("watch", {
        alias: "w",
        type: "boolean",
        default: false,
        describe: "Then show each change, until Ctrl-C.",
      })
      .option("watch-only", { type: "boolean", default: false, describe: "Show changes only." })
      .check(({ limit, page }) => {
        for (const [name, value] of Object.entries({ limit, page })) {
          if (value === undefined || (Number.isInteger(value) && value > 0)) continue;
          throw new UsageError(`--${name} must be a whole number from 1.`);
        }
        return true;
      }),
  run: async (options, terminal) => {
    const { getObjects } = await import("../objects/get-objects.js");
    return getObjects(options, terminal);
  },
});

/** `cmgen describe <resource> [names..]`: everything there is to know about objects, for people. */
export const describeCommand = defineCommand({
  usage: "describe <resource> [names..]",
  summary: "Show all about objects of a running service: what holds them, and which controllers failed on them.",
  examples: [
    ["describe person/ann", "All about one object"],
    ["describe people --field-selector 'spec.age<18'", "About those selected"],
  ],
  declare: (yargs) => declareResource(yargs).positional("names", namesArgument),
  run: async (options, terminal) => {
    const { describeObjects } = await import("../objects/describe-objects.js");
    return describeObjects(options, terminal);
  },
});

/** `cmgen wait <resource> [names..] --for <what>`: until objects are gone, or a field has a value. */
export const waitCommand = defineCommand({
  usage: "wait <resource> [names..]",
  summary: "Wait until objects of a running service are gone, or a field of theirs has a value.",
  examples: [
    ["wait person/ann --for status.greeting", "Until a controller has filled it in"],
    ["wait people bob --for delete --timeout 2m", "Until it is gone"],
  ],
  declare: (yargs) =>
    declareMeant(yargs, "How long to wait").option("for", {
      type: "string",
      demandOption: true,
      requiresArg: true,
      describe: "delete, a field with a value as status.phase=Ready, or a field that must have one.",
    }),
  run: async (options, terminal) => {
    const { waitForObjects } = await import("../objects/wait-objects.js");
    return waitForObjects(options, terminal);
  },
});

/** `cmgen edit <resource> <name>`: one object in the user's editor, again and again until the service takes it or the user gives up. */
export const editCommand = defineCommand({
  usage: "edit <resource> [name]",
  summary: "Change an object of a running service in your editor.",
  examples: [
    ["edit person/ann", "Open one object in EDITOR"],
    ["edit people ann", "The same"],
  ],
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
  examples: [
    ["explain", "List the kinds"],
    ["explain person.spec.age", "What a field means and takes"],
  ],
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
