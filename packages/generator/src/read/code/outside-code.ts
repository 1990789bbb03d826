import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join } from "node:path";
import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { InputFiles } from "../input-files.js";
import { readManifest } from "../package-facts.js";

/** Where the texts are that the program does not hold. */
export interface CodeFiles {
  readonly inputs: InputFiles;
  /** Is told of each file that is read for another one: absolute paths. */
  readonly onImport?: ((from: string, to: string) => void) | undefined;
}

/** Says what stands for code that is not TypeScript of the plugin: packages, Node's modules, scripts. */
export class OutsideCode {
  readonly #files: CodeFiles;
  readonly #versions = new Map<string, string | undefined>();

  constructor(files: CodeFiles) {
    this.#files = files;
  }

  /**
   * What stands for what a module exports under a name.
   *
   * @param declared The declaration file that the module was found as, unless it is in an installed package.
   */
  nameIn(specifier: ts.StringLiteralLike, name: string, declared?: ts.SourceFile): string {
    const from = specifier.getSourceFile().fileName;
    const module = this.#module(specifier.text, from);
    const isLinked = declared !== undefined && !specifier.text.startsWith(".");
    const script = declared?.fileName.replace(/\.d\.([cm]?)ts$/, ".$1js") ?? "";
    return JSON.stringify([name, ...module, ...(isLinked ? this.#scripts(script, from) : [])]);
  }

  #module(specifier: string, from: string): readonly string[] {
    if (isBuiltin(specifier)) return [specifier.replace(/^(?!node:)/, "node:")];
    if (specifier.startsWith(".")) return [specifier, ...this.#scripts(join(dirname(from), specifier), from)];
    const [name = specifier] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
    return [specifier, this.#versionOf(name, dirname(from))];
  }

  /** Version of the package that modules of a folder import under a name; nothing where it is not installed. */
  #versionOf(name: string, folder: string): string {
    const path = join(folder, "node_modules", name);
    if (!this.#versions.has(path)) this.#versions.set(path, versionIn(path, this.#files.inputs));
    const parent = dirname(folder);
    return this.#versions.get(path) ?? (parent === folder ? "" : this.#versionOf(name, parent));
  }

  /** Hashes of a script and of all that it imports, and the packages among that. */
  #scripts(path: string, from: string): readonly string[] {
    const paths = new Set([path]);
    const said: string[] = [];
    // A set goes through what is added to it on the way.
    for (const script of paths) {
      // What a script is compiled from is what counts; it is code that was generated, or it would have been followed.
      const text = existsSync(script.replace(/\.([cm]?)js$/, ".$1ts")) ? undefined : this.#files.inputs.read(script);
      if (text === undefined) continue;
      this.#files.onImport?.(from, script);
      said.push(createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex"));
      for (const { fileName } of compiler.preProcessFile(text, true, true).importedFiles) {
        if (fileName.startsWith(".")) paths.add(join(dirname(script), fileName));
        else said.push(...this.#module(fileName, script));
      }
    }
    return said;
  }
}

function versionIn(path: string, inputs: InputFiles): string | undefined {
  const manifest = readManifest(path, inputs);
  if (manifest === undefined) return undefined;
  return typeof manifest["version"] === "string" ? manifest["version"] : "";
}
