import { join } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";

/** How the plugin's tsconfig.json has modules resolved, and what the reader needs whatever that says. */
export function compilerOptions(root: string, inputs: InputFiles): ts.CompilerOptions {
  return { ...resolutionOptions(root, inputs), ...ownOptions() };
}

/** Nulls are kept apart, ambient packages left out, and the library is the reader's own. */
function ownOptions(): ts.CompilerOptions {
  return {
    target: compiler.ScriptTarget.ES2022,
    lib: ["lib.es5.d.ts"],
    types: [],
    strict: true,
    strictNullChecks: true,
    // Whatever the plugin says, `Required` takes `undefined` away: it has no form in JSON.
    exactOptionalPropertyTypes: false,
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
