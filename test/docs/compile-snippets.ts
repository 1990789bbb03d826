import { join } from "node:path";
import ts from "typescript";
import { repositoryRoot } from "../boundaries/repository.js";
import type { Snippet } from "./snippets.js";

const plugin = join(repositoryRoot, "examples", "people");

/** What pages in a browser are compiled with besides. */
const ofPages: ts.CompilerOptions = { jsx: ts.JsxEmit.ReactJSX, lib: ["lib.es2023.d.ts", "lib.dom.d.ts"] };

/**
 * Compiles blocks of TypeScript as if each were a file in the people plugin's `src`, by the plugin's own options; those with JSX in them
 * as parts of a page. Modules of a plugin, such as controllers, are in a folder below. Returns what the compiler has against them.
 */
export function compileErrors(snippets: readonly Snippet[]): readonly string[] {
  const [pages, others] = [true, false].map((isPage) =>
    snippets.filter(({ language }) => (language === "tsx") === isPage),
  );
  return [...errorsOf(others ?? [], {}), ...errorsOf(pages ?? [], ofPages)];
}

function errorsOf(snippets: readonly Snippet[], besides: ts.CompilerOptions): readonly string[] {
  if (snippets.length === 0) return [];
  const paths = snippets.map((snippet, at) => join(plugin, folderOf(snippet), `snippet-${at}.${snippet.language}`));
  const files = new Map(snippets.map((snippet, at) => [paths[at] ?? "", snippet]));
  const options = { ...pluginOptions(), ...besides, noEmit: true, moduleDetection: ts.ModuleDetectionKind.Force };
  const program = ts.createProgram([...files.keys()], options, hostOf(files, options));
  return [...files].flatMap(([path, snippet]) => {
    const source = program.getSourceFile(path);
    return ts.getPreEmitDiagnostics(program, source).map((diagnostic) => `${snippet.place}: ${messageOf(diagnostic)}`);
  });
}

function folderOf({ text }: Snippet): string {
  return /^export default (?:define(?!Model)|class )/m.test(text) ? join("src", "modules") : "src";
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
