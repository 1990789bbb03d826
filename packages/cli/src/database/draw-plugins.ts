import { loadConfig } from "@cmgen/generator";

import { exitCode, type ExitCode } from "../exit-code.js";
import { assertPlugin, pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { loadPlugins } from "./load-plugins.js";
import { pluginGraph } from "./plugin-graph.js";

export interface DrawOptions {
  readonly svg: boolean;
  /** Paths of compiled plugins, if they are not where `tsc` puts them. */
  readonly plugin: readonly string[] | undefined;
}

/** Prints the graph of the compiled plugins; see the command. */
export async function drawPlugins({ svg, plugin: paths }: DrawOptions, terminal: Terminal): Promise<ExitCode> {
  const { workingFolder } = terminal;
  const place = pluginPlace(terminal);
  if (paths === undefined) assertPlugin(place);
  const config = await loadConfig(place.root, place.configFile);
  const graph = pluginGraph(await loadPlugins({ place, workingFolder, config, paths }));
  const { printMermaid } = await import("../graph/print-mermaid.js");
  const { printSvg } = await import("../graph/print-svg.js");
  terminal.out((svg ? printSvg : printMermaid)(graph));
  return exitCode.ok;
}
