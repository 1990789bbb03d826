import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../boundaries/repository.js";
import type { Snippet } from "./snippets.js";

const plugin = join(repositoryRoot, "examples", "people");

/**
 * Compiles blocks of TypeScript as if each were a file in the people plugin's `src`, by the plugin's own options. Returns what the
 * compiler has against them.
 */
export function compileErrors(snippets: readonly Snippet[]): readonly string[] {
  const files = new Map(snippets.map((snippet, at) => [join(plugin, "src", `snippet-${at}.ts`), snippet]));
  const options = { ...pluginOptions(), noEmit: true, moduleDetection: ts.ModuleDetectionKind.Force };
  const program = ts.createProgram([...files.keys()], options, hostOf(files, options));
  return [...files].flatMap(([path, snippet]) => {
    const source = program.getSourceFile(path);
    return ts.getPreEmitDiagnostics(program, source).map((diagnostic) => `${snippet.place}: ${messageOf(diagnostic)}`);
  });
}

/** The block as a module of JavaScript, its types removed. */
export function javascriptOf(snippet: Snippet): string {
  const compilerOptions = { ...pluginOptions(), module: ts.ModuleKind.ESNext };
  return ts.transpileModule(snippet.text, { compilerOptions }).outputText;
}

function pluginOptions(): ts.CompilerOptions {
  const config = ts.readConfigFile(join(plugin, "tsconfig.json"), (path) => ts.sys.readFile(path));
  return ts.parseJsonConfigFileContent(config.config, ts.sys, plugin).options;
}

/** The disk, with the blocks on it. */
function hostOf(files: ReadonlyMap<string, Snippet>, options: ts.CompilerOptions): ts.CompilerHost {
  const disk = ts.createCompilerHost(options);
  return {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path)?.text ?? disk.readFile(path),
    getSourceFile: (path, version, ...rest) => {
      const snippet = files.get(path);
      return snippet === undefined
        ? disk.getSourceFile(path, version, ...rest)
        : ts.createSourceFile(path, snippet.text, version, true);
    },
  };
}

function messageOf(diagnostic: ts.Diagnostic): string {
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
  const position = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
  return position === undefined ? text : `line ${position.line + 1} of the block: ${text}`;
}
