import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Place, reject, textOf } from "./place.js";
import { isReferenceNode, type Spelling } from "./spelling.js";

/** Says why the compiler could not tell what a type is: a name leads nowhere, or the type leads back to itself. */
export function reportUnknown(type: ts.Type, place: Place): Type {
  const { reader, spelling, isExact } = place;
  const missing = spelling && new MissingNames(reader).in(spelling);
  if (missing === undefined) return reject(place, isExact ? "CM3019" : "CM3005", { type: textOf(type, place) });
  return reportMissing(missing, place);
}

/** Reports a name that leads nowhere. */
export function reportMissing(missing: ts.Node, place: Place): Type {
  const isForeign = place.reader.symbols.isForeign(missing);
  const at = isForeign ? { ...place, isExact: false } : { ...place, node: missing, isExact: true };
  return reject(at, "CM3004", { name: shortText(nameOf(missing).getText()) });
}

function nameOf(missing: ts.Node): ts.Node {
  if (compiler.isTypeReferenceNode(missing)) return missing.typeName;
  return compiler.isExpressionWithTypeArguments(missing) ? missing.expression : missing;
}

/** Finds the first name that leads nowhere, in what is written and in the aliases and values that it refers to. */
class MissingNames {
  readonly #reader: Reader;
  readonly #seen = new Set<ts.Node>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  in(given: Spelling): ts.Node | undefined {
    const spelling = given.resolved();
    const { node } = spelling;
    if (this.#seen.has(node)) return undefined;
    this.#seen.add(node);
    if (compiler.isTypeQueryNode(node)) return this.#queried(node);
    if (compiler.isImportTypeNode(node) && node.isTypeOf) return this.#leads(moduleOf(node)) ? undefined : node;
    if (isReferenceNode(node) && spelling.symbol() === undefined) return node;
    for (const inner of [spelling.aliasBody(), ...spelling.children()]) {
      const missing = inner && this.in(inner);
      if (missing !== undefined) return missing;
    }
    return undefined;
  }

  #leads(name: ts.Node): boolean {
    return this.#reader.symbols.of(name) !== undefined;
  }

  /** The name of a value, or one that the value is made of. */
  #queried(query: ts.TypeQueryNode): ts.Node | undefined {
    const symbol = this.#reader.symbols.of(query.exprName);
    if (symbol === undefined) return query;
    for (const declaration of symbol.declarations ?? []) {
      const missing = compiler.isVariableDeclaration(declaration) ? this.#imported(declaration) : undefined;
      if (missing !== undefined) return missing;
    }
    return undefined;
  }

  /** The first name of an import that leads nowhere. */
  #imported(node: ts.Node): ts.Node | undefined {
    const symbol = compiler.isIdentifier(node) ? this.#reader.checker.getSymbolAtLocation(node) : undefined;
    const isImported = symbol !== undefined && (symbol.flags & compiler.SymbolFlags.Alias) !== 0;
    if (isImported && !this.#leads(node)) return node;
    return compiler.forEachChild(node, (inner) => this.#imported(inner));
  }
}

/** The name of what is taken of a module, or else that of the module. */
function moduleOf({ argument, qualifier }: ts.ImportTypeNode): ts.Node {
  if (qualifier !== undefined) return compiler.isQualifiedName(qualifier) ? qualifier.right : qualifier;
  return compiler.isLiteralTypeNode(argument) ? argument.literal : argument;
}
