import type { Command } from "../command.js";
import { exitCode } from "../exit-code.js";

interface DevOptions {
  readonly entry: string | undefined;
}

/** `cmgen dev`: generates, compiles and runs the plugin, and again after each change. */
export const devCommand: Command<DevOptions> = {
  usage: "dev",
  summary: "Generate, compile and run the service, and again after each change.",
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
};
