import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { spelledType } from "./denoted.js";
import type { Place } from "./place.js";
import { scopeAt, type Spelling } from "./spelling.js";

/** The property that a mapped type has made a property of under another name; it has the declarations of that. */
export function renamedFrom(reader: Reader, symbol: ts.Symbol, { type, place }: Mapped): ts.Symbol | undefined {
  const node = mappedNode(type);
  const constraint = node?.typeParameter.constraint;
  if (node?.nameType === undefined || constraint === undefined || !compiler.isTypeOperatorNode(constraint))
    return undefined;
  // The checker keeps the key in a field that its types leave out.
  const { links } = symbol as ts.Symbol & { readonly links?: { readonly keyType?: ts.Type } };
  const key = links?.keyType;
  const source = spelledType(reader, { node: constraint.type, scope: scopeAt(reader, node, place.spelling) });
  return source !== undefined && key?.isStringLiteral() === true
    ? reader.checker.getPropertyOfType(source, key.value)
    : undefined;
}

interface Mapped {
  readonly type: ts.Type;
  readonly place: Place;
}

export function mappedNode(type: ts.Type): ts.MappedTypeNode | undefined {
  return type.getSymbol()?.declarations?.find((declaration) => compiler.isMappedTypeNode(declaration));
}

/** What a mapped type is written to make of each of its properties. */
export function mappedTemplate(reader: Reader, type: ts.Type, { spelling }: Place): Spelling | undefined {
  const node = mappedNode(type);
  if (node?.type === undefined) return undefined;
  return { node: node.type, scope: scopeAt(reader, node, spelling) };
}
