import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { denotes } from "./denoted.js";
import { keySpelling, mappedTemplate } from "./mapped-type.js";
import { hasFlags } from "./parts.js";
import { below, type Place, spelledAt } from "./place.js";
import { unreadable } from "./plain-types.js";
import { reportTagsOfKeys } from "./report-lost-tags.js";
import { scopeAt } from "./spelling.js";
import { templateForm, type TextForm } from "./template-literal.js";

/** What properties beside the named ones may hold. */
export interface IndexMember {
  /** The form of the keys; absent where any string will do. */
  readonly keys?: TextForm;
  readonly values: Type;
  readonly place: Place;
}

/** The form of a number that is a key. */
const numberKeys: TextForm = { pattern: "^-?[0-9]+(?:\\.[0-9]+)?$", templates: ["number"] };

/** Reads the index signatures of an object type. */
export function readIndexes(reader: Reader, type: ts.Type, place: Place): readonly IndexMember[] {
  const { TypeFlags } = compiler;
  const infos = reader.checker
    .getIndexInfosOfType(type)
    .filter(({ keyType }) => !hasFlags(keyType, TypeFlags.ESSymbolLike));
  return infos.map((info) => readIndex(reader, type, { info, place }));
}

interface Signature {
  readonly info: ts.IndexInfo;
  readonly place: Place;
}

function readIndex(reader: Reader, owner: ts.Type, { info, place }: Signature): IndexMember {
  const { keyType, type, declaration } = info;
  const declared = declaration && { node: declaration.type, scope: scopeAt(reader, declaration, place.spelling) };
  const written = [declared, mappedTemplate(reader, owner, place)].find((spelling) => denotes(reader, spelling, type));
  const inner = spelledAt(reader, below(place, "[key]"), written);
  const values = reader.read([type], inner).type ?? unreadable(reader, inner.node);
  reportTagsOfKeys(reader, keySpelling(reader, owner, { info, spelling: place.spelling }), place);
  const isOwn = declaration !== undefined && !reader.symbols.isForeign(declaration);
  const keys = formOf(reader, keyType);
  return {
    values,
    place: isOwn ? { ...place, node: declaration, isExact: true } : place,
    ...(keys !== undefined && { keys }),
  };
}

function formOf(reader: Reader, key: ts.Type): TextForm | undefined {
  const { TypeFlags } = compiler;
  if (hasFlags(key, TypeFlags.Number)) return numberKeys;
  return hasFlags(key, TypeFlags.TemplateLiteral) ? templateForm(reader, key as ts.TemplateLiteralType) : undefined;
}
