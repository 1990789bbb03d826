import { basename, relative, resolve } from "node:path";

import type { Command } from "../command.js";
import { exitCode } from "../exit-code.js";
import { ownSource } from "../scaffold/package-source.js";
import { scaffoldFiles } from "../scaffold/scaffold-files.js";
import { writeScaffold } from "../scaffold/write-scaffold.js";
import { UsageError } from "../usage-error.js";
import { ownVersion } from "../version.js";

interface InitOptions {
  readonly folder: string;
  readonly name: string | undefined;
  readonly force: boolean;
}

/** `cmgen init <folder>`: writes a plugin that generates, starts and tests, for its author to go on from. */
export const initCommand: Command<InitOptions> = {
  usage: "init <folder>",
  summary: "Write a new plugin into a folder.",
  declare: (yargs) =>
    yargs
      .positional("folder", { type: "string", demandOption: true, describe: "Where to; made if it is missing." })
      .option("name", { type: "string", describe: "The plugin's name. Default: the folder's." })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Also into a folder with files; none is overwritten.",
      }),
  run: async ({ folder, name, force }, terminal) => {
    const target = resolve(terminal.workingFolder, folder);
    const files = scaffoldFiles({
      name: pluginName(name ?? basename(target)),
      source: ownSource(ownVersion(), target),
    });
    const { written, kept } = writeScaffold(target, files, force);
    for (const path of kept) terminal.error(`${path} was there already and stays as it is.\n`);
    const place = relative(terminal.workingFolder, target) || ".";
    terminal.out(
      `${written.length} files written to ${place}. Go on with:\n\n  cd ${place}\n  npm install\n  npm start\n`,
    );
    return exitCode.ok;
  },
};

/** The name becomes the package's, and a label of the group: a DNS label that starts with a letter is both. */
function pluginName(name: string): string {
  if (/^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw new UsageError(
    `"${name}" cannot be a plugin's name: at most 63 lowercase letters, digits and "-", a letter first, no "-" last. Give one with --name.`,
  );
}
