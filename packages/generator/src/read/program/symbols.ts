import { dirname } from "node:path";
import type { ts } from "ts-morph";

import { relativePath } from "../../paths/slashed.js";
import { compiler } from "../compiler.js";
import { readManifest } from "../package-facts.js";

/** Tells what names in the source stand for, and where what they stand for comes from. */
export class Symbols {
  readonly packages = new PackageNames();
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #foreign = new Map<ts.SourceFile, boolean>();

  constructor(program: ts.Program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  /** What a name stands for, imports and re-exports followed; `undefined` where it leads nowhere. */
  of(name: ts.Node): ts.Symbol | undefined {
    const isShorthand = compiler.isShorthandPropertyAssignment(name.parent);
    return this.#target(
      isShorthand
        ? this.#checker.getShorthandAssignmentValueSymbol(name.parent)
        : this.#checker.getSymbolAtLocation(lastName(name)),
    );
  }

  /** Whether a name is that of an import which leads nowhere. */
  isLostImport(name: ts.Identifier): boolean {
    const symbol = this.#checker.getSymbolAtLocation(name);
    const isImport = symbol !== undefined && (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
    return isImport && this.#target(symbol) === undefined;
  }

  /** What a module exports under a name. */
  exported(file: ts.SourceFile, name: string): ts.Symbol | undefined {
    const module = this.#checker.getSymbolAtLocation(file);
    return this.#target(module && this.#checker.tryGetMemberInModuleExports(name, module));
  }

  /** Whether something is what has that name in @cmgen/model. */
  isVocabulary(symbol: ts.Symbol, name: string): boolean {
    return symbol.name === name && this.isOfVocabulary(symbol);
  }

  isOfVocabulary({ declarations = [] }: ts.Symbol): boolean {
    const [first] = declarations;
    return first !== undefined && this.packages.of(first.getSourceFile()) === "@cmgen/model";
  }

  /** Whether something is declared by the standard library. */
  isOfLibrary({ declarations = [] }: ts.Symbol): boolean {
    const [first] = declarations;
    return first !== undefined && this.#program.isSourceFileDefaultLibrary(first.getSourceFile());
  }

  /** The package that a node's file belongs to, by its package.json; `undefined` for the plugin itself. */
  otherPackageOf(node: ts.Node): string | undefined {
    const name = this.packages.of(node.getSourceFile());
    return name === this.packages.ofFolder(this.#program.getCurrentDirectory()) ? undefined : name;
  }

  /** Whether a node stands in a file that is not the plugin's own. */
  isForeign(node: ts.Node): boolean {
    const file = node.getSourceFile();
    const known = this.#foreign.get(file);
    if (known !== undefined) return known;
    const isForeign =
      this.#program.isSourceFileDefaultLibrary(file) ||
      this.#program.isSourceFileFromExternalLibrary(file) ||
      this.isInstalled(file);
    this.#foreign.set(file, isForeign);
    return isForeign;
  }

  /** Whether a file is in a folder of installed packages. That of a linked package is not: it is where the package is written. */
  isInstalled(file: ts.SourceFile): boolean {
    // From the plugin's folder on, which may lie in one of packages itself.
    const path = relativePath(this.#program.getCurrentDirectory(), file.fileName);
    return path.split("/").includes("node_modules");
  }

  #target(symbol: ts.Symbol | undefined): ts.Symbol | undefined {
    if (symbol === undefined) return undefined;
    const isAlias = (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
    const target = isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
    // What an import that leads nowhere stands for has no declaration.
    return target.declarations === undefined ? undefined : target;
  }
}

/** The name that a declaration gives to what it declares, whatever it is exported as. */
export function declaredName({ name, declarations = [] }: ts.Symbol): string {
  const [first] = declarations;
  const own = first && compiler.getNameOfDeclaration(first);
  return own !== undefined && compiler.isIdentifier(own) ? own.text : name;
}

/** The identifier that a dotted name, or `import("…").Name`, is resolved by. */
function lastName(name: ts.Node): ts.Node {
  if (compiler.isImportTypeNode(name)) return name.qualifier === undefined ? name : lastName(name.qualifier);
  if (compiler.isQualifiedName(name)) return name.right;
  return compiler.isPropertyAccessExpression(name) ? name.name : name;
}

/** Tells which package a source file belongs to, by the nearest package.json that has a name. */
class PackageNames {
  readonly #byFolder = new Map<string, string | undefined>();

  of(file: ts.SourceFile): string | undefined {
    return this.ofFolder(dirname(file.fileName));
  }

  ofFolder(folder: string): string | undefined {
    if (this.#byFolder.has(folder)) return this.#byFolder.get(folder);
    const parent = dirname(folder);
    const name = nameIn(folder) ?? (parent === folder ? undefined : this.ofFolder(parent));
    this.#byFolder.set(folder, name);
    return name;
  }
}

function nameIn(folder: string): string | undefined {
  const { name } = readManifest(folder) ?? {};
  return typeof name === "string" ? name : undefined;
}
