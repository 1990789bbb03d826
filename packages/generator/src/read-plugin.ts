import { join, relative } from "node:path";

import { watchedFolders } from "./cache/watched-folders.js";
import { check } from "./check/check.js";
import type { CheckParts } from "./check/check-context.js";
import { openParts, soundBy, type SoundModels } from "./cache/open-parts.js";
import { withoutPackageMisfits } from "./check/without-package-misfits.js";
import { ConfigError } from "./config/config-error.js";
import { configInputs } from "./config/config-inputs.js";
import { configText, loadConfig } from "./config/load-config.js";
import type { ResolvedConfig } from "./config/resolved-config.js";
import type { Diagnostic } from "./diagnostic/diagnostic.js";
import { sortDiagnostics } from "./diagnostic/sort-diagnostics.js";
import type { GenerateOptions } from "./generate-result.js";
import { hostingClashes } from "./hosted/hosting-clashes.js";
import { type HostedPlugins, readHostedPlugins } from "./hosted/read-hosted-plugins.js";
import { checkManifests, type ManifestCheck } from "./manifests/check-manifests.js";
import { failingModel, messageAt, modelPlace } from "./model/failing-model.js";
import type { ProjectModel } from "./model/model.js";
import type { KnownModels } from "./read/known/known-models.js";
import { read } from "./read/read.js";
import type { ReadResult } from "./read/read-result.js";

/** A plugin as it was read and checked. */
export interface ReadPlugin {
  readonly config: ResolvedConfig;
  /** Relative to the plugin's root; where it would be if there is none. */
  readonly configFile: string;
  /** Texts that the config and the plugin's own emitters follow from, by absolute path; undefined if other things decide, too. */
  readonly configInputs: ReadonlyMap<string, string> | undefined;
  readonly project: ProjectModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly isValid: boolean;
  /** Texts of the files that diagnostics point into. */
  readonly sources: ReadonlyMap<string, string>;
  /** Texts of all other files that were read, by absolute path. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Folders, as absolute paths, in which a change may change the outcome. */
  readonly folders: readonly string[];
  /** What the next run need not read again. */
  readonly known?: KnownModels | undefined;
  /** What the next run has to check by for the models of this one to be sound; `""` where they are not. See {@link SoundModels}. */
  readonly sound: string;
}

type ReadOptions = Pick<GenerateOptions, "config"> & {
  readonly onStage: GenerateOptions["onStage"] | undefined;
  /** What an earlier run learned. */
  readonly known: KnownModels | undefined;
  readonly sound: SoundModels;
};

/**
 * Reads and checks a plugin: its config, its models, those that it hosts, and its manifests.
 *
 * @throws {ConfigError} where the config cannot be followed.
 */
export async function readPlugin(
  root: string,
  { config: given, onStage, sound, ...options }: ReadOptions,
): Promise<ReadPlugin> {
  onStage?.("config");
  const texts = configText(root, given);
  const [path = join(root, "cmgen.config.ts")] = texts.keys();
  const configFile = relative(root, path);
  const config = await loadConfig(root, given);
  const hosting = readHostedPlugins(root, config.plugins, configFile);
  onStage?.("read");
  const reading = await read(root, config, options);
  onStage?.("check");
  const whole = hostingProject(reading.project, hosting, configFile);
  // Of what could not be read, nobody can tell what it leads to.
  const open = reading.diagnostics.length > 0 ? whole : openParts(whole, config, sound);
  const project = withoutPackageMisfits(whole, config, open);
  const parts = project === whole ? open : project;
  const ofModels = sortDiagnostics([...reading.diagnostics, ...(await checked(project, config, parts))]);
  onStage?.("manifests");
  const manifests = hasErrors(ofModels) ? noManifests : await checkManifests(root, project);
  const diagnostics = sortDiagnostics([...ofModels, ...manifests.diagnostics]);
  const manifestTexts = [...manifests.texts].map(([file, text]) => [join(root, file), text] as const);
  const inputs = new Map([...reading.inputs, ...hosting.inputs, ...manifestTexts]);
  const watched = [...watchedFolders(root, config, inputs.keys()), ...reading.folders];
  return {
    config,
    configFile,
    configInputs: configInputs(root, config, texts),
    project,
    diagnostics,
    isValid: !hasErrors(diagnostics),
    sources: sourcesOf(root, diagnostics, { sources: reading.sources, inputs }),
    inputs,
    folders: [...new Set(watched)],
    known: reading.known,
    sound: ofModels.length > 0 ? "" : soundBy(project, config, parts),
  };
}

/** As {@link check}; an error that nobody foresaw says at which model it came. */
async function checked(
  project: ProjectModel,
  config: ResolvedConfig,
  parts: CheckParts,
): Promise<readonly Diagnostic[]> {
  try {
    return check(project, config, parts);
  } catch (error) {
    const model = await failingModel(project, ({ models }) => check(project, config, { models, types: [] }));
    throw new Error(messageAt(error, model && modelPlace(model)), { cause: error });
  }
}

/** Of models with problems not even the schemas are known. */
const noManifests: ManifestCheck = { diagnostics: [], texts: new Map() };

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** @throws {ConfigError} if the plugins of the service cannot be together in one. */
function hostingProject(own: ProjectModel, { hosted }: HostedPlugins, configFile: string): ProjectModel {
  if (hosted.length === 0) return own;
  const project = { ...own, hosted };
  const clashes = hostingClashes(project);
  if (clashes.length > 0) throw new ConfigError(configFile, clashes);
  return project;
}

/** Texts of the files that diagnostics point into; most of a plugin's files have none. */
function sourcesOf(
  root: string,
  diagnostics: readonly Diagnostic[],
  { sources, inputs }: Pick<ReadResult, "sources" | "inputs">,
): ReadonlyMap<string, string> {
  const names = new Set(diagnostics.flatMap(({ span }) => span?.file ?? []));
  return new Map([...names].map((name) => [name, sources.get(name) ?? inputs.get(join(root, name)) ?? ""]));
}
