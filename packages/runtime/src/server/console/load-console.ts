import { readdir } from "node:fs/promises";
import { ConfigurationError } from "../../error/configuration-error.js";
import { StaticFiles } from "../static-files.js";

/** What the console consists of. */
export interface ConsoleFiles {
  readonly files: StaticFiles;
  /** The files that the page loads, relative to it. */
  readonly names: ReadonlySet<string>;
}

/**
 * Finds the files of the console, where the service has one.
 *
 * @throws {ConfigurationError} where its package is not installed.
 */
export async function loadConsole(isOn: boolean | undefined): Promise<ConsoleFiles | undefined> {
  if (isOn !== true) return undefined;
  const folder = await pageFolder();
  const names = await readdir(new URL("assets/", folder));
  return { files: new StaticFiles(folder, "public"), names: new Set(names.map((name) => `assets/${name}`)) };
}

async function pageFolder(): Promise<URL> {
  try {
    return (await import("@cmgen/console")).pageFolder;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND")) throw error;
    throw new ConfigurationError(
      "`console` in the server's options needs the package @cmgen/console, which is not installed. Install it with `npm install @cmgen/console`, or remove the option.",
      { cause: error },
    );
  }
}
