import { readFileSync } from "node:fs";
import { join } from "node:path";

import { generate } from "@cmgen/generator";

import { readOpenApi } from "../objects/read-open-api.js";
import { withService, type ConnectOptions } from "../server/connect.js";
import { assertPlugin, pluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";

const DOCUMENT = "openapi.json";

/**
 * The OpenAPI document of a running service if one is named, else of the plugin's models as they are now.
 *
 * @returns nothing if the models have problems
 */
export async function readDescription(options: ConnectOptions, terminal: Terminal): Promise<unknown> {
  if (options.server === undefined && options.context === undefined) return describePlugin(terminal);
  return withService(options, terminal, ({ transport }) => readOpenApi(transport));
}

/** What generating would write, without writing it: the file itself may be of older models. */
async function describePlugin(terminal: Terminal): Promise<unknown> {
  const place = pluginPlace(terminal);
  assertPlugin(place, "name a service with --server");
  const { root, configFile, shown, command } = place;
  const { status, changes } = await generate(root, { config: configFile, check: true, time: terminal.now() });
  if (status === "invalid") return undefined;
  const text = changes.find(({ path }) => path === DOCUMENT)?.after ?? readText(join(root, DOCUMENT));
  if (text !== undefined) return JSON.parse(text);
  throw new FilesError(`There are no models in ${shown("")}. Add one with \`${command("add model <Kind>")}\`.`);
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
