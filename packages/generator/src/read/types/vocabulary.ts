import type { ts } from "ts-morph";

import { type Flavour, flavours } from "../../model/scalars.js";
import type { ObjectReference, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { ModelReference, Reader } from "../reader.js";
import { isUnknownType, typeArgumentsOf } from "./parts.js";
import { type Place, reject, textOf } from "./place.js";
import { typeAt } from "./plain-types.js";
import { reportUnknown } from "./report-unknown.js";

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

/** Reads a scalar or a `Ref` of @cmgen/model, whatever aliases, brands and generics are around it; `undefined` for another type. */
export function readVocabulary(type: ts.Type, place: Place): Type | undefined {
  const shape = flavourOf(place.reader, type);
  if (shape !== undefined) return typeAt(place, { shape });
  const reference = phantomOf(place.reader, type, "__reference");
  return reference && readReference(typeArgumentsOf(place.reader, reference), place);
}

/** Which scalar of @cmgen/model a type is: see `Flavour` there. */
export function flavourOf(reader: Reader, type: ts.Type): Flavour | undefined {
  const name = phantomOf(reader, type, "__scalar");
  return flavours.find((flavour) => name?.isStringLiteral() === true && name.value === flavour);
}

/** The type of a phantom property, by which @cmgen/model tells its own types from others. */
function phantomOf({ checker, symbols }: Reader, type: ts.Type, name: string): ts.Type | undefined {
  const property = type.isIntersection() ? type.getProperty(name) : undefined;
  if (property === undefined || !symbols.isOfVocabulary(property)) return undefined;
  return checker.getNonNullableType(checker.getTypeOfSymbol(property));
}

/** Reads `Ref<Target, Options>`. */
function readReference([target, options]: readonly ts.Type[], place: Place): Type {
  const { reader } = place;
  const model = target && modelOf(reader, target);
  if (model === undefined) {
    if (target !== undefined && isUnknownType(target)) return reportUnknown(target, place);
    const name = target === undefined ? "unknown" : textOf(target, place);
    const isForeign = target !== undefined && isOfPackage(reader, target);
    const reason = isForeign ? ": the type is from another package, and a service may run without that" : "";
    return reject(place, "CM8001", { name, reason });
  }
  const onDelete = options && onDeleteOf(reader, options);
  if (onDelete === undefined) return reject(place, "CM8002", {});
  const { apiVersion, kind } = model;
  return typeAt(place, { shape: "string", constraints: {}, reference: { apiVersion, kind, onDelete } });
}

function modelOf({ models }: Reader, type: ts.Type): ModelReference | undefined {
  const symbols = [type.aliasSymbol, type.getSymbol()];
  return symbols.flatMap((symbol) => (symbol && models.get(symbol)) ?? [])[0];
}

function isOfPackage({ symbols }: Reader, type: ts.Type): boolean {
  const declarations = (type.aliasSymbol ?? type.getSymbol())?.declarations ?? [];
  return declarations.length > 0 && declarations.every((node) => symbols.isForeign(node));
}

/** Nothing where the options leave open which of several it is. */
function onDeleteOf({ checker }: Reader, options: ts.Type): ObjectReference["onDelete"] | undefined {
  const optionOf = (name: string): string => {
    const property = checker.getPropertyOfType(options, name);
    const type = property && checker.getNonNullableType(checker.getTypeOfSymbol(property));
    return type === undefined ? "" : type.isStringLiteral() ? type.value : checker.typeToString(type);
  };
  const [check, value] = [optionOf("check"), optionOf("onDelete")];
  if (check === "false") return "none";
  if (check !== "" && check !== "true") return undefined;
  return value === "" ? "restrict" : (["restrict", "cascade", "clear"] as const).find((one) => one === value);
}
