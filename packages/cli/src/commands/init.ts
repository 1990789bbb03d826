import { relative, resolve } from "node:path";

import type { Command } from "../command.js";
import { exitCode, type ExitCode } from "../exit-code.js";
import { addContainers, ignoresEnv, isPlugin } from "../init/add-containers.js";
import { assertAnswers, defaultAnswers, type GivenAnswers, type PluginAnswers } from "../init/plugin-answers.js";
import { manifestIn, pluginFiles, withRecord } from "../init/plugin-files.js";
import { reportOutcome } from "../init/report-outcome.js";
import { type PackageManager, packageManagerNames } from "../scaffold/installer.js";
import { type Manifest, readManifest } from "../scaffold/missing-entries.js";
import { printContainerSteps, printNextSteps } from "../scaffold/next-steps.js";
import type { ScaffoldFile } from "../scaffold/scaffold-files.js";
import { type ScaffoldOutcome, writeScaffold } from "../scaffold/write-scaffold.js";
import type { Terminal } from "../terminal.js";

interface InitOptions extends Omit<GivenAnswers, "packageManager"> {
  readonly "package-manager": PackageManager | undefined;
  readonly folder: string | undefined;
  readonly yes: boolean;
  readonly "dry-run": boolean;
  readonly force: boolean;
}

/** `cmgen init [folder]`: writes a plugin that generates, starts and tests, for its author to go on from. */
export const initCommand: Command<InitOptions> = {
  usage: "init [folder]",
  summary: "Write a new plugin into a folder.",
  declare: (yargs) =>
    yargs
      .positional("folder", { type: "string", describe: "The plugin's folder; created if missing. Default: this one." })
      .option("name", { type: "string", requiresArg: true, describe: "The plugin's name. Default: the folder's." })
      .option("group", {
        type: "string",
        requiresArg: true,
        describe: "The API group of its models. Default: <name>.example.com.",
      })
      .option("kind", { type: "string", requiresArg: true, describe: "The kind of the first model. Default: Task." })
      .option("docker", {
        type: "boolean",
        describe: "Add a Dockerfile, a compose.yaml with PostgreSQL, and an authorizer that checks a token.",
      })
      .option("package-manager", {
        choices: packageManagerNames,
        requiresArg: true,
        describe: "Default: the one in use.",
      })
      .option("install", { type: "boolean", describe: "Install what the plugin needs." })
      .option("git", { type: "boolean", describe: "Create a git repository." })
      .option("yes", { type: "boolean", alias: "y", default: false, describe: "Ask nothing; take the defaults." })
      .option("dry-run", { type: "boolean", default: false, describe: "Write nothing; print what would be written." })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Also write into a folder with files. None is overwritten.",
      }),
  run: async (options, terminal) => {
    const streams = options.yes ? undefined : terminal.prompts;
    const asking = streams && (await import("../init/ask-answers.js"));
    const folder = options.folder ?? (streams ? await asking?.askFolder(terminal.workingFolder, streams) : ".");
    if (folder === undefined) return cancelled(terminal);
    const target = resolve(terminal.workingFolder, folder);
    const kept = readManifest(target);
    // Adding containers to a plugin must not bring back the sample model.
    if (options.docker === true && isPlugin(target, kept)) return addContainers(target, options, terminal);
    const answers = streams ? await asking?.askAnswers(target, options, streams) : defaultAnswers(target, options);
    if (answers === undefined) return cancelled(terminal);
    assertAnswers(answers);
    const files = pluginFiles(target, answers);
    const outcome = writeScaffold(target, withRecord(files, answers), options);
    reportOutcome({ target, outcome, dryRun: options.dryRun }, terminal);
    if (options.dryRun) return exitCode.ok;
    const { finishPlugin } = await import("../init/finish-plugin.js");
    finishPlugin(target, answers, terminal);
    const steps = [settingsStep(files, outcome), nextSteps(files, { target, answers, kept, terminal })];
    if (answers.docker) {
      steps.push(
        printContainerSteps({ place: "", manifest: kept ?? manifestIn(files), ignoresEnv: ignoresEnv(target) }),
      );
    }
    if (streams !== undefined) {
      const { equivalentCommand } = await import("../init/equivalent-command.js");
      steps.push(`The same without questions:\n\n  ${equivalentCommand(folder, target, answers)}\n`);
    }
    terminal.out(steps.flatMap((step) => (step === "" ? [] : `\n${step}`)).join(""));
    return exitCode.ok;
  },
};

function cancelled(terminal: Terminal): ExitCode {
  terminal.error("Cancelled. Nothing was written.\n");
  return exitCode.cancelled;
}

/** The compiler's settings, where the plugin keeps its own. */
function settingsStep(files: readonly ScaffoldFile[], { kept }: ScaffoldOutcome): string {
  const settings = kept.includes("tsconfig.json") && files.find(({ path }) => path === "tsconfig.json");
  return settings
    ? `tsconfig.json stays as it is. A plugin is compiled from src to dist, with these settings:\n\n${settings.contents}`
    : "";
}

interface Written {
  readonly target: string;
  readonly answers: PluginAnswers;
  readonly kept: Manifest | undefined;
  readonly terminal: Terminal;
}

function nextSteps(files: readonly ScaffoldFile[], { target, answers, kept, terminal }: Written): string {
  const { packageManager: manager, install: installed } = answers;
  const place = relative(terminal.workingFolder, target);
  return printNextSteps({ place, manager, installed, wanted: manifestIn(files), kept });
}
