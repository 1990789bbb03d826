import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { type Export, type FileScope, type Import, readFileScope } from "./file-scope.js";
import type { Modules } from "./modules.js";

/** What a name stands for, as an object that is the same wherever the name leads to the same. */
export interface Meaning {
  /** All declarations of it: an interface may have several. */
  readonly declarations: readonly ts.Declaration[];
  /** The module, where the name is that of a namespace of all its exports. */
  readonly module?: ts.SourceFile;
}

/** How many modules may pass a name on: a bound, because two may pass it to each other. */
const maxDepth = 50;

/**
 * Finds what names stand for, through imports, re-exports and packages. Reads it from syntax, and asks the checker only where that
 * does not tell: namespaces, augmented modules, ambient declarations.
 */
export class Names {
  readonly #modules: Modules;
  readonly #scopes = new Map<ts.SourceFile, FileScope>();
  readonly #meanings = new Map<ts.Declaration | ts.SourceFile, Meaning>();
  readonly #byNode = new Map<ts.Node, Meaning | undefined>();
  readonly #isAugmented: boolean;

  constructor(modules: Modules) {
    this.#modules = modules;
    this.#isAugmented = modules.rootFiles().some((file) => this.#scopeOf(file).isAugmenting);
  }

  /** What a name in the source stands for; `undefined` where it leads nowhere. Type parameters are none of its business. */
  of(name: ts.Node): Meaning | undefined {
    if (compiler.isIdentifier(name)) return this.#ofIdentifier(name);
    if (this.#byNode.has(name)) return this.#byNode.get(name);
    const meaning = this.#ofQualified(name) ?? this.#checked(name);
    this.#byNode.set(name, meaning);
    return meaning;
  }

  /** What a module exports under a name. */
  exported(file: ts.SourceFile, name: string, depth = 0): Meaning | undefined {
    if (depth > maxDepth) return undefined;
    const scope = this.#scopeOf(file);
    const found = scope.exports.get(name);
    if (found !== undefined) return this.#ofExport(file, found, depth);
    if (name === "default") return undefined;
    for (const specifier of scope.stars) {
      const module = this.#modules.imported(specifier, file);
      const meaning = module && this.exported(module, name, depth + 1);
      if (meaning !== undefined) return meaning;
    }
    return undefined;
  }

  /** The meaning of a symbol of the checker. */
  ofSymbol(symbol: ts.Symbol): Meaning {
    const { checker } = this;
    const target = symbol.flags & compiler.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return this.#meaning(target.declarations ?? []);
  }

  get checker(): ts.TypeChecker {
    return this.#modules.program.getTypeChecker();
  }

  #ofIdentifier(name: ts.Identifier): Meaning | undefined {
    const file = name.getSourceFile();
    if (this.#isAugmented || this.#scopeOf(file).isIntricate) return this.#checked(name);
    const found = this.#inFile(file, name.text, 0) ?? this.#inFile(this.#modules.library(), name.text, 0);
    return found ?? (parameterNamed(name) === undefined ? this.#checked(name) : undefined);
  }

  #inFile(file: ts.SourceFile, name: string, depth: number): Meaning | undefined {
    const scope = this.#scopeOf(file);
    const declarations = scope.declared.get(name);
    if (declarations !== undefined) return this.#meaning(declarations);
    const imported = scope.imports.get(name);
    return imported && this.#ofImport(file, imported, depth);
  }

  #ofExport(file: ts.SourceFile, found: Export, depth: number): Meaning | undefined {
    return "local" in found ? this.#inFile(file, found.local, depth + 1) : this.#ofImport(file, found, depth);
  }

  #ofImport(file: ts.SourceFile, { specifier, name }: Import, depth: number): Meaning | undefined {
    const module = this.#modules.imported(specifier, file);
    if (module === undefined) return undefined;
    return name === "*" ? this.#namespace(module) : this.exported(module, name, depth + 1);
  }

  /** `module.Name`, `Enum.Member` and `import("…").Name`. */
  #ofQualified(name: ts.Node): Meaning | undefined {
    if (compiler.isImportTypeNode(name)) return this.#ofImportType(name);
    const [left, right] = partsOf(name);
    const owner = left && this.of(left);
    if (owner === undefined || right === undefined) return undefined;
    if (owner.module !== undefined) return this.exported(owner.module, right);
    const member = owner.declarations
      .flatMap((declaration) => (compiler.isEnumDeclaration(declaration) ? [...declaration.members] : []))
      .find((candidate) => candidate.name.getText() === right);
    return member && this.#meaning([member]);
  }

  #ofImportType({ argument, qualifier, ...rest }: ts.ImportTypeNode): Meaning | undefined {
    const literal = compiler.isLiteralTypeNode(argument) ? argument.literal : undefined;
    if (literal === undefined || !compiler.isStringLiteral(literal) || qualifier === undefined) return undefined;
    const module = this.#modules.imported(literal.text, literal.getSourceFile());
    return module && compiler.isIdentifier(qualifier) && !rest.isTypeOf
      ? this.exported(module, qualifier.text)
      : undefined;
  }

  #checked(name: ts.Node): Meaning | undefined {
    const node = compiler.isImportTypeNode(name) ? name.qualifier : name;
    const symbol = node && this.checker.getSymbolAtLocation(node);
    const meaning = symbol && this.ofSymbol(symbol);
    return meaning === undefined || meaning.declarations.length === 0 ? undefined : meaning;
  }

  #namespace(module: ts.SourceFile): Meaning {
    const meaning = this.#meanings.get(module) ?? { declarations: [], module };
    this.#meanings.set(module, meaning);
    return meaning;
  }

  #meaning(declarations: readonly ts.Declaration[]): Meaning {
    const [first] = declarations;
    const meaning = (first && this.#meanings.get(first)) ?? { declarations };
    for (const declaration of declarations) this.#meanings.set(declaration, meaning);
    return meaning;
  }

  #scopeOf(file: ts.SourceFile): FileScope {
    const scope = this.#scopes.get(file) ?? readFileScope(file);
    this.#scopes.set(file, scope);
    return scope;
  }
}

/** The type parameter that a name stands for where it is written. */
export function parameterNamed(name: ts.Identifier): ts.TypeParameterDeclaration | undefined {
  for (let node: ts.Node = name; !compiler.isSourceFile(node); node = node.parent) {
    const found = parametersAt(node).find((parameter) => parameter.name.text === name.text);
    if (found !== undefined) return found;
  }
  return undefined;
}

function parametersAt(node: ts.Node): readonly ts.TypeParameterDeclaration[] {
  if (compiler.isMappedTypeNode(node)) return [node.typeParameter];
  const isGeneric = compiler.isInterfaceDeclaration(node) || compiler.isTypeAliasDeclaration(node);
  return isGeneric ? (node.typeParameters ?? []) : [];
}

function partsOf(name: ts.Node): readonly [left?: ts.Node, right?: string] {
  if (compiler.isQualifiedName(name)) return [name.left, name.right.text];
  if (compiler.isPropertyAccessExpression(name)) return [name.expression, name.name.text];
  return [];
}
