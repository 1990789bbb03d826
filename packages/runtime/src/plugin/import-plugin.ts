import { runAs } from "../log/code-owner.js";
import type { Plugin } from "./plugin.js";

/** What a service knows of a plugin that it hosts without the plugin's own code. */
export interface HostedPlugin {
  /** The plugin's name. */
  readonly name: string;
  /** The paths that its types and endpoints are below: `/apis/<group>/<version>`, or a path of its own. */
  readonly paths: readonly string[];
}

/** No file is below it: errors are assigned to plugins by the folders of their code. */
const nowhere = new URL("about:blank");

/**
 * Imports a plugin that a service hosts. If its module throws, the plugin's state becomes `failed` when the service starts, and the other
 * plugins start. Never rejects.
 *
 * @param load imports the module; a function, so that the import fails in here.
 */
export async function importPlugin(
  { name, paths }: HostedPlugin,
  load: () => Promise<{ readonly plugin: Plugin }>,
): Promise<Plugin> {
  try {
    // What its modules start, and let fail later, is assigned to it.
    const { plugin } = await runAs({ plugin: name }, load);
    if (typeof plugin === "object" && plugin !== null) return plugin;
    throw new TypeError(`The main module of the plugin ${name} does not export \`plugin\`.`);
  } catch (error) {
    const nothing = { resources: [], controllers: [], endpoints: [], manifests: false };
    return { name, root: nowhere, ...nothing, importFailure: { error, paths } };
  }
}
