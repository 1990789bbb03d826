import type { ts } from "ts-morph";

import type { ScalarShape } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";

/** Whether a type is, or extends, the envelope of @cmgen/model. */
export function extendsEnvelope(reader: Reader, type: ts.Type): boolean {
  if (type.isIntersection()) return type.types.some((part) => extendsEnvelope(reader, part));
  const symbol = type.getSymbol();
  if (symbol === undefined) return false;
  if (reader.symbols.isVocabulary(symbol, "Envelope")) return true;
  if ((symbol.flags & compiler.SymbolFlags.Interface) === 0) return false;
  const target = (type as Partial<ts.TypeReference>).target ?? type;
  return reader.checker.getBaseTypes(target as ts.InterfaceType).some((base) => extendsEnvelope(reader, base));
}

/** The scalars of @cmgen/model by what their phantom property says: see `Flavour` there. */
const scalars: ReadonlyMap<string, ScalarShape> = new Map([
  ["integer", "integer"],
  ["int64", "int64"],
  ["timestamp", "timestamp"],
]);

/** The scalars of @cmgen/model by their names. */
export const scalarNames: ReadonlyMap<string, ScalarShape> = new Map([
  ["Integer", "integer"],
  ["Int64", "int64"],
  ["Timestamp", "timestamp"],
]);

/** Which scalar of @cmgen/model a type is, whatever aliases and brands are around it. */
export function flavourOf(reader: Reader, type: ts.Type): ScalarShape | undefined {
  if (!type.isIntersection()) return undefined;
  const property = type.getProperty("__scalar");
  const [declaration] = property?.declarations ?? [];
  if (property === undefined || declaration === undefined) return undefined;
  if (reader.symbols.packages.of(declaration.getSourceFile()) !== "@cmgen/model") return undefined;
  const value = reader.checker.getNonNullableType(reader.checker.getTypeOfSymbol(property));
  return value.isStringLiteral() ? scalars.get(value.value) : undefined;
}
