import { join } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";
import { compiledFolder } from "./compiled-folder.js";
import { reasonForCommonJs } from "./module-format.js";

/** How the plugin's tsconfig.json has it compiled. */
export interface PluginConfig {
  readonly options: ts.CompilerOptions;
  /** The files it includes, as absolute paths. */
  readonly files: readonly string[];
  /** Absolute path of the folder of the compiled modules of generated code. */
  readonly compiledDir: string;
  /** Why modules are compiled to CommonJS; absent where they are not. */
  readonly commonJs: string | undefined;
}

/** What the plugin has no say in. */
const ownOptions: ts.CompilerOptions = {
  // Without it `null` and `undefined` would be part of every type.
  strictNullChecks: true,
  noEmit: true,
  noLib: false,
  skipLibCheck: true,
  allowJs: false,
  checkJs: false,
  incremental: false,
  composite: false,
};

/**
 * Reads the plugin's tsconfig.json; without one it is compiled as a Node package.
 *
 * @param outDir Absolute path of the folder of generated files, which is not searched: it may have thousands of folders.
 */
export function pluginConfig(root: string, outDir: string, inputs: InputFiles): PluginConfig {
  const path = join(root, "tsconfig.json");
  const text = inputs.read(path);
  const { options, fileNames } = text === undefined ? nodePackage() : parseConfig(path, text, hostOf(outDir, inputs));
  return {
    options: { ...options, ...ownOptions },
    files: fileNames,
    compiledDir: compiledFolder(root, outDir, { options, files: fileNames }),
    commonJs: text === undefined ? undefined : reasonForCommonJs(root, options, inputs),
  };
}

function nodePackage(): Pick<ts.ParsedCommandLine, "options" | "fileNames"> {
  const { ModuleKind, ModuleResolutionKind, ScriptTarget } = compiler;
  const options: ts.CompilerOptions = {
    target: ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts"],
    module: ModuleKind.NodeNext,
    moduleResolution: ModuleResolutionKind.NodeNext,
    types: ["node"],
    strict: true,
  };
  return { options, fileNames: [] };
}

function hostOf(outDir: string, inputs: InputFiles): ts.ParseConfigHost {
  return {
    ...compiler.sys,
    readFile: (file) => inputs.read(file),
    readDirectory: (...[folder, extensions, excludes, includes, depth]) =>
      compiler.sys.readDirectory(folder, extensions, [...(excludes ?? []), outDir], includes, depth),
  };
}

function parseConfig(path: string, text: string, host: ts.ParseConfigHost): ts.ParsedCommandLine {
  const { config } = compiler.parseConfigFileTextToJson(path, text) as { config?: unknown };
  return compiler.parseJsonConfigFileContent(config ?? {}, host, join(path, ".."), undefined, path);
}
