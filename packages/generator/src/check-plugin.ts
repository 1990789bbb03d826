import { join } from "node:path";

import { check } from "./check/check.js";
import { withoutPackageMisfits } from "./check/without-package-misfits.js";
import type { ResolvedConfig } from "./config/resolved-config.js";
import type { Diagnostic } from "./diagnostic/diagnostic.js";
import { sortDiagnostics } from "./diagnostic/sort-diagnostics.js";
import type { GenerateOptions } from "./generate-result.js";
import { checkManifests, type ManifestCheck } from "./manifests/check-manifests.js";
import { failingModel, messageAt, modelPlace } from "./model/failing-model.js";
import type { ProjectModel } from "./model/model.js";
import type { ReadPlugin } from "./read-plugin.js";

/** What was found of a plugin that was read. */
export interface CheckedPlugin {
  /** Without the tags of other packages that apply to nothing. */
  readonly project: ProjectModel;
  readonly diagnostics: readonly Diagnostic[];
  readonly isValid: boolean;
  /** Texts of the files that diagnostics point into. */
  readonly sources: ReadonlyMap<string, string>;
  /** The same for diagnostics of later stages. */
  readonly textsFor: (diagnostics: readonly Diagnostic[]) => ReadonlyMap<string, string>;
  /** Texts of all files that were read, by absolute path. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** Checks a plugin's models and, if they are valid, its manifests. */
export async function checkPlugin(
  root: string,
  plugin: ReadPlugin,
  { onStage }: Pick<GenerateOptions, "onStage">,
): Promise<CheckedPlugin> {
  onStage?.("check");
  const { config } = plugin;
  const project = withoutPackageMisfits(plugin.project, config);
  const ofModels = sortDiagnostics([...plugin.diagnostics, ...checked(project, config)]);
  onStage?.("manifests");
  const manifests = hasErrors(ofModels) ? noManifests : await checkManifests(root, project);
  const diagnostics = sortDiagnostics([...ofModels, ...manifests.diagnostics]);
  const manifestTexts = [...manifests.texts].map(([file, text]) => [join(root, file), text] as const);
  const inputs = new Map([...plugin.inputs, ...manifestTexts]);
  const textOf = (name: string): string => plugin.sources.get(name) ?? inputs.get(join(root, name)) ?? "";
  const textsFor = (some: readonly Diagnostic[]): ReadonlyMap<string, string> =>
    new Map([...new Set(some.flatMap(({ span }) => span?.file ?? []))].map((name) => [name, textOf(name)]));
  return {
    project,
    diagnostics,
    isValid: !hasErrors(diagnostics),
    sources: textsFor(diagnostics),
    textsFor,
    inputs,
  };
}

/** As {@link check}; an error that nobody foresaw says at which model it came. */
function checked(project: ProjectModel, config: ResolvedConfig): readonly Diagnostic[] {
  try {
    return check(project, config);
  } catch (error) {
    const model = failingModel(project, (part) => check(part, config));
    throw new Error(messageAt(error, model && modelPlace(model)), { cause: error });
  }
}

/** Of models with problems not even the schemas are known. */
const noManifests: ManifestCheck = { diagnostics: [], texts: new Map() };

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
