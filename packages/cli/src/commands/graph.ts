import type { Command } from "../command.js";

interface GraphOptions {
  readonly svg: boolean;
  readonly plugin: readonly string[] | undefined;
}

/** `cmgen graph`: the models of a compiled plugin, what they refer to, and which controllers they have, as a drawing. */
export const graphCommand: Command<GraphOptions> = {
  usage: "graph",
  summary: "Draw the models, references, indexes and controllers, as Mermaid or SVG.",
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
};
