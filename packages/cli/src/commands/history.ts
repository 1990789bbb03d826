import { defineCommand } from "../define-command.js";
import { declareServer } from "../server/server-options.js";
import { UsageError } from "../usage-error.js";

/** `cmgen history <resource>/<name>`: the versions of an object, what changed between two, and one of them again; `cmgen history purge` erases versions. */
export const historyCommand = defineCommand({
  usage: "history <object..>",
  summary: "Show the versions of an object, compare two, restore one, or erase them for good.",
  examples: [
    ["history person/ann", "The versions, the newest first"],
    ["history people ann --diff 3..5", "What changed between two"],
    ["history person/ann --restore 3", "Write one again, also if the object was deleted"],
    ["history purge person/ann", "Erase all that is kept of an object"],
    ["history purge people --before 30d", "Erase what was written more than 30 days ago"],
  ],
  declare: (yargs) =>
    declareServer(
      yargs.positional("object", {
        type: "string",
        array: true,
        demandOption: true,
        describe: "person/ann, or people ann. After purge: person/ann, or people with --before.",
      }),
    )
      .option("diff", {
        type: "string",
        requiresArg: true,
        describe: "Show what changed between two versions, as 3..5.",
      })
      .option("restore", { type: "number", requiresArg: true, describe: "Write this version of the object again." })
      .option("uid", {
        type: "string",
        requiresArg: true,
        describe: "Which object is meant, of several that had the name. Default: the newest.",
      })
      .option("limit", {
        type: "number",
        default: 100,
        requiresArg: true,
        describe: "Show at most this many versions.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the versions, or the outcome, as JSON." })
      .option("before", {
        type: "string",
        requiresArg: true,
        describe: "For purge: what was written longer ago than this, as 30d or 12h.",
      })
      .option("database-url", {
        type: "string",
        describe: "For purge: file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
      })
      .option("plugin", {
        type: "string",
        array: true,
        describe: "For purge: the compiled plugin.js of each plugin that the service runs. Default: the plugin's own.",
      }),
  run: async ({ object: words, diff, restore, uid, limit, before, ...options }, terminal) => {
    const [first, ...others] = words;
    if (first === "purge") {
      if (diff !== undefined || restore !== undefined || uid !== undefined)
        throw new UsageError("--diff, --restore and --uid do not go with purge.");
      const { purgePluginHistory } = await import("../history/purge-history.js");
      return purgePluginHistory({ ...options, words: others, before }, terminal);
    }
    if (before !== undefined) throw new UsageError("--before goes with history purge only.");
    const { showHistory } = await import("../history/show-history.js");
    return showHistory({ ...options, words, diff, restore, uid, limit }, terminal);
  },
});
