import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { definiteParts, hasFlags } from "./parts.js";
import { type Owner, reject } from "./place.js";
import { isClass } from "./reject-instance.js";
import { isNever } from "./report-never.js";
import { reportMissing } from "./report-unknown.js";
import { heritageOf, symbolOf } from "./spelling.js";

/** Whether a member has a name that JSON could hold, and a value that is not a method. */
export function isData({ flags, name, declarations = [] }: ts.Symbol): boolean {
  const { Method, Accessor } = compiler.SymbolFlags;
  // In an interface, `get name(): string` says no more than that there is a name.
  const isDeclared = declarations.some((node) => compiler.isGetAccessor(node) && !compiler.isClassLike(node.parent));
  return (flags & Method) === 0 && ((flags & Accessor) === 0 || isDeclared) && !isHidden(name);
}

/** The checker's names of symbols and private members start with two underscores and an at sign or a hash. */
function isHidden(name: string): boolean {
  return name.startsWith("__@") || name.startsWith("__#");
}

/** Whether a member only says that nothing is there: `[key]?: never`. */
function isAbsent(reader: Reader, symbol: ts.Symbol): boolean {
  const parts = definiteParts(reader.checker.getTypeOfSymbol(symbol));
  return isHidden(symbol.name) && parts.every((part) => isNever(reader, part));
}

/** Reports what an object has that JSON has not: methods, accessors, and members whose name is a symbol. */
export function reportBehaviour({ type, place }: Owner): void {
  const { reader } = place;
  const members = reader.checker
    .getPropertiesOfType(type)
    .filter((symbol) => !isData(symbol) && !isAbsent(reader, symbol));
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const symbolIndex = reader.checker
    .getIndexInfosOfType(type)
    .find(({ keyType }) => hasFlags(keyType, compiler.TypeFlags.ESSymbolLike));
  const nodes = [
    ...members.flatMap(({ declarations = [], name }) => declarations.map((node) => ({ node, name }))),
    ...signatures.flatMap(({ declaration: node }) => (node === undefined ? [] : [{ node, name: "()" }])),
    ...(symbolIndex?.declaration === undefined ? [] : [{ node: symbolIndex.declaration, name: "[]" }]),
  ];
  for (const { node, name } of nodes) {
    const member = shortText(node.getText().replace(/[;,]$/, ""));
    const isOwn = !reader.symbols.isForeign(node);
    reject(isOwn ? { ...place, node, isExact: true } : { ...place, isExact: false }, "CM3002", {
      member: isOwn || name.startsWith("__") ? member : shortText(name),
    });
  }
}

/** Reports what an interface of the plugin's own cannot extend: classes, itself, and what is not there. */
export function reportBases({ type, place: { reader, bodies = [] } }: Owner): void {
  const symbol = type.getSymbol();
  if (symbol === undefined || !bodies.includes(symbol)) return;
  for (const declaration of symbol.declarations ?? []) {
    if (reader.symbols.isForeign(declaration)) continue;
    for (const base of heritageOf(declaration)) reportBase(reader, base, symbol);
  }
}

function reportBase(reader: Reader, base: ts.ExpressionWithTypeArguments, owner: ts.Symbol): void {
  const text = shortText(base.getText());
  const symbol = symbolOf(reader, base);
  if (symbol === undefined) reportMissing(base, { reader, node: base, path: "", isExact: true });
  else if (isClass(reader, symbol)) reader.report("CM3006", base, { type: text });
  else if (leadsTo(reader, symbol, new Set([owner]))) reader.report("CM3019", base, { type: text });
}

function leadsTo(reader: Reader, symbol: ts.Symbol, seen: ReadonlySet<ts.Symbol>): boolean {
  if (seen.has(symbol)) return true;
  const around = new Set([...seen, symbol]);
  const declarations = (symbol.declarations ?? []).filter((node) => compiler.isInterfaceDeclaration(node));
  return declarations.flatMap(heritageOf).some((base) => {
    const next = symbolOf(reader, base);
    return next !== undefined && leadsTo(reader, next, around);
  });
}
