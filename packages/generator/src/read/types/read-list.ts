import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { elementSpellings } from "./match-spelling.js";
import { definiteParts, partsOf } from "./parts.js";
import { below, type Place, reject, spelledAt } from "./place.js";
import { typeAt, unreadable } from "./plain-types.js";
import { reportLostSources } from "./lost-tags.js";
import { reportNothing } from "./report-never.js";
import type { Spelling } from "./spelling.js";

/** Whether a type is an array, or an interface that extends one. */
export function isList({ checker }: Reader, type: ts.Type): boolean {
  const isInterface = ((type.getSymbol()?.flags ?? 0) & compiler.SymbolFlags.Interface) !== 0;
  return isInterface && checker.isArrayLikeType(type);
}

/** Reads what {@link isList}. */
export function readArray(type: ts.Type, place: Place): Type {
  const { checker } = place.reader;
  reportLostSources(type, place);
  const item = checker.getIndexTypeOfType(type, compiler.IndexKind.Number) ?? checker.getNeverType();
  const [written, ...others] = elementSpellings(place.spelling);
  const inner = elementPlace({ name: "[]", item, written: others.length === 0 ? written : undefined }, place);
  const isReadonly = type.getSymbol()?.name === "ReadonlyArray" && { isReadonly: true as const };
  return typeAt(place, { constraints: {}, shape: "array", items: readElement(item, inner), ...isReadonly });
}

export function readTuple(type: ts.TupleTypeReference, place: Place): Type {
  const { reader } = place;
  reportLostSources(type, place);
  const { elementFlags, minLength, readonly } = type.target;
  const { Required, Variable } = compiler.ElementFlags;
  const spelled = elementSpellings(place.spelling);
  const isSpelled = spelled.length === elementFlags.length;
  const restAt = elementFlags.findIndex((flags) => (flags & Variable) !== 0);
  if (restAt !== -1 && restAt < elementFlags.length - 1) {
    reject(spelledAt(place, isSpelled ? spelled[restAt + 1] : undefined), "CM3008", {});
  }
  const types = reader.checker.getTypeArguments(type).map((item, at): Type => {
    const element = isSpelled ? spelled[at] : undefined;
    const written = element?.at(elementNode(element.node));
    const inner = elementPlace({ name: `[${at}]`, item, written }, place);
    const isRequired = ((elementFlags[at] ?? 0) & Required) !== 0;
    return isRequired ? readElement(item, inner) : (reader.read([item], inner).type ?? unreadable(inner));
  });
  const rest = types[restAt];
  const items = restAt === -1 ? types : types.slice(0, restAt);
  return typeAt(place, {
    constraints: {},
    shape: "tuple",
    items,
    required: minLength,
    ...(rest && { rest }),
    ...(readonly && { isReadonly: true }),
  });
}

interface Element {
  readonly name: string;
  readonly item: ts.Type;
  readonly written: Spelling | undefined;
}

function elementPlace({ name, item, written }: Element, place: Place): Place {
  const isWritten = definiteParts(item).length === 0 || written?.denotes(item) === true;
  return spelledAt(below(place, name), isWritten ? written : undefined);
}

/** The type of what stands in a list, where nothing can be left out. */
function readElement(item: ts.Type, place: Place): Type {
  const { reader } = place;
  const { type, undefinable } = reader.read([item], place);
  // What a mapped type makes of a list may be undefined too; nobody has written that it is to be stored.
  if (undefinable === true && isUndefinedWritten(place)) reader.report("CM3009", place.node, {});
  if (type === undefined && undefinable !== true) return reportNothing([item], place);
  return type ?? unreadable(place);
}

/** Whether `undefined` is part of a type as it is written. */
function isUndefinedWritten({ isExact, spelling }: Place): boolean {
  const type = isExact ? spelling?.type() : undefined;
  return type !== undefined && partsOf(type).length > definiteParts(type).length;
}

/** The type of a tuple's element, without its label and question mark; of `...T[]` what is repeated. */
function elementNode(node: ts.Node): ts.Node {
  const isRest =
    compiler.isRestTypeNode(node) || (compiler.isNamedTupleMember(node) && node.dotDotDotToken !== undefined);
  if (isRest) return compiler.isArrayTypeNode(node.type) ? node.type.elementType : node.type;
  return compiler.isNamedTupleMember(node) || compiler.isOptionalTypeNode(node) ? node.type : node;
}
