import { defineCommand } from "../define-command.js";

const databaseUrl = {
  type: "string",
  requiresArg: true,
  describe: "file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
} as const;

/** `cmgen backup <file>`: a database as a file. */
export const backupCommand = defineCommand({
  usage: "backup <file>",
  summary: "Copy the database to a file. The service may run.",
  examples: [
    ["backup people.backup", "The plugin's own database"],
    ["backup people.backup --force", "In place of the last one"],
    ["backup people.dump --database-url postgresql://…", "By pg_dump, which must be installed"],
  ],
  declare: (yargs) =>
    yargs
      .positional("file", {
        type: "string",
        demandOption: true,
        describe: "The file to write, which is there once it is whole and checked.",
      })
      .option("database-url", databaseUrl)
      .option("force", { type: "boolean", default: false, describe: "Replace a file that is there." }),
  run: async (options, terminal) => {
    const { backUpDatabase } = await import("../backup/backup.js");
    return backUpDatabase(options, terminal);
  },
});

/** `cmgen restore <file>`: a database from a file. */
export const restoreCommand = defineCommand({
  usage: "restore <file>",
  summary: "Put a backup in the place of the database. Stop the service first.",
  examples: [
    ["restore people.backup", "Asks before it replaces objects"],
    ["restore people.dump --database-url postgresql://…", "Into the schema that the dump was made of"],
  ],
  declare: (yargs) =>
    yargs
      .positional("file", { type: "string", demandOption: true, describe: "What cmgen backup wrote." })
      .option("database-url", databaseUrl)
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Replace a database that has objects, and ask nothing.",
      }),
  run: async (options, terminal) => {
    const { restoreDatabase } = await import("../backup/restore.js");
    return restoreDatabase(options, terminal);
  },
});
