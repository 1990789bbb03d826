import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { definiteParts, hasFlags } from "./parts.js";
import { type Owner, type Place, reject, textOf } from "./place.js";
import { anyJson } from "./plain-types.js";
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

/** Reports a type whose values are functions, instances of a class, or other than plain data; `undefined` for any other. */
export function rejectInstance(type: ts.Type, place: Place): Type | undefined {
  const { reader } = place;
  const symbol = type.getSymbol();
  if (symbol !== undefined && symbol.name !== "Function" && isClass(reader, symbol)) {
    const instead = insteadOf.get(symbol.name) ?? "an interface that describes the JSON";
    if (place.isFree === true) return anyJson(place);
    return reject(place, "CM3003", { name: symbol.name, instead });
  }
  const isCallable = type.getCallSignatures().length + type.getConstructSignatures().length > 0;
  // The members of an interface or object type are told of one by one.
  const isFunction = isCallable && symbol?.declarations?.some(isObjectDeclaration) !== true;
  const isBehaviour = symbol !== undefined && reader.symbols.isOfLibrary(symbol) && hasBehaviour(reader, type);
  if (!isFunction && !isBehaviour) return undefined;
  return reject(place, "CM3001", { type: textOf(type, place) });
}

function isObjectDeclaration(node: ts.Node): boolean {
  return compiler.isTypeLiteralNode(node) || compiler.isInterfaceDeclaration(node);
}

/** Whether something is a class, or an interface of the standard library of which a constructor makes instances. */
export function isClass(reader: Reader, symbol: ts.Symbol): boolean {
  const { SymbolFlags } = compiler;
  if ((symbol.flags & SymbolFlags.Class) !== 0) return true;
  const isBoth = (symbol.flags & SymbolFlags.Interface) !== 0 && (symbol.flags & SymbolFlags.Variable) !== 0;
  const value = isBoth ? symbol.declarations?.find((node) => compiler.isVariableDeclaration(node)) : undefined;
  if (value === undefined) return false;
  const type = reader.checker.getTypeAtLocation(value.name);
  return type.getConstructSignatures().length > 0 || type.getProperty("prototype") !== undefined;
}

/** Whether an object does something, rather than hold data. */
function hasBehaviour(reader: Reader, type: ts.Type): boolean {
  const methods = compiler.SymbolFlags.Method | compiler.SymbolFlags.Accessor;
  const properties = reader.checker.getPropertiesOfType(type);
  return properties.some(({ flags, name }) => (flags & methods) !== 0 || name.startsWith("__@"));
}

/** What to write instead of the classes that are most often meant. */
const insteadOf: ReadonlyMap<string, string> = new Map([
  ["Date", "`Timestamp` of @cmgen/model"],
  ["Map", "`Record<string, …>`"],
  ["ReadonlyMap", "`Record<string, …>`"],
  ["Set", "a list, with `@uniqueItems`"],
  ["ReadonlySet", "a list, with `@uniqueItems`"],
  ["URL", "`string` with `@format uri`"],
  ["RegExp", "`string` with `@format regex`"],
  ["Buffer", "`string` with `@format byte`"],
  ["Uint8Array", "`string` with `@format byte`"],
]);
