import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { rejectInstance } from "./report-behaviour.js";
import { hasFlags } from "./parts.js";
import { type Place, reject, textOf } from "./place.js";
import { isList, readArray, readTuple } from "./read-list.js";
import { readObject } from "./read-object.js";
import { readAnything } from "./read-scalar.js";
import type { Reading } from "./reading.js";
import { readTextsOfAll } from "./template-literal.js";
import { extendsEnvelope, readVocabulary } from "./vocabulary.js";

/** Reads objects, lists, and what is several types at once. */
export function readComposed(type: ts.Type, place: Place): Reading {
  const { reader } = place;
  if (type.isIntersection()) return readIntersection(type, place);
  if (reader.checker.isTupleType(type)) return { type: readTuple(type as ts.TupleTypeReference, place) };
  if (isList(reader, type)) return { type: readArray(type, place) };
  const rejected = rejectInstance(type, place);
  if (rejected !== undefined) return { type: rejected };
  return { type: isEmpty(reader, type) ? readAnything(type, place) : readObject(type, place) };
}

/** Whether a type is `{}`, which anything but `null` is. An interface without members is meant to have none. */
function isEmpty({ checker }: Reader, type: ts.Type): boolean {
  const declarations = type.getSymbol()?.declarations;
  const isWritten = declarations === undefined || declarations.some((node) => compiler.isTypeLiteralNode(node));
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const members = [...checker.getPropertiesOfType(type), ...checker.getIndexInfosOfType(type), ...signatures];
  return isWritten && members.length === 0;
}

/** A scalar or a list beside objects is a brand: no JSON value is both. */
function readIntersection(type: ts.IntersectionType, place: Place): Reading {
  const { reader } = place;
  const own = readVocabulary(type, place);
  if (own !== undefined) return { type: own };
  const { Object: ObjectType, NonPrimitive } = compiler.TypeFlags;
  const scalars = type.types.filter((part) => !hasFlags(part, ObjectType | NonPrimitive));
  const lists = type.types.filter((part) => reader.checker.isArrayType(part) || reader.checker.isTupleType(part));
  const [only, ...others] = scalars;
  if (only === undefined && lists.length > 0) return readLists(lists, type, place);
  if (only === undefined && extendsEnvelope(reader, type)) {
    return { type: reject(place, "CM3016", { name: textOf(type, place) }) };
  }
  if (only === undefined) return { type: readObject(type, place) };
  if (others.length === 0) return reader.read([only], place);
  const { TemplateLiteral, StringMapping } = compiler.TypeFlags;
  if (scalars.every((part) => hasFlags(part, TemplateLiteral | StringMapping))) {
    return { type: readTextsOfAll(scalars, place) };
  }
  // What is said twice is said most narrowly by a text, or by a pattern of texts.
  const narrow = scalars.find((part) => part.isLiteral() || hasFlags(part, TemplateLiteral));
  if (narrow !== undefined && others.length === 1) return reader.read([narrow], place);
  return { type: reject(place, "CM3007", { type: textOf(type, place) }) };
}

/** Reads lists that a value has to be all at once: a list of what is all of their items, or the narrowest of them. */
function readLists(lists: readonly ts.Type[], whole: ts.IntersectionType, place: Place): Reading {
  const { reader } = place;
  const [first] = lists;
  if (first !== undefined && lists.every((list) => list === first || isSameList(reader, list, first)))
    return reader.read([first], place);
  if (lists.every((list) => reader.checker.isArrayType(list))) return { type: readArray(whole, place) };
  const narrowest = lists.find((list) => lists.every((other) => reader.checker.isTypeAssignableTo(list, other)));
  return narrowest === undefined
    ? { type: reject(place, "CM3007", { type: textOf(whole, place) }) }
    : reader.read([narrowest], place);
}

/** Whether two lists differ in nothing but that one may not be changed. */
function isSameList({ checker }: Reader, left: ts.Type, right: ts.Type): boolean {
  const lists = [left, right].filter((type) => checker.isArrayType(type));
  const [a, b] = lists.map((type) => checker.getIndexTypeOfType(type, compiler.IndexKind.Number));
  return lists.length === 2 && a === b;
}
