import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { isLibraryFile } from "../program/open-program.js";
import { Symbols } from "../program/symbols.js";
import { codeUnit } from "./code-unit.js";
import type { OutsideCode } from "./outside-code.js";

/** What a name leads to: a declaration, a whole file, or, as text, what is not the plugin's own code. */
export type CodeTarget = ts.Node | string;

/** How many imports and exports may lead to one another: a bound, because two may refer to each other. */
const maxDepth = 50;

/** Follows names from one piece of code to others. Names of the language, of Node.js and of the piece itself lead nowhere. */
export class CodeNames {
  readonly #checker: ts.TypeChecker;
  readonly #symbols: Symbols;
  readonly #outside: OutsideCode;

  constructor(program: ts.Program, outside: OutsideCode) {
    this.#checker = program.getTypeChecker();
    this.#symbols = new Symbols(program);
    this.#outside = outside;
  }

  /** What a node of `unit` leads to outside of it. */
  targetsOf(node: ts.Node, unit: ts.Node): readonly CodeTarget[] {
    return this.#leadingTo(node, unit).filter((target) => target !== unit);
  }

  #leadingTo(node: ts.Node, unit: ts.Node): readonly CodeTarget[] {
    if (compiler.isImportDeclaration(node)) return node.importClause ? [] : this.#module(node.moduleSpecifier);
    if (compiler.isExportDeclaration(node)) return this.#exported(node);
    if (compiler.isCallExpression(node)) return this.#loaded(node);
    if (compiler.isPropertyAccessExpression(node)) return this.#member(node);
    if (compiler.isShorthandPropertyAssignment(node)) {
      return this.#follow(this.#checker.getShorthandAssignmentValueSymbol(node), unit);
    }
    if (!compiler.isIdentifier(node) || !isReference(node)) return [];
    const symbol = this.#checker.getSymbolAtLocation(node);
    const targets = this.#follow(symbol, unit);
    // What these run is only known when they run.
    const isUnknown = targets.length === 0 && /^(?:eval|Function)$/.test(node.text) && !this.#isLocal(symbol, unit);
    return isUnknown ? [node.getSourceFile()] : targets;
  }

  #isLocal(symbol: ts.Symbol | undefined, unit: ts.Node): boolean {
    return symbol?.declarations?.some((node) => isWithin(node, unit)) === true;
  }

  #follow(symbol: ts.Symbol | undefined, unit?: ts.Node, depth = 0): readonly CodeTarget[] {
    if (symbol === undefined) return [];
    const isAlias = (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
    const alias = isAlias ? symbol.declarations?.find((node) => specifierOf(node) !== undefined) : undefined;
    if (alias !== undefined) return this.#imported(symbol, alias, depth);
    const [local] = isAlias ? (symbol.declarations?.filter(compiler.isExportSpecifier) ?? []) : [];
    if (local !== undefined && depth < maxDepth) {
      return this.#follow(this.#checker.getExportSpecifierLocalTargetSymbol(local), unit, depth + 1);
    }
    if (unit !== undefined && this.#isLocal(symbol, unit)) return [];
    return (symbol.declarations ?? []).flatMap((node) => (this.#isOwn(node.getSourceFile()) ? codeUnit(node) : []));
  }

  /** What is imported, or exported again. Where that cannot be found in a module of the plugin, it is all of the module. */
  #imported(symbol: ts.Symbol, alias: ts.Node, depth: number): readonly CodeTarget[] {
    const specifier = specifierOf(alias);
    if (specifier === undefined) return [];
    const file = this.#file(specifier);
    if (file === undefined) return [this.#nameIn(specifier, importedName(alias))];
    const isWhole = compiler.isNamespaceImport(alias) || compiler.isNamespaceExport(alias) || depth >= maxDepth;
    const next = isWhole || isJson(file) ? undefined : this.#checker.getImmediateAliasedSymbol(symbol);
    const targets = this.#follow(next, undefined, depth + 1);
    return targets.length === 0 ? [file] : targets;
  }

  /** `names.initial` of a module that is imported as a whole. */
  #member({ expression, name }: ts.PropertyAccessExpression): readonly CodeTarget[] {
    if (!compiler.isIdentifier(expression)) return [];
    const symbol = this.#checker.getSymbolAtLocation(expression);
    const whole = symbol?.declarations?.find((node) => compiler.isNamespaceImport(node));
    const specifier = whole && specifierOf(whole);
    if (specifier === undefined) return [];
    const file = this.#file(specifier);
    if (file === undefined) return [this.#nameIn(specifier, name.text)];
    const module = this.#checker.getSymbolAtLocation(file);
    const targets = this.#follow(module && this.#checker.tryGetMemberInModuleExports(name.text, module));
    return targets.length === 0 ? [file] : targets;
  }

  /** `import("…")` and `require("…")`; all of the file where it is only known later what is loaded. */
  #loaded({ expression, arguments: [argument] }: ts.CallExpression): readonly CodeTarget[] {
    const isImport = expression.kind === compiler.SyntaxKind.ImportKeyword;
    if (!isImport && !(compiler.isIdentifier(expression) && expression.text === "require")) return [];
    if (argument !== undefined && compiler.isStringLiteralLike(argument)) return this.#module(argument);
    return [expression.getSourceFile()];
  }

  #exported({ exportClause, moduleSpecifier, isTypeOnly }: ts.ExportDeclaration): readonly CodeTarget[] {
    if (moduleSpecifier === undefined || isTypeOnly) return [];
    if (exportClause === undefined || compiler.isNamespaceExport(exportClause)) return this.#module(moduleSpecifier);
    const names = exportClause.elements.filter((element) => !element.isTypeOnly);
    return names.flatMap((element) => this.#follow(this.#checker.getSymbolAtLocation(element.name)));
  }

  #module(specifier: ts.Expression): readonly CodeTarget[] {
    if (!compiler.isStringLiteralLike(specifier)) return [];
    return [this.#file(specifier) ?? this.#nameIn(specifier, "*")];
  }

  #nameIn(specifier: ts.StringLiteralLike, name: string): string {
    const found = this.#found(specifier);
    const isDeclared = found?.isDeclarationFile === true && !this.#symbols.isInstalled(found);
    return this.#outside.nameIn(specifier, name, isDeclared ? found : undefined);
  }

  /** The module of the plugin that a specifier leads to. */
  #file(specifier: ts.StringLiteralLike): ts.SourceFile | undefined {
    const found = this.#found(specifier);
    return found !== undefined && this.#isOwn(found) ? found : undefined;
  }

  #found(specifier: ts.StringLiteralLike): ts.SourceFile | undefined {
    return this.#checker.getSymbolAtLocation(specifier)?.declarations?.find((node) => compiler.isSourceFile(node));
  }

  /** Generated code is not followed: it is made from the models, and its fingerprints from the code that is followed here. */
  #isOwn(file: ts.SourceFile): boolean {
    if (file.isDeclarationFile || isLibraryFile(file.fileName) || this.#symbols.isInstalled(file)) return false;
    return !file.text.startsWith("// Generated by cmgen ");
  }
}

