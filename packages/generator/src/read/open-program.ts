import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "./compiler.js";
import { standardLibrary } from "./standard-library.js";

/** Virtual path of the standard library's declarations. */
const libraryPath = "/cmgen-standard-library/lib.es5.d.ts";

/**
 * Opens a program of `files` and all they import, with the resolution the plugin's tsconfig.json asks for. Nothing is
 * type-checked here; the checker works only where it is asked.
 */
export function openProgram(root: string, files: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = { ...resolutionOptions(root), ...ownOptions() };
  return compiler.createProgram([...files], options, createHost(root, options));
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
function resolutionOptions(root: string): ts.CompilerOptions {
  const path = join(root, "tsconfig.json");
  const fallback = { module: compiler.ModuleKind.NodeNext, moduleResolution: compiler.ModuleResolutionKind.NodeNext };
  if (!compiler.sys.fileExists(path)) return fallback;
  const { config } = compiler.readConfigFile(path, compiler.sys.readFile) as { config?: unknown };
  // The files are the caller's business: without a folder listing the config is parsed in no time.
  const host: ts.ParseConfigHost = { ...compiler.sys, readDirectory: () => [] };
  return { ...fallback, ...compiler.parseJsonConfigFileContent(config, host, root, undefined, path).options };
}

function createHost(root: string, options: ts.CompilerOptions): ts.CompilerHost {
  const host = compiler.createCompilerHost(options);
  host.getCurrentDirectory = () => root;
  host.getDefaultLibLocation = () => "/cmgen-standard-library";
  host.getDefaultLibFileName = () => libraryPath;
  host.getSourceFile = (path, languageVersion) => parse(path, languageVersion);
  return host;
}

/** Doc comments are read by our own scanner, only where they matter: skipping them here halves the time to parse. */
function parse(path: string, version: ts.ScriptTarget | ts.CreateSourceFileOptions): ts.SourceFile | undefined {
  const text = readText(path);
  if (text === undefined) return undefined;
  const given = typeof version === "object" ? version : { languageVersion: version };
  const options = { ...given, jsDocParsingMode: compiler.JSDocParsingMode.ParseNone };
  return compiler.createSourceFile(path, text, options, false);
}

function readText(path: string): string | undefined {
  if (path === libraryPath) return standardLibrary;
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
