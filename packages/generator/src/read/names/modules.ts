import { dirname } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";
import { standardLibrary } from "../standard-library.js";
import { compilerOptions } from "./compiler-options.js";

const libraryFolder = "/cmgen-standard-library";
/** Virtual path of the standard library's declarations. */
const libraryPath = `${libraryFolder}/lib.es5.d.ts`;

/**
 * The source files of a plugin and of what it imports, parsed when they are first asked for. Most declarations are understood from
 * their syntax: the program with its checker, which costs as much as everything else together, is made when it is first needed.
 */
export class Modules {
  readonly #root: string;
  readonly #roots: readonly string[];
  readonly #inputs: InputFiles;
  readonly #options: ts.CompilerOptions;
  readonly #host: ts.CompilerHost;
  readonly #cache: ts.ModuleResolutionCache;
  readonly #files = new Map<string, ts.SourceFile | undefined>();
  readonly #resolved = new Map<string, string | undefined>();
  readonly #formats = new Map<string, ts.ResolutionMode>();
  #program: ts.Program | undefined;

  /** @param roots Absolute paths of the modules that declare models. */
  constructor(root: string, roots: readonly string[], inputs: InputFiles) {
    this.#root = root;
    this.#roots = roots;
    this.#inputs = inputs;
    this.#options = compilerOptions(root, inputs);
    this.#host = this.#createHost();
    this.#cache = compiler.createModuleResolutionCache(root, (path) => path, this.#options);
    for (const path of roots) this.#resolved.set(path, path);
  }

  /** The modules that declare models, in order. */
  rootFiles(): readonly ts.SourceFile[] {
    return this.#roots.flatMap((path) => this.file(path) ?? []);
  }

  /** The standard library's declarations. */
  library(): ts.SourceFile {
    return this.file(libraryPath) ?? unreachable();
  }

  /** The file at an absolute path; `undefined` where there is none. */
  file(path: string): ts.SourceFile | undefined {
    if (this.#files.has(path)) return this.#files.get(path);
    const file = parse(path, path === libraryPath ? standardLibrary : this.#inputs.read(path));
    this.#files.set(path, file);
    return file;
  }

  /** The module that a file imports under a specifier; `undefined` where it leads nowhere. */
  imported(specifier: string, from: ts.SourceFile): ts.SourceFile | undefined {
    const folder = dirname(from.fileName);
    const key = `${folder} ${specifier}`;
    const known = this.#resolved.has(key) ? this.#resolved.get(key) : this.#resolve(specifier, from);
    this.#resolved.set(key, known);
    return known === undefined ? undefined : this.file(known);
  }

  /** All of the plugin's declarations, for the checker. */
  get program(): ts.Program {
    this.#program ??= compiler.createProgram([...this.#roots], this.#options, this.#host);
    return this.#program;
  }

  #resolve(specifier: string, from: ts.SourceFile): string | undefined {
    const { fileName } = from;
    const mode = this.#formatOf(fileName);
    const { resolvedModule } = compiler.resolveModuleName(
      specifier,
      fileName,
      this.#options,
      this.#host,
      this.#cache,
      undefined,
      mode,
    );
    return resolvedModule?.resolvedFileName;
  }

  /** Whether a file is an ES module: packages may answer other files to those. */
  #formatOf(path: string): ts.ResolutionMode {
    const key = /\.[cm]ts$/.test(path) ? path : dirname(path);
    if (this.#formats.has(key)) return this.#formats.get(key);
    const format = compiler.getImpliedNodeFormatForFile(
      path,
      this.#cache.getPackageJsonInfoCache(),
      this.#host,
      this.#options,
    );
    this.#formats.set(key, format);
    return format;
  }

  #createHost(): ts.CompilerHost {
    const host = compiler.createCompilerHost(this.#options);
    host.getCurrentDirectory = () => this.#root;
    host.getDefaultLibLocation = () => libraryFolder;
    host.getDefaultLibFileName = () => libraryPath;
    host.readFile = (path) => this.#inputs.read(path);
    host.getSourceFile = (path, options) => adopted(this.file(path), options);
    return host;
  }
}

/** Doc comments are read by our own scanner, only where they matter: skipping them here halves the time to parse. */
function parse(path: string, text: string | undefined): ts.SourceFile | undefined {
  if (text === undefined) return undefined;
  const { ScriptTarget, JSDocParsingMode } = compiler;
  const options = { languageVersion: ScriptTarget.ES2022, jsDocParsingMode: JSDocParsingMode.ParseNone };
  return compiler.createSourceFile(path, text, options, true);
}

/** A file as a program wants it: it knows what sort of module it is. */
function adopted(
  file: ts.SourceFile | undefined,
  options: ts.ScriptTarget | ts.CreateSourceFileOptions,
): ts.SourceFile | undefined {
  if (file === undefined || typeof options !== "object") return file;
  file.impliedNodeFormat = options.impliedNodeFormat;
  options.setExternalModuleIndicator?.(file);
  return file;
}

function unreachable(): never {
  throw new Error("The standard library is always there.");
}

/**
 * What the parser stumbled over. The parser keeps it in a field that its types leave out; the public way to it is through a whole
 * program.
 */
export function syntaxProblems(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  return (file as ts.SourceFile & { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] }).parseDiagnostics;
}
