import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { extendsEnvelope, flavourOf } from "./vocabulary.js";
import { instanceProblem } from "./instance-problem.js";
import { hasFlags } from "./parts.js";
import { type Place, textOf } from "./place.js";
import { anyJson, plain } from "./plain-types.js";
import { extendsList, isSameList, readList, readNumbered } from "./read-list.js";
import { readObject } from "./read-object.js";
import { readFree, rejected, rejectUnsaid } from "./read-scalar.js";
import { readReference } from "./read-reference.js";
import type { Reading } from "./reading.js";

/** Reads objects, lists, and what is several types at once. */
export function readComposed(reader: Reader, type: ts.Type, place: Place): Reading {
  const { checker } = reader;
  if (type.isIntersection()) return readIntersection(reader, type, place);
  if (checker.isArrayType(type) || checker.isTupleType(type)) return readList(reader, type as ts.TypeReference, place);
  if (extendsList(reader, type)) return readNumbered(reader, type, place);
  const problem = instanceProblem(reader, type, place);
  if (problem !== undefined) {
    const isFree = place.isFree === true && problem.code === "CM3003";
    return isFree ? { type: anyJson(reader, place.node) } : rejected(reader, place, problem.report);
  }
  if (isEmpty(reader, type)) {
    if (place.isFree === true) return readFree(reader, type, place.node);
    return rejected(reader, place, () => rejectUnsaid(reader, type, place));
  }
  return readObject(reader, type, place);
}

/** Whether a type is `{}`, which anything but `null` is. An interface without members is meant to have none. */
function isEmpty(reader: Reader, type: ts.Type): boolean {
  const { checker } = reader;
  const declarations = type.getSymbol()?.declarations;
  const isWritten = declarations === undefined || declarations.some((node) => compiler.isTypeLiteralNode(node));
  const signatures = [...type.getCallSignatures(), ...type.getConstructSignatures()];
  const members = [...checker.getPropertiesOfType(type), ...checker.getIndexInfosOfType(type), ...signatures];
  return isWritten && members.length === 0;
}

/** A scalar or a list beside objects is a brand: no JSON value is both. */
function readIntersection(reader: Reader, type: ts.IntersectionType, place: Place): Reading {
  const reference = readReference(reader, type, place);
  if (reference !== undefined) return reference;
  const flavour = flavourOf(reader, type);
  if (flavour !== undefined) return { type: plain(reader, place.node, flavour) };
  const { Object: ObjectType, NonPrimitive } = compiler.TypeFlags;
  const scalars = type.types.filter((part) => !hasFlags(part, ObjectType | NonPrimitive));
  const lists = type.types.filter((part) => reader.checker.isArrayType(part) || reader.checker.isTupleType(part));
  const [only, ...others] = scalars.length > 0 ? scalars : lists;
  if (only === undefined && extendsEnvelope(reader, type)) {
    return rejected(reader, place, () => reader.reject(place, "CM3016", { name: textOf(reader, type, place) }));
  }
  if (only === undefined) return readObject(reader, type, place);
  if (others.every((other) => isSameList(reader, only, other))) return reader.read([only], place);
  // What is said twice is said most narrowly by a text, or by a pattern of texts.
  const narrow = scalars.find((part) => part.isLiteral() || hasFlags(part, compiler.TypeFlags.TemplateLiteral));
  if (narrow !== undefined && others.length === 1) return reader.read([narrow], place);
  return rejected(reader, place, () => reader.reject(place, "CM3007", { type: textOf(reader, type, place) }));
}
