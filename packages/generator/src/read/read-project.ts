import { readdirSync } from "node:fs";
import { join } from "node:path";

import { baseTitle } from "../model/base-title.js";
import type { ProjectModel } from "../model/model.js";
import { typeLookup } from "../model/type-at-path.js";
import { withIndexes } from "../model/with-indexes.js";
import { compiler } from "./compiler.js";
import { readEndpoints } from "./logic/read-endpoints.js";
import { readAccess } from "./logic/read-access.js";
import { InputFiles } from "./input-files.js";
import type { GivenNames } from "./link/type-names.js";
import { readController, readHooks, readSchedule } from "./logic/read-logic.js";
import { logicModules, readServer, reportMisplaced } from "./logic/logic-modules.js";
import { packageFacts } from "./package-facts.js";
import { type ReadMemory, readModels } from "./read-models.js";
import type { ReadConfig, ReadResult } from "./read-result.js";
import type { Reporter } from "./reporter.js";
import { surroundingsOf } from "./surroundings.js";
import { relativePath } from "../paths/slashed.js";

export interface ReadingOptions {
  /** What earlier runs of this process learned: what still holds of it is not read again, and the result is the same. */
  readonly memory?: ReadMemory | undefined;
  /** Where texts come from. Default: the disk. */
  readonly inputs?: InputFiles;
}

/**
 * Reads every declaration of a plugin into plain data.
 *
 * @param root Absolute path of the plugin.
 */
export function readProject(
  root: string,
  config: ReadConfig,
  { memory, inputs = new InputFiles() }: ReadingOptions = {},
): ReadResult {
  const surroundings = surroundingsOf(root, config, inputs);
  const { linked, diagnostics, reporter } = readModels(surroundings, memory);
  const hosts = config.plugins !== undefined && config.plugins.length > 0;
  if (linked.models.length === 0 && diagnostics.size === 0 && !hosts) {
    reporter.reportAt("CM1010", undefined, { globs: config.models.map((glob) => `\`${glob}\``).join(", ") });
  }
  const { compiledDir, commonJs } = surroundings;
  if (commonJs !== undefined) reporter.reportAt("CM1060", undefined, { reason: commonJs });
  const lookup = typeLookup(linked);
  const server = readServer(reporter, inputs, { root, module: config.server });
  const access = readAccess(reporter, inputs, { root, outDir: config.outDir });
  reportMisplaced(reporter, inputs, { root, models: config.models });
  const project: ProjectModel = {
    ...packageFacts(root, inputs),
    models: linked.models.map((model) => withIndexes(lookup, model)),
    types: linked.types,
    hooks: logicModules(reporter, inputs, { root, folder: "src/hooks", read: readHooks }),
    controllers: logicModules(reporter, inputs, { root, folder: "src/controllers", read: readController }),
    schedules: logicModules(reporter, inputs, { root, folder: "src/schedules", read: readSchedule }),
    endpoints: logicModules(reporter, inputs, {
      root,
      folder: "src/endpoints",
      read: (...[given, file, module]) =>
        readEndpoints(given, file, {
          module,
          models: linked.models,
          types: linked.endpoints,
          outDir: join(root, config.outDir),
          typeNames: surroundings.typeNames,
        }),
    }),
    hasManifests: hasManifests(root),
    rootPath: relativePath(compiledDir, root) || ".",
    ...(server !== undefined && { server }),
    ...(access !== undefined && { access }),
  };
  reportLostNames(surroundings.typeNames, project, reporter);
  return {
    project,
    diagnostics: [...diagnostics.values()],
    sources: wholeTexts(reporter.files.texts(), root, inputs),
    inputs: inputs.texts(),
    folders: inputs.folders(),
  };
}

/** A key of `typeNames` without `#` is the API version or the path of endpoints. */
function reportLostNames(typeNames: GivenNames, { endpoints }: ProjectModel, reporter: Reporter): void {
  for (const key of Object.keys(typeNames).filter((name) => !name.includes("#"))) {
    if (!endpoints.some(({ base }) => base !== undefined && baseTitle(base) === key))
      reporter.reportAt("CM3050", undefined, { key });
  }
}

/** Of a module that the program has a slice of, the text as it is written. */
function wholeTexts(texts: ReadonlyMap<string, string>, root: string, inputs: InputFiles): ReadonlyMap<string, string> {
  const whole = [...inputs.slices().keys()].map((path) => {
    return [relativePath(root, path), inputs.read(path) ?? ""] as const;
  });
  return new Map([...texts, ...whole]);
}

/** By the same names as the service reads them when it starts. */
function hasManifests(root: string, folder = "extensions"): boolean {
  if (!compiler.sys.directoryExists(join(root, folder))) return false;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter(({ name }) => !name.startsWith("."))
    .some((entry) =>
      entry.isDirectory() ? hasManifests(root, `${folder}/${entry.name}`) : /\.(?:ya?ml|json)$/i.test(entry.name),
    );
}
