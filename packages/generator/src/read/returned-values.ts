import type { ts } from "ts-morph";

import { compareText } from "../model/compare-text.js";
import { compiler } from "./compiler.js";
import type { Reader } from "./reader.js";
import { hasFlags, partsOf, typeArgumentsOf } from "./types/parts.js";

/**
 * The texts that an index function returns, sorted, where its type names them: an enumeration, or a union of literals. Sorted, because
 * the compiler's order depends on the rest of the program.
 */
export function returnedValues(reader: Reader, extract: ts.Node, multi: boolean): readonly string[] | undefined {
  const [signature, ...overloads] = reader.checker.getTypeAtLocation(extract).getCallSignatures();
  if (signature === undefined || overloads.length > 0) return undefined;
  const returned = presentParts(reader.checker.getReturnTypeOfSignature(signature));
  const values = multi ? returned.flatMap((type) => elementParts(reader, type)) : returned;
  const texts = values.flatMap((type) => (type.isStringLiteral() ? [type.value] : []));
  return texts.length === 0 || texts.length < values.length ? undefined : [...new Set(texts)].toSorted(compareText);
}

function presentParts(type: ts.Type): readonly ts.Type[] {
  return partsOf(type).filter((part) => !hasFlags(part, compiler.TypeFlags.Undefined | compiler.TypeFlags.Null));
}

/** What a list, a set or anything else that can be gone through holds: what its iterator is an iterator of. */
function elementParts(reader: Reader, type: ts.Type): readonly ts.Type[] {
  const iterator = type.getProperties().find(({ escapedName }) => String(escapedName).startsWith("__@iterator@"));
  const [signature] = iterator === undefined ? [] : reader.checker.getTypeOfSymbol(iterator).getCallSignatures();
  const [element] = signature === undefined ? [] : typeArgumentsOf(reader, signature.getReturnType());
  return element === undefined ? [type] : partsOf(element);
}
