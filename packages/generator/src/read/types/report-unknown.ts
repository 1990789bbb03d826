import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Symbols } from "../program/symbols.js";
import type { Reader } from "../reader.js";
import { type Place, reject, textOf } from "./place.js";
import { isReferenceNode, type Spelling } from "./spelling.js";

/** Says why the compiler could not tell what a type is: a name leads nowhere, or the type leads back to itself. */
export function reportUnknown(type: ts.Type, place: Place): Type {
  const { reader, spelling, isExact } = place;
  const missing = spelling && missingName(reader, spelling);
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

/** The first name that leads nowhere, in what is written and in the aliases and values that it refers to. */
function missingName({ symbols }: Reader, written: Spelling): ts.Node | undefined {
  for (const spelling of written.reached()) {
    const { node } = spelling;
    const isImport = compiler.isImportTypeNode(node) && node.isTypeOf;
    const isLost = isImport
      ? symbols.of(moduleOf(node)) === undefined
      : isReferenceNode(node) && spelling.symbol() === undefined;
    if (isLost) return node;
    const missing = compiler.isTypeQueryNode(node) ? missingValue(symbols, node) : undefined;
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** The name of a value that leads nowhere, or the first of an import that the value is made of. */
function missingValue(symbols: Symbols, query: ts.TypeQueryNode): ts.Node | undefined {
  const symbol = symbols.of(query.exprName);
  if (symbol === undefined) return query;
  const lostImport = (node: ts.Node): ts.Node | undefined =>
    compiler.isIdentifier(node) && symbols.isLostImport(node) ? node : compiler.forEachChild(node, lostImport);
  const values = symbol.declarations?.filter((node) => compiler.isVariableDeclaration(node)) ?? [];
  return values.flatMap((value) => lostImport(value) ?? [])[0];
}

/** The name of what is taken of a module, or else that of the module. */
function moduleOf({ argument, qualifier }: ts.ImportTypeNode): ts.Node {
  if (qualifier !== undefined) return compiler.isQualifiedName(qualifier) ? qualifier.right : qualifier;
  return compiler.isLiteralTypeNode(argument) ? argument.literal : argument;
}