/** Whether an identifier is looked up by its name alone, and not declared here. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (compiler.isBindingElement(parent) && parent.propertyName === node) return false;
  return !("name" in parent && parent.name === node);
}

function isWithin(node: ts.Node, outer: ts.Node): boolean {
  return node.getSourceFile() === outer.getSourceFile() && node.pos >= outer.pos && node.end <= outer.end;
}

function isJson(file: ts.SourceFile): boolean {
  return file.fileName.endsWith(".json");
}

/** The module that a name is imported from, or exported again from; nothing for other declarations. */
function specifierOf(alias: ts.Node): ts.StringLiteralLike | undefined {
  if (compiler.isImportEqualsDeclaration(alias)) {
    const { moduleReference } = alias;
    const literal = compiler.isExternalModuleReference(moduleReference) ? moduleReference.expression : undefined;
    return literal !== undefined && compiler.isStringLiteralLike(literal) ? literal : undefined;
  }
  const isPart =
    compiler.isImportClause(alias) ||
    compiler.isImportSpecifier(alias) ||
    compiler.isNamespaceImport(alias) ||
    compiler.isExportSpecifier(alias) ||
    compiler.isNamespaceExport(alias);
  if (!isPart) return undefined;
  const statement = compiler.findAncestor(alias, (node) => compiler.isSourceFile(node.parent));
  const isStatement = statement && (compiler.isImportDeclaration(statement) || compiler.isExportDeclaration(statement));
  const specifier = isStatement ? statement.moduleSpecifier : undefined;
  return specifier !== undefined && compiler.isStringLiteral(specifier) ? specifier : undefined;
}

/** What a name is called in the module that it is imported from: `*` for all of the module. */
function importedName(alias: ts.Node): string {
  if (compiler.isImportSpecifier(alias) || compiler.isExportSpecifier(alias)) {
    return (alias.propertyName ?? alias.name).text;
  }
  return compiler.isImportClause(alias) ? "default" : "*";
}
