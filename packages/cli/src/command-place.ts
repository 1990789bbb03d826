import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";

import type { ExitCode } from "./exit-code.js";
import { reportFailure } from "./report-failure.js";
import { shellQuote } from "./shell-quote.js";
import type { Terminal } from "./terminal.js";
import { UsageError } from "./usage-error.js";

/** The options that every command takes. */
export interface PlaceOptions {
  readonly cwd?: string | undefined;
  readonly config?: string | undefined;
}

/**
 * The terminal as a command sees it that was called with these options, each of which wins over its variable: `CMGEN_CWD` and `CMGEN_CONFIG`.
 *
 * @throws {UsageError} where a folder or file does not exist.
 */
export function placed(terminal: Terminal, options: PlaceOptions): Terminal {
  const cwd = options.cwd ?? nonEmpty(process.env["CMGEN_CWD"]);
  const config = options.config ?? nonEmpty(process.env["CMGEN_CONFIG"]);
  if (cwd === undefined && config === undefined) return terminal;
  const workingFolder = resolve(terminal.workingFolder, cwd ?? ".");
  if (statSync(workingFolder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new UsageError(`${nameOf("cwd", options)} is ${cwd}, which is not a folder.`);
  const there = {
    ...terminal,
    workingFolder,
    shellFolder: terminal.workingFolder,
    placeOptions: optionsAgain(options),
  };
  if (config === undefined) return there;
  const configFile = resolve(workingFolder, config);
  if (!existsSync(configFile)) throw new UsageError(`${nameOf("config", options)} is ${config}, which does not exist.`);
  return { ...there, configFile };
}

/** Variables need not be repeated: they are there for the next command, too. */
function optionsAgain({ cwd, config }: PlaceOptions): string {
  const given = Object.entries({ cwd, config });
  return given.map(([name, value]) => (value === undefined ? "" : ` --${name} ${shellQuote(value)}`)).join("");
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === "" ? undefined : value;
}

/** Where a value comes from. */
function nameOf(option: keyof PlaceOptions, options: PlaceOptions): string {
  return options[option] === undefined ? `CMGEN_${option.toUpperCase()}` : `--${option}`;
}

/** Runs a command; what goes wrong is reported as seen from the folder that the command is about. */
export async function runIn(terminal: Terminal, run: (terminal: Terminal) => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await run(terminal);
  } catch (error) {
    return reportFailure(error, terminal);
  }
}
