import type { ts } from "ts-morph";

import { compiler, standardLibrary } from "../compiler.js";
import type { InputFiles } from "../input-files.js";

const libraryFolder = "/cmgen-standard-library";

/** Whether a path is that of a file of the standard library. */
export function isLibraryFile(path: string): boolean {
  return path.startsWith(`${libraryFolder}/`);
}

/** Declaration files, most of which are the same for every program of this process: a watching run and tests parse them once. */
const parsed = new Map<string, ts.SourceFile>();

/** What to make a program of. */
export interface ProgramInput {
  readonly root: string;
  /** Absolute paths. */
  readonly files: readonly string[];
  readonly options: ts.CompilerOptions;
  readonly inputs: InputFiles;
  /** Told of each import that leads to a file: absolute paths. */
  readonly onImport?: (from: string, to: string) => void;
}

/** The program of some files and of all that they refer to. */
export function openProgram(input: ProgramInput): ts.Program {
  const { root, files, options, inputs } = input;
  const library = standardLibrary();
  const host = compiler.createCompilerHost(options);
  const libraryText = (path: string): string | undefined =>
    isLibraryFile(path) ? library.get(path.slice(libraryFolder.length + 1)) : undefined;
  host.getCurrentDirectory = () => root;
  host.getDefaultLibLocation = () => libraryFolder;
  host.getDefaultLibFileName = (given) => `${libraryFolder}/${compiler.getDefaultLibFileName(given)}`;
  host.readFile = (path) => libraryText(path) ?? inputs.programText(path);
  host.fileExists = (path) => libraryText(path) !== undefined || exists(path, inputs);
  host.directoryExists = (path) => folderExists(path, inputs);
  host.getSourceFile = (path, parsing) => {
    const text = libraryText(path) ?? inputs.programText(path);
    return text === undefined ? undefined : parse({ path, text, options, parsing });
  };
  host.resolveModuleNameLiterals = resolver(input, host);
  return compiler.createProgram([...files], options, host);
}

/** Resolves modules as the plugin's tsconfig.json has it. Nothing looks for Node's own: they are declared, not found. */
function resolver(
  { root, options, onImport }: ProgramInput,
  host: ts.CompilerHost,
): NonNullable<ts.CompilerHost["resolveModuleNameLiterals"]> {
  const cache = compiler.createModuleResolutionCache(root, (path) => path, options);
  return (...[literals, containing, redirected, given, file]) =>
    literals.map((literal) => {
      if (literal.text.startsWith("node:")) return { resolvedModule: undefined };
      const mode = compiler.getModeForUsageLocation(file, literal, given);
      const found = compiler.resolveModuleName(literal.text, containing, given, host, cache, redirected, mode);
      if (found.resolvedModule !== undefined) onImport?.(containing, found.resolvedModule.resolvedFileName);
      return found;
    });
}

function exists(path: string, inputs: InputFiles): boolean {
  if (inputs.isEdited(path) || compiler.sys.fileExists(path)) return true;
  inputs.missed(path);
  return false;
}

function folderExists(path: string, inputs: InputFiles): boolean {
  if (compiler.sys.directoryExists(path)) return true;
  inputs.missedFolder(path);
  return false;
}

interface Parsing {
  readonly path: string;
  readonly text: string;
  readonly options: ts.CompilerOptions;
  readonly parsing: ts.ScriptTarget | ts.CreateSourceFileOptions;
}

function parse(given: Parsing): ts.SourceFile {
  const { path, text } = given;
  if (!/\.d\.[cm]?ts$/.test(path)) return parseAnew(given);
  const key = keyOf(given);
  const known = parsed.get(key);
  if (known?.text === text) return known;
  const file = parseAnew(given);
  parsed.set(key, file);
  return file;
}

/** Doc comments are read by our own scanner, only where they matter: skipping them here halves the time to parse. */
function parseAnew({ path, text, parsing }: Parsing): ts.SourceFile {
  const options = typeof parsing === "object" ? parsing : { languageVersion: parsing };
  const { ParseNone } = compiler.JSDocParsingMode;
  return compiler.createSourceFile(path, text, { ...options, jsDocParsingMode: ParseNone });
}

/** What a file is parsed and bound by. */
function keyOf({ path, options, parsing }: Parsing): string {
  const { target, module, moduleDetection, jsx, strict, alwaysStrict } = options;
  const format = typeof parsing === "object" ? parsing.impliedNodeFormat : undefined;
  return JSON.stringify([path, target, module, moduleDetection, jsx, strict, alwaysStrict, format]);
}

export interface SyntaxProblem {
  readonly start: number;
  readonly length: number;
  readonly messageText: string | ts.DiagnosticMessageChain;
}

/**
 * What the parser stumbled over. The parser keeps it in a field that its types leave out; the public way to it is through a whole
 * program.
 */
export function syntaxProblems(file: ts.SourceFile): readonly SyntaxProblem[] {
  const { parseDiagnostics } = file as ts.SourceFile & { readonly parseDiagnostics: readonly SyntaxProblem[] };
  return [...parseDiagnostics, ...jsdocTypes(file)];
}

/** What a type of JSDoc has before or after it, and most files nowhere. */
const perhapsJsdocType = /[?!]\s*(?:[;,)\]}|&>=]|\r?\n)|[:<|&([,]\s*[?!*]/;

/** Types like `string?`, which the parser takes for JSDoc's, though they are not in a comment. */
function jsdocTypes(file: ts.SourceFile): readonly SyntaxProblem[] {
  if (!perhapsJsdocType.test(file.text)) return [];
  const problems: SyntaxProblem[] = [];
  const visit = (node: ts.Node): void => {
    const { JSDocAllType: first, JSDocNamepathType: last } = compiler.SyntaxKind;
    if (node.kind < first || node.kind > last) return compiler.forEachChild(node, visit);
    const start = node.getStart(file);
    const messageText = `\`${node.getText(file)}\` is a type of JSDoc, not of TypeScript`;
    problems.push({ start, length: node.getEnd() - start, messageText });
  };
  visit(file);
  return problems;
}
