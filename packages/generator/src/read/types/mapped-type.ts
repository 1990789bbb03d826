import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { spelledType } from "./denoted.js";
import { type Owner, spellingIn } from "./place.js";
import type { Spelling } from "./spelling.js";

/** The property that a mapped type has made a property of under another name; it has the declarations of that. */
export function renamedFrom(symbol: ts.Symbol, { type, place }: Owner): ts.Symbol | undefined {
  const node = mappedNode(type);
  const constraint = node?.typeParameter.constraint;
  if (node?.nameType === undefined || constraint === undefined || !compiler.isTypeOperatorNode(constraint))
    return undefined;
  // The checker keeps the key in a field that its types leave out.
  const { links } = symbol as ts.Symbol & { readonly links?: { readonly keyType?: ts.Type } };
  const key = links?.keyType;
  const source = spelledType(spellingIn(place, constraint.type));
  return source !== undefined && key?.isStringLiteral() === true
    ? place.reader.checker.getPropertyOfType(source, key.value)
    : undefined;
}

function mappedNode(type: ts.Type): ts.MappedTypeNode | undefined {
  return type.getSymbol()?.declarations?.find((declaration) => compiler.isMappedTypeNode(declaration));
}

/** What a mapped type is written to make of each of its properties. */
export function mappedTemplate({ type, place }: Owner): Spelling | undefined {
  const made = mappedNode(type)?.type;
  return made && spellingIn(place, made);
}

/** How the keys of an object are written: in an index signature, or in a mapped type, which may take them from another object. */
export function keySpelling({ type, place }: Owner, { declaration, keyType }: ts.IndexInfo): Spelling | undefined {
  const written = declaration?.parameters?.[0]?.type ?? mappedNode(type)?.typeParameter.constraint;
  if (written === undefined) return undefined;
  const keys = spellingIn(place, written);
  if (!compiler.isTypeOperatorNode(written)) return keys;
  const spelling = keys.at(written.type).resolved();
  const source = spelledType(spelling);
  const inner = source && place.reader.checker.getIndexInfosOfType(source).find((other) => other.keyType === keyType);
  if (source === undefined || inner === undefined || source === type) return undefined;
  return keySpelling({ type: source, place: { ...place, spelling } }, inner);
}
