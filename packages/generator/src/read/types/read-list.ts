import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { elementNode, elementSpellings } from "./element-spelling.js";
import { denotes, spelledType } from "./denoted.js";
import { definiteParts, partsOf } from "./parts.js";
import { below, type Place, spelledAt } from "./place.js";
import { unreadable } from "./plain-types.js";
import type { Reading } from "./reading.js";
import { reportNothing } from "./report-never.js";
import { inScope, type Spelling } from "./spelling.js";

/** Reads an array or tuple. */
export function readList(reader: Reader, type: ts.TypeReference, place: Place): Reading {
  const spelled = elementSpellings(reader, place.spelling);
  const items = reader.checker.getTypeArguments(type);
  const base = { constraints: {}, span: reader.files.spanOf(place.node) };
  if (!reader.checker.isTupleType(type)) {
    const [item] = items;
    const written = spelled.length === 1 ? spelled[0] : undefined;
    return {
      type: {
        ...base,
        shape: "array",
        items: readElement(reader, item, elementPlace(reader, place, { item, written })),
      },
    };
  }
  return { type: readTuple(reader, type, { place, spelled }) };
}

/** Whether an interface extends a list. */
export function extendsList(reader: Reader, type: ts.Type): boolean {
  const { checker } = reader;
  const isInterface = ((type.getSymbol()?.flags ?? 0) & compiler.SymbolFlags.Interface) !== 0;
  if (!isInterface) return false;
  const target = (type as Partial<ts.TypeReference>).target ?? type;
  const bases = checker.getBaseTypes(target as ts.InterfaceType);
  return bases.some((base) => checker.isArrayType(base) || checker.isTupleType(base) || extendsList(reader, base));
}

/** Reads an interface that extends a list. */
export function readNumbered(reader: Reader, type: ts.Type, place: Place): Reading {
  const item = reader.checker.getIndexTypeOfType(type, compiler.IndexKind.Number);
  const items = readElement(reader, item, spelledAt(reader, below(place, "[]"), undefined));
  return { type: { shape: "array", items, constraints: {}, span: reader.files.spanOf(place.node) } };
}

/** Whether two lists differ in nothing but that one may not be changed. */
export function isSameList(reader: Reader, left: ts.Type, right: ts.Type): boolean {
  const { checker } = reader;
  if (!checker.isArrayType(left) || !checker.isArrayType(right)) return false;
  const [a, b] = [left, right].map((type) => checker.getTypeArguments(type as ts.TypeReference)[0]);
  return a === b;
}

interface Element {
  readonly item: ts.Type | undefined;
  readonly written: Spelling | undefined;
  readonly name?: string;
}

function elementPlace(reader: Reader, place: Place, { item, written, name = "[]" }: Element): Place {
  const isWritten = item === undefined || definiteParts(item).length === 0 || denotes(reader, written, item);
  return spelledAt(reader, below(place, name), isWritten ? written : undefined);
}

/** The type of what stands in a list, where nothing can be left out. */
function readElement(reader: Reader, item: ts.Type | undefined, place: Place): Type {
  const { type, undefinable } = item === undefined ? {} : reader.read([item], place);
  // What a mapped type makes of a list may be undefined too; nobody has written that it is to be stored.
  if (undefinable === true && isUndefinedWritten(reader, place)) reader.report("CM3009", place.node, {});
  if (type === undefined && undefinable !== true) reportNothing(reader, item === undefined ? [] : [item], place);
  return type ?? unreadable(reader, place.node);
}

/** Whether `undefined` is part of a type as it is written. */
function isUndefinedWritten(reader: Reader, { isExact, spelling }: Place): boolean {
  const type = isExact && spelling !== undefined ? spelledType(reader, spelling) : undefined;
  return type !== undefined && partsOf(type).length > definiteParts(type).length;
}

interface Written {
  readonly place: Place;
  readonly spelled: readonly Spelling[];
}

function readTuple(reader: Reader, type: ts.TypeReference, { place, spelled }: Written): Type {
  const { elementFlags, minLength } = type.target as ts.TupleType;
  const { ElementFlags } = compiler;
  const restAt = elementFlags.findIndex((flags) => (flags & ElementFlags.Variable) !== 0);
  const isSpelled = spelled.length === elementFlags.length;
  if (restAt !== -1 && restAt < elementFlags.length - 1) {
    reader.reject(spelledAt(reader, place, isSpelled ? spelled[restAt + 1] : undefined), "CM3008", {});
  }
  const types = reader.checker.getTypeArguments(type).map((item, at): Type => {
    const written = isSpelled ? spelled[at] : undefined;
    const bare = written && inScope(written, elementNode(written.node));
    const inner = elementPlace(reader, place, { item, written: bare, name: `[${at}]` });
    const isRequired = ((elementFlags[at] ?? 0) & ElementFlags.Required) !== 0;
    return isRequired
      ? readElement(reader, item, inner)
      : (reader.read([item], inner).type ?? unreadable(reader, inner.node));
  });
  const rest = types[restAt];
  const fixed = restAt === -1 ? types : types.slice(0, restAt);
  const base = { constraints: {}, span: reader.files.spanOf(place.node) };
  return { ...base, shape: "tuple", items: fixed, required: minLength, ...(rest && { rest }) };
}
