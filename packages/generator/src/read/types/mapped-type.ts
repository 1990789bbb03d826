import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type Owner, spellingIn } from "./place.js";
import { type Signature, signaturesOf } from "./report-never.js";
import type { Spelling } from "./spelling.js";

/** What the checker keeps of a property that it made, in a field that its types leave out. */
interface Links {
  /** The key in a mapped type; several, where it gave the properties of several the same name. */
  readonly keyType?: ts.Type;
  /** The property that a mapped type made this one of. */
  readonly syntheticOrigin?: ts.Symbol;
  /** The intersection that has the property in several forms. */
  readonly containingType?: ts.UnionOrIntersectionType;
}

/** What declares a property. One that a mapped type gave another name has no declarations of its own: it has those of what it was made of. */
export function declarationsOf(reader: Pick<Reader, "checker">, symbol: ts.Symbol): readonly Signature[] {
  const { links = {} } = symbol as ts.Symbol & { readonly links?: Links };
  const { keyType, syntheticOrigin, containingType } = links;
  if (keyType?.isUnion() === true) return [];
  if (syntheticOrigin !== undefined) return declarationsOf(reader, syntheticOrigin);
  if (containingType === undefined) return signaturesOf(symbol);
  const forms = containingType.types.flatMap((type) => reader.checker.getPropertyOfType(type, symbol.name) ?? []);
  return [...new Set(forms.flatMap((form) => declarationsOf(reader, form)))];
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
  const source = spelling.type();
  const inner = source && place.reader.checker.getIndexInfosOfType(source).find((other) => other.keyType === keyType);
  if (source === undefined || inner === undefined || source === type) return undefined;
  return keySpelling({ type: source, place: { ...place, spelling } }, inner);
}
