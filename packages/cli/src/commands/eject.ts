import { join } from "node:path";

import type { Command } from "../command.js";
import { exitCode } from "../exit-code.js";
import { FilesError, UsageError } from "../usage-error.js";
import { ownVersion } from "../version.js";

interface EjectOptions {
  readonly what: "template";
  readonly name: string | undefined;
  readonly print: boolean;
}

/** `cmgen eject template <name>`: makes one of cmgen's templates the plugin's own. */
export const ejectCommand: Command<EjectOptions> = {
  usage: "eject <what> [name]",
  summary: "Copy a template of generated code into the plugin, to be changed there.",
  declare: (yargs) =>
    yargs
      .positional("what", { choices: ["template"] as const, demandOption: true })
      .positional("name", { type: "string", describe: "The template's name; without it all are listed." })
      .option("print", { type: "boolean", default: false, describe: "Print it, and write nothing." }),
  run: async ({ name, print }, terminal) => {
    const { loadConfig, templateNames, templateText } = await import("@cmgen/generator");
    if (name === undefined) {
      terminal.out(templateNames.map((template) => `${template}\n`).join(""));
      return exitCode.ok;
    }
    const template = templateNames.find((known) => known === name);
    if (template === undefined) {
      throw new UsageError(`There is no template ${name}. The templates are ${templateNames.join(", ")}.`);
    }
    if (print) {
      terminal.out(templateText(template));
      return exitCode.ok;
    }
    const { assertPlugin, pluginPlace } = await import("../plugin-place.js");
    const { reportFile } = await import("../report/report-file.js");
    const { writeNew } = await import("../scaffold/write-scaffold.js");
    const place = pluginPlace(terminal);
    assertPlugin(place);
    const { root, configFile, shown, command } = place;
    const { templateDir } = await loadConfig(root, configFile);
    const path = `${templateDir}/${template}.hbs`;
    // A comment of Handlebars that is alone on its line leaves nothing behind.
    const origin = `{{!-- Copied from cmgen ${ownVersion()}. It is filled in in place of cmgen's own template. --}}\n`;
    if (!writeNew(join(root, path), origin + templateText(template))) {
      throw new FilesError(
        `${shown(path)} is there already, and is not overwritten. \`${command(`eject template ${template} --print`)}\` prints cmgen's.`,
      );
    }
    reportFile({ fate: "create", path: shown(path) }, terminal);
    terminal.out(`\nContinue with:\n\n  Change the template.\n  ${command("generate")}\n`);
    return exitCode.ok;
  },
};
