import { join } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "./compiler.js";
import type { InputFiles } from "./input-files.js";
import { standardLibrary } from "./standard-library.js";

/** Virtual path of the standard library's declarations. */
const libraryPath = "/cmgen-standard-library/lib.es5.d.ts";

/**
 * Opens a program of `files` and all they import, with the resolution the plugin's tsconfig.json asks for. Nothing is
 * type-checked here; the checker works only where it is asked.
 */
export function openProgram(root: string, files: readonly string[], inputs: InputFiles): ts.Program {
  const options: ts.CompilerOptions = { ...resolutionOptions(root, inputs), ...ownOptions() };
  return compiler.createProgram([...files], options, createHost(root, options, inputs));
}

/** What the reader needs whatever the plugin says: nulls kept apart, no ambient packages, a small library. */
function ownOptions(): ts.CompilerOptions {
  return {
    target: compiler.ScriptTarget.ES2022,
    lib: ["lib.es5.d.ts"],
    types: [],
    strict: true,
    strictNullChecks: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    noLib: false,
    skipLibCheck: true,
    allowJs: false,
    checkJs: false,
    incremental: false,
    composite: false,
  };
}

/** The options of the plugin's tsconfig.json, or those of a Node package where it has none. */
function resolutionOptions(root: string, inputs: InputFiles): ts.CompilerOptions {
  const path = join(root, "tsconfig.json");
  const fallback = { module: compiler.ModuleKind.NodeNext, moduleResolution: compiler.ModuleResolutionKind.NodeNext };
  if (!compiler.sys.fileExists(path)) return fallback;
  const readFile = (file: string): string | undefined => inputs.read(file);
  const { config } = compiler.readConfigFile(path, readFile) as { config?: unknown };
  // The files are the caller's business: without a folder listing the config is parsed in no time.
  const host: ts.ParseConfigHost = { ...compiler.sys, readFile, readDirectory: () => [] };
  return { ...fallback, ...compiler.parseJsonConfigFileContent(config, host, root, undefined, path).options };
}

function createHost(root: string, options: ts.CompilerOptions, inputs: InputFiles): ts.CompilerHost {
  const host = compiler.createCompilerHost(options);
  host.getCurrentDirectory = () => root;
  host.getDefaultLibLocation = () => "/cmgen-standard-library";
  host.getDefaultLibFileName = () => libraryPath;
  host.readFile = (path) => inputs.read(path);
  host.getSourceFile = (path, languageVersion) =>
    parse(path, path === libraryPath ? standardLibrary : inputs.read(path), languageVersion);
  return host;
}

/** Doc comments are read by our own scanner, only where they matter: skipping them here halves the time to parse. */
function parse(
  path: string,
  text: string | undefined,
  version: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  if (text === undefined) return undefined;
  const given = typeof version === "object" ? version : { languageVersion: version };
  const options = { ...given, jsDocParsingMode: compiler.JSDocParsingMode.ParseNone };
  return compiler.createSourceFile(path, text, options, false);
}
