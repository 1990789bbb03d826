import type { Command } from "../command.js";

interface DoctorCommandOptions {
  readonly "database-url": string | undefined;
  readonly plugin: readonly string[] | undefined;
  readonly drift: boolean;
  readonly json: boolean;
}

/** `cmgen doctor`: looks for what keeps a plugin from working, and proves that its database agrees with itself. Changes nothing. */
export const doctorCommand: Command<DoctorCommandOptions> = {
  usage: "doctor",
  summary: "Examine Node.js, packages and generated files, and check the database for inconsistencies.",
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
          "The compiled plugin.js of each plugin that the service runs. Default: the plugin's own, as dist/generated/plugin.js, or plugins.js where the config names plugins.",
      })
      .option("drift", {
        type: "boolean",
        default: true,
        describe: "Compare the generated files with the models, too; --no-drift is faster.",
      })
      .option("json", { type: "boolean", default: false, describe: "Print the outcome as JSON." }),
  run: async ({ databaseUrl, plugin, drift, json }, terminal) => {
    const { examinePlugin } = await import("../database/doctor.js");
    return examinePlugin({ databaseUrl, plugin, drift, json }, terminal);
  },
};
