import type { ts } from "ts-morph";

import { canonicalText } from "../../model/canonical-text.js";
import { pascalCase } from "../../model/name-case.js";
import type { Templates, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { noAnnotations } from "../docs/read-annotations.js";
import type { Reader } from "../reader.js";
import type { NamedBody } from "./named-types.js";
import { reportTagsOfKeys } from "./lost-tags.js";
import { keySpelling, mappedTemplate } from "./mapped-type.js";
import { hasFlags } from "./parts.js";
import { below, type Owner, type Place, reject, rejectEndless, spelledAt, spellingIn } from "./place.js";
import { typeAt, unreadable } from "./plain-types.js";
import { orderedProperties } from "./property-order.js";
import { readProperty } from "./read-property.js";
import { isData, reportBases, reportBehaviour } from "./report-behaviour.js";
import { textForm, type TextForm } from "./template-literal.js";

/** Reads an object type. One without a name that holds itself is given one. */
export function readObject(type: ts.Type, place: Place): Type {
  const { reader, node, isNamed } = place;
  if (isNamed === true) return readMembers({ type, place });
  const { current } = reader.named;
  const declaration =
    enclosingDeclaration(current?.declaration ?? type.getSymbol()?.declarations?.[0] ?? node) ??
    enclosingDeclaration(node);
  const read = (): NamedBody => ({ type: readMembers({ type, place }), annotations: noAnnotations });
  if (declaration === undefined) return read().type;
  const name = `${current?.name ?? declaration.name.text}${pascalCase(stepsTo(place))}`;
  const result = reader.named.readUnnamed(type, { name, declaration, node }, read);
  if (typeof result === "string") return typeAt(place, { shape: "ref", name: result });
  if (result !== undefined) return result.type;
  return rejectEndless({ ...place, path: "" }, type.aliasSymbol?.name ?? declaration.name.text);
}

/** The properties and items from where the body begins, which lead to this type alone. */
function stepsTo({ path, bodyPath }: Place): string {
  return bodyPath === undefined ? path.replace(/^spec\b/, "") : path.slice(bodyPath.length);
}

/** The interface or alias that a node is written in. */
function enclosingDeclaration(
  node: ts.Node | undefined,
): ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined {
  return compiler.findAncestor(
    node,
    (around): around is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
      compiler.isInterfaceDeclaration(around) || compiler.isTypeAliasDeclaration(around),
  );
}

function readMembers(owner: Owner): Type {
  const { place } = owner;
  reportBases(owner);
  reportBehaviour(owner);
  const members = orderedProperties(owner).filter(isData);
  const properties = members.flatMap((symbol) => readProperty(symbol, owner) ?? []);
  const [first, ...others] = readIndexes(owner);
  if (first === undefined) return typeAt(place, { constraints: {}, shape: "object", properties });
  const values = first.values;
  const isAlike = others.every((other) => canonicalText(other.values) === canonicalText(values));
  const keys = joinedKeys([first, ...others]);
  if (!isAlike) reject(first.place, "CM3014", {});
  return properties.length > 0
    ? typeAt(place, { constraints: {}, shape: "object", properties, additional: values, ...keys })
    : typeAt(place, { constraints: {}, shape: "record", values, ...keys });
}

/** Keys of any of the forms; of any form at all where one of them is free. */
function joinedKeys(indexes: readonly IndexMember[]): { keyPattern: string; keyTemplates: Templates } | undefined {
  const known = indexes.flatMap(({ keys }) => keys ?? []);
  const [only] = known;
  if (only === undefined || known.length < indexes.length) return undefined;
  const joined = known.map(({ pattern }) => `(?:${pattern})`).join("|");
  const keyPattern = known.length === 1 ? only.pattern : joined;
  return { keyPattern, keyTemplates: known.flatMap(({ templates }) => templates) };
}

/** What properties beside the named ones may hold. */
interface IndexMember {
  /** The form of the keys; absent where any string will do. */
  readonly keys?: TextForm;
  readonly values: Type;
  readonly place: Place;
}

/** The form of a number that is a key. */
const numberKeys: TextForm = { pattern: "^-?[0-9]+(?:\\.[0-9]+)?$", templates: ["number"] };

/** Reads the index signatures of an object type. */
function readIndexes(owner: Owner): readonly IndexMember[] {
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
  const written = [declared, mappedTemplate(owner)].find((spelling) => spelling?.denotes(type));
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
