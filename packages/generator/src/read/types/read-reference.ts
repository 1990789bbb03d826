import type { ts } from "ts-morph";

import type { ObjectReference } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { ModelReference, Reader } from "../reader.js";
import { typeArgumentsOf } from "./parts.js";
import { type Place, textOf } from "./place.js";
import { plain } from "./plain-types.js";
import { rejected } from "./read-scalar.js";
import type { Reading } from "./reading.js";

/** Reads a `Ref` of @cmgen/model by its phantom property, whatever aliases and generics are around it; `undefined` for another type. */
export function readReference(reader: Reader, type: ts.IntersectionType, place: Place): Reading | undefined {
  const property = type.getProperty("__reference");
  if (property === undefined || !reader.symbols.isOfVocabulary(property)) return undefined;
  const phantom = reader.checker.getNonNullableType(reader.checker.getTypeOfSymbol(property));
  const [target, options] = typeArgumentsOf(reader, phantom);
  const model = target && modelOf(reader, target);
  if (target === undefined || model === undefined) {
    const name = target === undefined ? "unknown" : textOf(reader, target, place);
    const isForeign = target !== undefined && isOfPackage(reader, target);
    const reason = isForeign ? ": the type is from another package, and a service may run without that" : "";
    return rejected(reader, place, () => reader.reject(place, "CM8001", { name, reason }));
  }
  const onDelete = options && onDeleteOf(reader, options);
  if (onDelete === undefined) return rejected(reader, place, () => reader.reject(place, "CM8002", {}));
  const { apiVersion, kind } = model;
  const { constraints, span } = plain(reader, place.node, "string");
  return { type: { shape: "string", constraints, span, reference: { apiVersion, kind, onDelete } } };
}

function modelOf(reader: Reader, type: ts.Type): ModelReference | undefined {
  const symbols = [type.aliasSymbol, type.getSymbol()];
  return symbols.flatMap((symbol) => (symbol && reader.models.get(symbol)) ?? [])[0];
}

function isOfPackage({ symbols }: Reader, type: ts.Type): boolean {
  const declarations = (type.aliasSymbol ?? type.getSymbol())?.declarations ?? [];
  return declarations.length > 0 && declarations.every((node) => symbols.isForeign(node));
}

/** Nothing where the options leave open which of several it is. */
function onDeleteOf(reader: Reader, options: ts.Type): ObjectReference["onDelete"] | undefined {
  const check = optionOf(reader, options, "check");
  if (check !== undefined && reader.checker.typeToString(check) === "false") return "none";
  if (check?.isUnion() === true) return undefined;
  const onDelete = optionOf(reader, options, "onDelete");
  if (onDelete === undefined || (onDelete.flags & compiler.TypeFlags.Undefined) !== 0) return "restrict";
  const value = onDelete.isStringLiteral() ? onDelete.value : undefined;
  return value === "restrict" || value === "cascade" || value === "clear" ? value : undefined;
}

function optionOf(reader: Reader, options: ts.Type, name: string): ts.Type | undefined {
  const property = reader.checker.getPropertyOfType(options, name);
  return property && reader.checker.getNonNullableType(reader.checker.getTypeOfSymbol(property));
}
