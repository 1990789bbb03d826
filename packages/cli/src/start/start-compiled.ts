import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { relativePath } from "@cmgen/generator/paths";

import { compiledModule, loadConfig } from "@cmgen/generator";

import { exitCode, type ExitCode } from "../exit-code.js";
import { assertPlugin, pluginPlace, type PluginPlace } from "../plugin-place.js";
import type { Terminal } from "../terminal.js";
import { FilesError } from "../usage-error.js";

export interface StartCompiledOptions {
  readonly port: number | undefined;
  readonly host: string | undefined;
  readonly databaseUrl: string | undefined;
  /** The compiled module that starts the service, relative to the working folder, if it is not the generated one. */
  readonly entry: string | undefined;
}

const preload = new URL("../dev/end-with-parent.js", import.meta.url).href;

/**
 * Runs the compiled service as a process of its own until it ends or the command is interrupted.
 *
 * @throws {FilesError} if it was not generated or not compiled
 * @throws {UsageError} if there is no plugin
 */
export async function startCompiled(options: StartCompiledOptions, terminal: Terminal): Promise<ExitCode> {
  const place = pluginPlace(terminal);
  const entry = await entryOf(place, options.entry, terminal.workingFolder);
  const signal = terminal.interrupted();
  const child = spawn(process.execPath, ["--enable-source-maps", "--import", preload, entry], {
    cwd: place.root,
    env: { ...process.env, ...variables(options, terminal.workingFolder) },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // In a group of its own Ctrl-C reaches it once, from here: a second signal would end it in the middle of what it finishes.
    detached: process.platform !== "win32",
  });
  const ended = new Promise<string | undefined>((done, failed) => {
    child.once("error", failed);
    child.once("exit", (code, by) =>
      done(code === 0 ? undefined : by === null ? `with exit code ${code}` : `on ${by}`),
    );
  });
  const stop = (): void => {
    if (child.connected) child.disconnect();
  };
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const how = await ended;
  if (how === undefined) return exitCode.ok;
  terminal.error(`The service ended ${how}.\n`);
  return exitCode.refused;
}

async function entryOf(place: PluginPlace, given: string | undefined, workingFolder: string): Promise<string> {
  if (given === undefined) assertPlugin(place);
  const config = await loadConfig(place.root, place.configFile);
  const path =
    given === undefined
      ? join(place.root, await compiledModule(place.root, config, "server.js"))
      : resolve(workingFolder, given);
  if (existsSync(path)) return path;
  const shown = relativePath(workingFolder, path);
  if (given !== undefined) throw new FilesError(`${shown} does not exist.`);
  const source = `${config.outDir}/server.ts`;
  throw new FilesError(
    existsSync(join(place.root, source))
      ? `${shown} does not exist: the service is not compiled. Run \`npm run build\` (or \`npx tsc\`) first, or name the module with --entry.`
      : `${place.shown(source)} does not exist: the service is not generated. Run \`${place.command("generate")}\` and \`npm run build\` first.`,
  );
}

/** What the service reads from the environment. */
function variables(
  { port, host, databaseUrl }: StartCompiledOptions,
  folder: string,
): Readonly<Record<string, string>> {
  return {
    ...(port !== undefined && { PORT: String(port) }),
    ...(host !== undefined && { HOST: host }),
    ...(databaseUrl !== undefined && { CMGEN_DATABASE_URL: fromFolder(databaseUrl, folder) }),
  };
}

/** A file's path is relative to where the command is called, as the user sees it, and not to where the service runs. */
function fromFolder(url: string, folder: string): string {
  const path = /^(?:file:(?!\/))?([^/:][^:]*)$/.exec(url)?.[1];
  return path === undefined ? url : `file:${resolve(folder, path)}`;
}
