import { defineCommand } from "../define-command.js";
import { exitCode } from "../exit-code.js";
import { UsageError } from "../usage-error.js";

/** `cmgen dev`: generates, compiles and runs the plugin, and again after each change. */
export const devCommand = defineCommand({
  usage: "dev",
  summary: "Generate, compile and run the service, and again after each change.",
  examples: [
    ["dev", "Run, and again after each change"],
    ["dev --entry dist/server.js", "Where another module starts the service"],
  ],
  declare: (yargs) =>
    yargs.option("entry", {
      type: "string",
      describe:
        "The compiled module that starts the service. Default: server.js of the generated code, where tsconfig.json puts it.",
    }),
  run: async ({ entry }, terminal) => {
    const [{ Development }, { runOnChange }, { assertPlugin, pluginPlace }] = await Promise.all([
      import("../dev/development.js"),
      import("../watch/run-on-change.js"),
      import("../plugin-place.js"),
    ]);
    const place = pluginPlace(terminal);
    assertPlugin(place);
    const signal = terminal.interrupted();
    const development = new Development({ place, terminal, entry, signal });
    try {
      await runOnChange(place.root, () => development.update(), signal);
    } finally {
      await development.stop();
    }
    return exitCode.ok;
  },
});

/** `cmgen doctor`: looks for what keeps a plugin from working, and proves that its database agrees with itself. Changes nothing. */
export const doctorCommand = defineCommand({
  usage: "doctor",
  summary: "Examine Node.js, packages and generated files, and check the database for inconsistencies.",
  examples: [
    ["doctor", "Examine the plugin and its database"],
    ["doctor --no-drift --database-url file:people.db", "Only a database"],
  ],
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
});

/** `cmgen graph`: the models of a compiled plugin, what they refer to, and which controllers they have, as a drawing. */
export const graphCommand = defineCommand({
  usage: "graph",
  summary: "Draw the models, references, indexes and controllers, as Mermaid or SVG.",
  examples: [
    ["graph", "As Mermaid, for a Markdown file"],
    ["graph --svg", "As a picture"],
  ],
  declare: (yargs) =>
    yargs
      .option("svg", { type: "boolean", default: false, describe: "Print a picture in place of Mermaid's text." })
      .option("plugin", {
        type: "string",
        array: true,
        describe:
          "The compiled plugin.js of each plugin that the service hosts. Default: the plugin's own, as dist/generated/plugin.js.",
      }),
  run: async ({ svg, plugin }, terminal) => {
    const { drawPlugins } = await import("../database/draw-plugins.js");
    return drawPlugins({ svg, plugin }, terminal);
  },
});

/** `cmgen upgrade`: brings what a plugin has of the scaffold up to the templates of this cmgen. */
export const upgradeCommand = defineCommand({
  usage: "upgrade",
  summary: "Bring the project's files up to this version's templates; keep what you changed.",
  examples: [
    ["upgrade --dry-run", "Show what would change"],
    ["upgrade", "Change it"],
  ],
  declare: (yargs) =>
    yargs
      .option("dry-run", { type: "boolean", default: false, describe: "Write nothing; print a diff." })
      .option("force", { type: "boolean", default: false, describe: "Upgrade despite uncommitted changes." }),
  run: async ({ dryRun, force }, terminal) => {
    const { upgradePlugin } = await import("../upgrade/upgrade-plugin.js");
    return upgradePlugin({ dryRun, force }, terminal);
  },
});

/** `cmgen start`: runs the compiled service of the plugin until it is interrupted. */
export const startCommand = defineCommand({
  usage: "start",
  summary: "Run the compiled service.",
  examples: [
    ["start", "With the plugin's own database"],
    ["start --port 8091 --database-url :memory:", "Elsewhere, keeping nothing"],
  ],
  declare: (yargs) =>
    yargs
      .option("port", {
        type: "number",
        requiresArg: true,
        describe: "Where it listens; 0 takes a free port. Default: PORT, else 8090.",
      })
      .option("host", {
        type: "string",
        requiresArg: true,
        describe: "Address it listens on. Default: HOST, else 127.0.0.1.",
      })
      .option("database-url", {
        type: "string",
        requiresArg: true,
        describe: "file:<path>, :memory: or postgresql://… Default: CMGEN_DATABASE_URL, else the plugin's own file.",
      })
      .option("entry", {
        type: "string",
        requiresArg: true,
        describe:
          "The compiled module that starts the service. Default: server.js of the generated code, where tsconfig.json puts it.",
      })
      .check(({ port }) => {
        if (port === undefined || (Number.isInteger(port) && port >= 0 && port <= 65_535)) return true;
        throw new UsageError("--port must be a whole number from 0 to 65535.");
      }),
  run: async ({ port, host, databaseUrl, entry }, terminal) => {
    const { startCompiled } = await import("../start/start-compiled.js");
    return startCompiled({ port, host, databaseUrl, entry }, terminal);
  },
});
