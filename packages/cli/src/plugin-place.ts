import { dirname, join } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import type { GenerateResult } from "@cmgen/generator";
import { findPluginFolder, isPluginFolder } from "@cmgen/generator/run";

import { type Call, ownCommand } from "./own-command.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The plugin that a command is about, as seen from the folder the command was called in. */
export interface PluginPlace {
  /** Absolute path of the plugin's folder. */
  readonly root: string;
  /** Absolute path of the config, if the command was given one. */
  readonly configFile: string | undefined;
  /** A path relative to the plugin's folder as the user would write it. */
  shown(path: string): string;
  /** A command of cmgen about this plugin as the user can paste it; `words` is what follows `cmgen`. */
  command(words: string): string;
}

/** A config that was given belongs to the plugin that it is in. */
export function pluginPlace(terminal: Call & Pick<Terminal, "workingFolder" | "configFile">): PluginPlace {
  const { workingFolder, configFile } = terminal;
  const root = findPluginFolder(configFile === undefined ? workingFolder : dirname(configFile));
  return {
    root,
    configFile,
    shown: (path) => relativePath(workingFolder, join(root, path)) || ".",
    command: (words) => ownCommand(words, terminal),
  };
}

/**
 * Asserts that a command was called in a plugin.
 *
 * @param otherwise what may be done instead of going to one, as the end of a sentence
 * @throws {UsageError} where neither the folder nor one above it is a plugin.
 */
export function assertPlugin({ root, configFile }: PluginPlace, otherwise = "make one with `cmgen init`"): void {
  if (configFile !== undefined || isPluginFolder(root)) return;
  throw new UsageError(
    "There is no plugin here: neither this folder nor one above it has a cmgen.config.ts, or a package.json beside " +
      `src/models or prisma. Go to the plugin's folder, name it with --cwd, or ${otherwise}.`,
  );
}

/** The outcome with the paths that problems are reported at as the user would write them. */
export function asSeenFrom({ shown }: PluginPlace, result: GenerateResult): GenerateResult {
  return {
    ...result,
    diagnostics: result.diagnostics.map((diagnostic) =>
      diagnostic.span === undefined
        ? diagnostic
        : { ...diagnostic, span: { ...diagnostic.span, file: shown(diagnostic.span.file) } },
    ),
    sources: new Map([...result.sources].map(([path, text]) => [shown(path), text])),
    broken: result.broken.map((model) => ({
      ...model,
      breaks: model.breaks.map((each) => ({ ...each, span: { ...each.span, file: shown(each.span.file) } })),
    })),
    conflicts: result.conflicts.map((conflict) => ({ ...conflict, path: shown(conflict.path) })),
  };
}
