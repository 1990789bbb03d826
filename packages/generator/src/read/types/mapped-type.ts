import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { spelledType } from "./denoted.js";
import type { Owner, Place } from "./place.js";
import { resolvedSpelling, scopeAt, type Spelling } from "./spelling.js";

/** The property that a mapped type has made a property of under another name; it has the declarations of that. */
export function renamedFrom(reader: Reader, symbol: ts.Symbol, { type, place }: Owner): ts.Symbol | undefined {
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

function mappedNode(type: ts.Type): ts.MappedTypeNode | undefined {
  return type.getSymbol()?.declarations?.find((declaration) => compiler.isMappedTypeNode(declaration));
}

/** What a mapped type is written to make of each of its properties. */
export function mappedTemplate(reader: Reader, type: ts.Type, { spelling }: Place): Spelling | undefined {
  const node = mappedNode(type);
  if (node?.type === undefined) return undefined;
  return { node: node.type, scope: scopeAt(reader, node, spelling) };
}

interface Keys {
  readonly info: ts.IndexInfo;
  /** How the object is written. */
  readonly spelling: Spelling | undefined;
}

/** How the keys of an object are written: in an index signature, or in a mapped type, which may take them from another object. */
export function keySpelling(reader: Reader, owner: ts.Type, { info, spelling }: Keys): Spelling | undefined {
  const { declaration, keyType } = info;
  const written = declaration?.parameters?.[0]?.type;
  if (declaration !== undefined && written !== undefined)
    return { node: written, scope: scopeAt(reader, declaration, spelling) };
  const mapped = mappedNode(owner);
  const keys = mapped?.typeParameter.constraint;
  if (mapped === undefined || keys === undefined) return undefined;
  const scope = scopeAt(reader, mapped, spelling);
  if (!compiler.isTypeOperatorNode(keys)) return { node: keys, scope };
  const source = resolvedSpelling(reader, { node: keys.type, scope });
  const type = spelledType(reader, source);
  const inner = type && reader.checker.getIndexInfosOfType(type).find((other) => other.keyType === keyType);
  return type && inner && type !== owner ? keySpelling(reader, type, { info: inner, spelling: source }) : undefined;
}
