import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { denotes } from "./denoted.js";
import { keySpelling, mappedTemplate } from "./mapped-type.js";
import { hasFlags } from "./parts.js";
import { below, type Owner, type Place, spelledAt, spellingIn } from "./place.js";
import { unreadable } from "./plain-types.js";
import { reportTagsOfKeys } from "./report-lost-tags.js";
import { textForm, type TextForm } from "./template-literal.js";

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
export function readIndexes(owner: Owner): readonly IndexMember[] {
  const infos = owner.place.reader.checker.getIndexInfosOfType(owner.type);
  return infos
    .filter(({ keyType }) => !hasFlags(keyType, compiler.TypeFlags.ESSymbolLike))
    .map((info) => readIndex(owner, info));
}

function readIndex(owner: Owner, info: ts.IndexInfo): IndexMember {
  const { place } = owner;
  const { reader } = place;
  const { keyType, type, declaration } = info;
  const declared = declaration && spellingIn(place, declaration.type);
  const written = [declared, mappedTemplate(owner)].find((spelling) => denotes(spelling, type));
  const inner = spelledAt(below(place, "[key]"), written);
  const values = reader.read([type], inner).type ?? unreadable(inner);
  reportTagsOfKeys(keySpelling(owner, info), place);
  const isOwn = declaration !== undefined && !reader.symbols.isForeign(declaration);
  const keys = formOf(reader, keyType);
  return {
    values,
    place: isOwn ? { ...place, node: declaration, isExact: true } : place,
    ...(keys !== undefined && { keys }),
  };
}

function formOf(reader: Reader, key: ts.Type): TextForm | undefined {
  if (hasFlags(key, compiler.TypeFlags.Number)) return numberKeys;
  return hasFlags(key, compiler.TypeFlags.TemplateLiteral) ? textForm(reader, key) : undefined;
}
