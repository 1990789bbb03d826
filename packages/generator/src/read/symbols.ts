import type { ts } from "ts-morph";

import { compiler } from "./compiler.js";
import { resolveAlias } from "./static-value.js";

/** Looks up what names stand for. The checker works it out anew each time it is asked, so answers are kept. */
export class Symbols {
  readonly #checker: ts.TypeChecker;
  readonly #byName = new Map<ts.Node, ts.Symbol | undefined>();
  readonly #imports = new Map<ts.SourceFile, ReadonlyMap<string, ts.ImportSpecifier>>();

  constructor(checker: ts.TypeChecker) {
    this.#checker = checker;
  }

  /** The symbol a name stands for, through imports and re-exports. */
  of(name: ts.Node): ts.Symbol | undefined {
    if (this.#byName.has(name)) return this.#byName.get(name);
    const found = this.#checker.getSymbolAtLocation(name);
    const symbol = found && resolveAlias(found, this.#checker);
    this.#byName.set(name, symbol);
    return symbol;
  }

  /** The import at the top of a file that gives it a local name. */
  importOf(file: ts.SourceFile, localName: string): ts.ImportSpecifier | undefined {
    const imports = this.#imports.get(file) ?? namedImports(file);
    this.#imports.set(file, imports);
    return imports.get(localName);
  }
}

function namedImports(file: ts.SourceFile): ReadonlyMap<string, ts.ImportSpecifier> {
  const imports = new Map<string, ts.ImportSpecifier>();
  for (const statement of file.statements) {
    if (!compiler.isImportDeclaration(statement)) continue;
    const bindings = statement.importClause?.namedBindings;
    if (bindings === undefined || !compiler.isNamedImports(bindings)) continue;
    for (const specifier of bindings.elements) imports.set(specifier.name.text, specifier);
  }
  return imports;
}
