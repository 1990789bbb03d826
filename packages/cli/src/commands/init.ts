import { existsSync, readFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";

import type { Command } from "../command.js";
import { exitCode } from "../exit-code.js";
import { readManifest, type Manifest } from "../scaffold/missing-entries.js";
import { printContainerSteps, printNextSteps } from "../scaffold/next-steps.js";
import { ownSource } from "../scaffold/package-source.js";
import { dockerFiles, scaffoldFiles, type ScaffoldFile } from "../scaffold/scaffold-files.js";
import { writeScaffold } from "../scaffold/write-scaffold.js";
import { UsageError } from "../usage-error.js";
import { ownVersion } from "../version.js";

interface InitOptions {
  readonly folder: string;
  readonly name: string | undefined;
  readonly docker: boolean;
  readonly force: boolean;
}

/** `cmgen init <folder>`: writes a plugin that generates, starts and tests, for its author to go on from. */
export const initCommand: Command<InitOptions> = {
  usage: "init <folder>",
  summary: "Write a new plugin into a folder.",
  declare: (yargs) =>
    yargs
      .positional("folder", {
        type: "string",
        demandOption: true,
        describe: "The plugin's folder; created if missing.",
      })
      .option("name", { type: "string", describe: "The plugin's name. Default: the folder's." })
      .option("docker", {
        type: "boolean",
        default: false,
        describe: "Add a Dockerfile, a compose.yaml with PostgreSQL, and an authorizer that checks a token.",
      })
      .option("force", {
        type: "boolean",
        default: false,
        describe: "Also write into a folder with files. None is overwritten.",
      }),
  run: async ({ folder, name, docker, force }, terminal) => {
    const target = resolve(terminal.workingFolder, folder);
    const kept = readManifest(target);
    // Adding containers to a plugin must not bring back the sample model.
    const addsContainers = docker && isPlugin(target, kept);
    const plugin = addsContainers ? [] : pluginFiles(target, name);
    const { written, kept: left } = writeScaffold(target, [...plugin, ...(docker ? dockerFiles() : [])], force);
    for (const path of left) terminal.error(`${path} was there already and stays as it is.\n`);
    const place = relative(terminal.workingFolder, target);
    const steps = [`${written.length} files written to ${place === "" ? "this folder" : place}.\n`];
    const wanted = manifestIn(plugin);
    const settings = left.includes("tsconfig.json") && plugin.find(({ path }) => path === "tsconfig.json");
    if (settings) {
      steps.push(
        `tsconfig.json stays as it is. A plugin is compiled from src to dist, with these settings:\n\n${settings.contents}`,
      );
    }
    if (wanted !== undefined) {
      steps.push(printNextSteps({ place, userAgent: process.env["npm_config_user_agent"], wanted, kept }));
    }
    if (docker) {
      const manifest = kept ?? wanted ?? {};
      steps.push(printContainerSteps({ place: addsContainers ? place : "", manifest, ignoresEnv: ignoresEnv(target) }));
    }
    terminal.out(steps.join("\n"));
    return exitCode.ok;
  },
};

function isPlugin(folder: string, manifest: Manifest | undefined): boolean {
  const dependencies = Object(manifest?.["dependencies"]) as object;
  return "@cmgen/runtime" in dependencies || existsSync(join(folder, "cmgen.config.ts"));
}

function ignoresEnv(folder: string): boolean {
  const path = join(folder, ".gitignore");
  return existsSync(path) && /^\/?\.env$/m.test(readFileSync(path, "utf8"));
}

function pluginFiles(target: string, name: string | undefined): readonly ScaffoldFile[] {
  return scaffoldFiles({ name: pluginName(name ?? basename(target)), source: ownSource(ownVersion(), target) });
}

function manifestIn(files: readonly ScaffoldFile[]): Manifest | undefined {
  const manifest = files.find(({ path }) => path === "package.json");
  return manifest && (JSON.parse(manifest.contents) as Manifest);
}

/** The name becomes the package's, and a label of the group: a DNS label that starts with a letter is both. */
function pluginName(name: string): string {
  if (/^[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return name;
  throw new UsageError(
    `"${name}" cannot be a plugin's name: it must have at most 63 characters (lowercase letters, digits and "-"), start with a letter and not end with "-". Choose another with --name.`,
  );
}
