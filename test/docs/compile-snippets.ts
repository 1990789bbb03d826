import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { repositoryRoot } from "../boundaries/repository.js";
import { lintErrors } from "../lint/lint.js";
import type { Snippet } from "./snippets.js";

const plugin = join(repositoryRoot, "examples", "people");
const compiler = join(repositoryRoot, "node_modules", "typescript", "bin", "tsc");

/** What pages in a browser are compiled with besides. */
const ofPages = { jsx: "react-jsx", lib: ["ES2023", "DOM"] };

/**
 * Compiles blocks of TypeScript as if each were a file in the people plugin's `src`, by the plugin's own options; those with JSX in them
 * as parts of a page. Modules of a plugin, such as controllers, are in a folder below. Returns what the compiler has against them.
 */
export async function compileErrors(snippets: readonly Snippet[]): Promise<readonly string[]> {
  const [pages, others] = [true, false].map((isPage) =>
    snippets.filter(({ language }) => (language === "tsx") === isPage),
  );
  return (await Promise.all([errorsOf(others ?? [], {}), errorsOf(pages ?? [], ofPages)])).flat();
}

/** They show parts: not all that they declare is used, and a function that has to return a promise may have nothing to wait for. */
const partly = { "@typescript-eslint/no-unused-vars": "off", "@typescript-eslint/require-await": "off" } as const;

/** A step gets objects of types that are no longer declared: to the compiler they are `any`. */
const isStep = (line: string, { text }: Snippet): boolean => line.includes("no-unsafe-") && text.includes("evolve: [");

/** What typescript-eslint has against the blocks. */
export async function snippetLint(snippets: readonly Snippet[]): Promise<readonly string[]> {
  const pages = snippets.filter(({ language }) => language === "tsx");
  const others = snippets.filter(({ language }) => language !== "tsx");
  return [...(await lintOf(others, {})), ...(await lintOf(pages, ofPages))];
}

async function lintOf(snippets: readonly Snippet[], besides: object): Promise<readonly string[]> {
  return withSnippets(snippets, besides, async (folder, files) => {
    const all = await lintErrors(folder, [...files.keys()], partly);
    const found = all.filter((line) => {
      const snippet = files.get(line.slice(0, line.indexOf(":")));
      return snippet === undefined || !isStep(line, snippet);
    });
    return found.map((line) => {
      const [, path = "", at = "", problem = ""] = /^(.+?):(\d+) (.*)$/.exec(line) ?? [];
      return `${files.get(path)?.place}: line ${at} of the block: ${problem}`;
    });
  });
}

async function errorsOf(snippets: readonly Snippet[], besides: object): Promise<readonly string[]> {
  return withSnippets(snippets, besides, async (folder, files) => {
    const command = [compiler, "--project", folder, "--pretty", "false"];
    const printed = await promisify(execFile)(process.execPath, command, { cwd: folder }).then(
      () => [],
      ({ stdout }: { readonly stdout: string }) => stdout.split(/^(?=\S)/m),
    );
    return printed.map((error) => messageOf(error.trimEnd(), files));
  });
}

/** Does something in a folder that has the blocks as files, by their paths. */
async function withSnippets(
  snippets: readonly Snippet[],
  besides: object,
  work: (folder: string, files: ReadonlyMap<string, Snippet>) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  if (snippets.length === 0) return [];
  const folder = pluginBeside();
  try {
    const files = new Map(
      snippets.map((snippet, at) => [`${folderOf(snippet)}/snippet-${at}.${snippet.language}`, snippet]),
    );
    for (const [path, { text }] of files) writeFileSync(join(folder, path), text);
    const own = { rootDir: ".", noEmit: true, moduleDetection: "force" };
    const config = {
      extends: join(plugin, "tsconfig.json"),
      compilerOptions: { ...own, ...besides },
      include: [...files.keys()],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    return await work(folder, files);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A folder with the people plugin's sources, in which blocks can be written beside them. */
function pluginBeside(): string {
  const folder = mkdtempSync(join(tmpdir(), "cmgen-snippets-"));
  symlinkSync(join(repositoryRoot, "node_modules"), join(folder, "node_modules"));
  symlinkSync(join(plugin, "package.json"), join(folder, "package.json"));
  mkdirSync(join(folder, modules), { recursive: true });
  for (const name of readdirSync(join(plugin, "src")))
    symlinkSync(join(plugin, "src", name), join(folder, "src", name));
  return folder;
}

const modules = "src/modules";

function folderOf({ text }: Snippet): string {
  return /^export default (?:define(?!Model|Access)|class )/m.test(text) ? modules : dirname(modules);
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

/** An error as it was printed, at the block's place in its page. */
function messageOf(error: string, files: ReadonlyMap<string, Snippet>): string {
  const [, path = "", line, message] = /^(.+?)\((\d+),\d+\): error TS\d+: ([^]*)$/.exec(error) ?? [];
  const snippet = files.get(path);
  return snippet === undefined ? error : `${snippet.place}: line ${line} of the block: ${message}`;
}
