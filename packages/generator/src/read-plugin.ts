import { join, relative } from "node:path";

import type { RecalledRun } from "./cache/recall-run.js";
import { type StateBefore, stateBefore } from "./cache/state-before.js";
import { ConfigError } from "./config/config-error.js";
import { subscriptionsProblems } from "./config/subscriptions-problems.js";
import { usersProblems } from "./config/users-problems.js";
import { configInputs } from "./config/config-inputs.js";
import { configText, loadConfig } from "./config-file/load-config.js";
import type { ResolvedConfig } from "./config/resolved-config.js";
import type { GenerateOptions } from "./generate-result.js";
import { hostingClashes } from "./hosted/hosting-clashes.js";
import { type HostedPlugins, readHostedPlugins } from "./hosted/read-hosted-plugins.js";
import type { ProjectModel } from "./model/model.js";
import type { ReadResult } from "./read/read-result.js";

/** A plugin as it was read; what it hosts is part of its project. */
export interface ReadPlugin extends ReadResult {
  readonly config: ResolvedConfig;
  /** Relative to the plugin's root; where it would be if there is none. */
  readonly configFile: string;
  /** What was there before anything was read. */
  readonly before: StateBefore;
  /** Texts that the config and the plugin's own emitters follow from, by absolute path; undefined if other things decide, too. */
  readonly configInputs: ReadonlyMap<string, string> | undefined;
}

type ReadOptions = Pick<GenerateOptions, "config" | "onStage" | "memory"> & Omit<RecalledRun, "record">;

/**
 * Reads a plugin: its config, its models, and those that it hosts.
 *
 * @throws {ConfigError} where the config cannot be followed.
 */
export async function readPlugin(
  root: string,
  { config: given, onStage, memory, hashes, folders }: ReadOptions,
): Promise<ReadPlugin> {
  onStage?.("config");
  const texts = configText(root, given);
  const [path = join(root, "cmgen.config.ts")] = texts.keys();
  const configFile = relative(root, path);
  const config = await loadConfig(root, given);
  const before = stateBefore(root, { config, hashes, folders });
  const hosting = readHostedPlugins(root, config.plugins, configFile);
  onStage?.("read");
  // The compiler takes a quarter of a second to load: a command that reads nothing does not wait for it.
  const { readProject } = await import("./read/read-project.js");
  const reading = readProject(root, config, { memory });
  const problems = reading.diagnostics.some(({ severity }) => severity === "error")
    ? []
    : [...usersProblems(reading.project, config), ...subscriptionsProblems(reading.project, config)];
  if (problems.length > 0) throw new ConfigError(configFile, problems);
  return {
    ...reading,
    config,
    configFile,
    before,
    configInputs: configInputs(root, config, texts),
    project: hostingProject(withSettings(reading.project, config), hosting, configFile),
    inputs: new Map([...reading.inputs, ...hosting.inputs]),
  };
}

function withSettings(project: ProjectModel, { subscriptions, tenants }: ResolvedConfig): ProjectModel {
  return { ...project, ...(subscriptions && { subscriptions }), ...(tenants && { tenants }) };
}

/** @throws {ConfigError} if the plugins of the service cannot be together in one. */
function hostingProject(own: ProjectModel, { hosted }: HostedPlugins, configFile: string): ProjectModel {
  if (hosted.length === 0) return own;
  const project = { ...own, hosted };
  const clashes = hostingClashes(project);
  if (clashes.length > 0) throw new ConfigError(configFile, clashes);
  return project;
}
