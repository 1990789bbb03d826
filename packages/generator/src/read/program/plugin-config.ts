import { dirname, join, relative } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";
import { readManifest } from "../package-facts.js";

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
  const config = text === undefined ? nodePackage() : parseConfig(path, text, hostOf(outDir, inputs));
  const { options, fileNames } = config;
  return {
    options: { ...options, ...ownOptions },
    files: fileNames,
    compiledDir: compiledFolder(root, outDir, config),
    commonJs: text === undefined ? undefined : reasonForCommonJs(root, options, inputs),
  };
}

/** What tsconfig.json says. Paths are absolute. */
type TsConfig = Pick<ts.ParsedCommandLine, "options" | "fileNames">;

function nodePackage(): TsConfig {
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

function parseConfig(path: string, text: string, host: ts.ParseConfigHost): TsConfig {
  const { config } = compiler.parseConfigFileTextToJson(path, text) as { config?: unknown };
  return compiler.parseJsonConfigFileContent(config ?? {}, host, join(path, ".."), undefined, path);
}

/**
 * Where the compiled modules of a folder are. If tsconfig.json does not say that, `src` is compiled to `dist`: another config of the compiler,
 * or another tool, writes the files. Paths are absolute.
 */
function compiledFolder(root: string, folder: string, { options, fileNames }: TsConfig): string {
  const { rootDir, outDir, composite, noEmit, emitDeclarationOnly } = options;
  const modules = fileNames.filter((file) => !/\.d\.[cm]?ts$/.test(file));
  if (noEmit === true || emitDeclarationOnly === true || modules.length === 0)
    return join(root, relative(root, folder).replace(/^src(?=[\\/]|$)/, "dist"));
  if (outDir === undefined) return folder;
  const top = rootDir ?? (composite === true ? root : commonFolder([...modules.map((file) => dirname(file)), folder]));
  return join(outDir, relative(top, folder));
}

/** The folder that `tsc` takes for `rootDir` if nothing names it. From TypeScript 6 on it refuses to guess another one than that of tsconfig.json. */
function commonFolder([first = "", ...others]: readonly string[]): string {
  const isBelow = (folder: string): boolean => !relative(first, folder).startsWith("..");
  return others.every(isBelow) ? first : commonFolder([dirname(first), ...others]);
}

/** Why the modules of a plugin are compiled to CommonJS, which generated code cannot be; nothing where they are not. */
function reasonForCommonJs(
  root: string,
  { module }: Pick<ts.CompilerOptions, "module">,
  inputs: InputFiles,
): string | undefined {
  const { CommonJS, ES2015, Node16, NodeNext } = compiler.ModuleKind;
  if (module === undefined) return undefined;
  if (module < ES2015) return `tsconfig.json has \`"module": "${compiler.ModuleKind[module] ?? CommonJS}"\``;
  const isOfPackage = module >= Node16 && module <= NodeNext;
  return isOfPackage && packageType(root, inputs) !== "module"
    ? 'package.json does not have `"type": "module"`'
    : undefined;
}

/** What the nearest package.json says of its modules. */
function packageType(folder: string, inputs: InputFiles): unknown {
  const manifest = readManifest(folder, inputs);
  if (manifest !== undefined || dirname(folder) === folder) return manifest?.["type"];
  return packageType(join(folder, ".."), inputs);
}
