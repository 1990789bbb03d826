import type { Command } from "../command.js";

interface DoctorCommandOptions {
  readonly "database-url": string | undefined;
  readonly plugin: readonly string[] | undefined;
  readonly json: boolean;
}

/** `cmgen doctor`: proves that the database agrees with itself, or says where it does not. Changes nothing. */
export const doctorCommand: Command<DoctorCommandOptions> = {
  usage: "doctor",
  summary: "Prove that the database's indexes and labels are what its objects say.",
  declare: (yargs) =>
    yargs
      .option("database-url", {
        type: "string",
        describe: "file:<path> or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own.",
      })
      .option("plugin", {
        type: "string",
        array: true,
        describe:
          "The compiled plugin.js of each plugin that the service runs. Default: dist/generated/plugin.js, or plugins.js where the config names plugins.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ databaseUrl, plugin, json }, terminal) => {
    const { examinePluginDatabase } = await import("../database/doctor.js");
    return examinePluginDatabase({ databaseUrl, plugin, json }, terminal);
  },
};
