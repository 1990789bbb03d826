import { join } from "node:path";
import type { ts } from "ts-morph";

import { compareText } from "../model/compare-text.js";
import { slashed } from "../paths/slashed.js";
import { compiler } from "./compiler.js";
import { generatedImports, typeSlice } from "./logic/type-slice.js";
import type { GivenNames } from "./link/type-names.js";
import type { InputFiles } from "./input-files.js";
import { moduleFiles, parseModule } from "./logic/logic-modules.js";
import { ambientFiles, outsideOf } from "./program/global-files.js";
import { pluginConfig } from "./program/plugin-config.js";
import type { ReadConfig } from "./read-result.js";

/** What is known of a plugin before a program of it is opened. Paths are absolute, with `/`. */
export interface Surroundings {
  readonly root: string;
  readonly inputs: InputFiles;
  readonly options: ts.CompilerOptions;
  /** See {@link PluginConfig}. */
  readonly compiledDir: string;
  readonly commonJs: string | undefined;
  /** The files that say so. */
  readonly settings: readonly string[];
  /** The modules the globs name, and those of endpoints that have types, sorted. */
  readonly paths: readonly string[];
  /** Files that say something to modules that do not import them. */
  readonly ambient: readonly string[];
  /** Names of types, by the keys of these. */
  readonly typeNames: GivenNames;
  /** Group and version of the models that do not say their own. */
  readonly api: string | undefined;
}

/** Finds the modules of a plugin, and how they are compiled. */
export function surroundingsOf(root: string, config: ReadConfig, inputs: InputFiles): Surroundings {
  const outDir = join(root, config.outDir);
  const { options, files, compiledDir, commonJs } = pluginConfig(root, outDir, inputs);
  const settings = [...inputs.texts().keys()];
  const ambient = ambientFiles(root, outsideOf(outDir, files), inputs);
  const paths = new Set([...modulePaths(root, config), ...inputs.edited(), ...slicedModules(root, config, inputs)]);
  const { typeNames = {}, api } = config;
  return {
    root,
    inputs,
    options,
    compiledDir,
    commonJs,
    settings,
    ambient,
    typeNames,
    api,
    paths: [...new Set([...paths].map((path) => slashed(path)))].sort(compareText),
  };
}

/** The modules of endpoints that have types, as absolute paths. Those that take them from generated code are reported, and not read. */
function slicedModules(root: string, { outDir }: ReadConfig, inputs: InputFiles): readonly string[] {
  const modules = moduleFiles(join(root, "src/endpoints")).filter((path) => inputs.read(path)?.includes("typed"));
  return modules.filter((path) => {
    const file = parseModule(path, inputs);
    const slice = generatedImports(file, join(root, outDir)).length > 0 ? undefined : typeSlice(file);
    if (slice !== undefined) inputs.slice(path, slice);
    return slice !== undefined;
  });
}

/** The modules the globs name, sorted; generated ones and tests are none. */
function modulePaths(root: string, { models, outDir, prismaClientDir }: ReadConfig): string[] {
  const excluded = ["**/node_modules", "**/*.d.ts", "**/*.test.ts", outDir, prismaClientDir];
  return compiler.sys.readDirectory(root, [".ts", ".mts"], excluded, [...models]).sort(compareText);
}
