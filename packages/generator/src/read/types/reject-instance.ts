import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Place, reject, textOf } from "./place.js";
import { anyJson } from "./plain-types.js";

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
