import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compareText } from "../../model/compare-text.js";
import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { noAnnotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
import { computedMembers } from "./computed-members.js";
import type { NamedBody } from "./named-types.js";
import { readNamedComputed } from "./read-named-computed.js";
import { readMembers } from "./read-object.js";
import { anyJson, literalType, plain, unreadable } from "./read-scalar.js";
import { combine } from "./read-union.js";
import { noBindings, type Reading, type Site } from "./site.js";
import { templateFromParts } from "./template-literal.js";

/**
 * Reads what only the checker can work out: conditional types, `typeof`, renamed keys and the like. The node is where the source
 * asks for it; what is found on the way is reported there.
 */
export function readComputed(reader: Reader, site: Site): Reading {
  const { node, environment } = site;
  if (environment !== noBindings && environment.size > 0) {
    reader.report("CM3010", node, { type: shortText(node.getText()) });
    return { type: unreadable(reader, node) };
  }
  return readCheckerType(reader, reader.checker.getTypeFromTypeNode(node as ts.TypeNode), site);
}

/** Reads a type of the checker. */
export function readCheckerType(reader: Reader, type: ts.Type, site: Site): Reading {
  return readNamedComputed(reader, type, site) ?? readCheckerBody(reader, type, site);
}

/** Reads a type of the checker for what it is, whatever its name. */
export function readCheckerBody(reader: Reader, type: ts.Type, site: Site): Reading {
  return readPlain(reader, type, site) ?? readComposed(reader, type, site);
}

function readPlain(reader: Reader, type: ts.Type, { node, free }: Site): Reading | undefined {
  const { TypeFlags } = compiler;
  const has = (flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;
  if (has(TypeFlags.Undefined | TypeFlags.Void)) return { undefinable: true };
  if (has(TypeFlags.Never)) return {};
  if (has(TypeFlags.Any | TypeFlags.Unknown)) {
    return free === true ? { type: anyJson(reader, node) } : rejected(reader, "CM3005", node);
  }
  if (has(TypeFlags.Null)) return { type: plain(reader, node, "null") };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { type: literalType(reader, node, type.value) };
  if (has(TypeFlags.BooleanLiteral)) {
    return { type: literalType(reader, node, reader.checker.typeToString(type) === "true") };
  }
  if (has(TypeFlags.String)) return { type: plain(reader, node, "string") };
  if (has(TypeFlags.Number)) return { type: plain(reader, node, "number") };
  if (has(TypeFlags.TemplateLiteral)) return readTemplate(reader, type as ts.TemplateLiteralType, node);
  return has(TypeFlags.ESSymbolLike | TypeFlags.BigIntLike | TypeFlags.StringMapping)
    ? rejected(reader, "CM3001", node)
    : undefined;
}

function rejected(reader: Reader, code: "CM3001" | "CM3005", node: ts.Node): Reading {
  reader.report(code, node, { type: shortText(node.getText()) });
  return { type: unreadable(reader, node) };
}

function readTemplate(reader: Reader, { texts, types }: ts.TemplateLiteralType, node: ts.Node): Reading {
  const site: Site = { node, environment: noBindings };
  const parts = texts.flatMap((text, at): (string | Type)[] => {
    const type = types[at];
    return type === undefined ? [text] : [text, readCheckerType(reader, type, site).type ?? unreadable(reader, node)];
  });
  return templateFromParts(reader, node, parts);
}

function readComposed(reader: Reader, type: ts.Type, site: Site): Reading {
  const { checker } = reader;
  if (type.isUnion()) {
    return combine(reader, site.node, inOrder(type.types.map((member) => readCheckerType(reader, member, site))));
  }
  if (type.isIntersection()) return readIntersected(reader, type, site);
  if (checker.isArrayType(type) || checker.isTupleType(type)) return readList(reader, type as ts.TypeReference, site);
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
    return rejected(reader, "CM3001", site.node);
  }
  return readObject(reader, type, site);
}

function readObject(reader: Reader, type: ts.Type, site: Site): Reading {
  const declaration = type.getSymbol()?.declarations?.[0] ?? enclosingDeclaration(site.node);
  const baseName = nameAround(declaration ?? site.node);
  const read = (): NamedBody => {
    return { type: readMembers(reader, site.node, computedMembers(reader, type, site)), annotations: noAnnotations };
  };
  if (declaration === undefined) return { type: read().type };
  const result = reader.named.readUnnamed(type, { baseName, declaration, arguments: [] }, read);
  if (typeof result !== "string") return { type: result.type };
  return { type: { shape: "ref", name: result, constraints: {}, span: reader.files.spanOf(site.node) } };
}

/** The interface or alias that a node is written in. */
function enclosingDeclaration(node: ts.Node): ts.InterfaceDeclaration | ts.TypeAliasDeclaration | undefined {
  let current: ts.Node | undefined = node;
  while (
    current !== undefined &&
    !compiler.isInterfaceDeclaration(current) &&
    !compiler.isTypeAliasDeclaration(current)
  ) {
    current = current.parent;
  }
  return current;
}

function nameAround(node: ts.Node): string {
  return enclosingDeclaration(node)?.name.text ?? "Type";
}

/** The checker numbers types as it meets them, all over the program: literals are put into an order of their own. */
function inOrder(readings: readonly Reading[]): readonly Reading[] {
  const key = ({ type }: Reading): string => (type?.shape === "literal" ? `${typeof type.value} ${type.value}` : "");
  return [...readings].sort((a, b) => compareText(key(a), key(b)));
}

function readIntersected(reader: Reader, type: ts.IntersectionType, site: Site): Reading {
  const scalar = type.types.find(
    ({ flags }) => (flags & (compiler.TypeFlags.Object | compiler.TypeFlags.NonPrimitive)) === 0,
  );
  if (scalar === undefined) return readObject(reader, type, site);
  const flavour = flavourOf(reader, type);
  return flavour === undefined ? readCheckerType(reader, scalar, site) : { type: plain(reader, site.node, flavour) };
}

/** Which scalar of @cmgen/model a flavoured type is: see `Flavour` there. */
function flavourOf(reader: Reader, type: ts.Type): "integer" | "int64" | "timestamp" | undefined {
  const property = type.getProperty("__scalar");
  const text =
    property &&
    reader.checker.typeToString(reader.checker.getNonNullableType(reader.checker.getTypeOfSymbol(property)));
  return (["integer", "int64", "timestamp"] as const).find((name) => text === `"${name}"`);
}

function readList(reader: Reader, type: ts.TypeReference, site: Site): Reading {
  const base = { constraints: {}, span: reader.files.spanOf(site.node) };
  const items = reader.checker.getTypeArguments(type).map((item) => readCheckerType(reader, item, site));
  const types = items.map((item) => item.type ?? unreadable(reader, site.node));
  if (!reader.checker.isTupleType(type)) {
    return { type: { ...base, shape: "array", items: types[0] ?? unreadable(reader, site.node) } };
  }
  const { elementFlags, minLength } = type.target as ts.TupleType;
  const restAt = elementFlags.findIndex((flags) => (flags & compiler.ElementFlags.Variable) !== 0);
  if (restAt !== -1 && restAt < types.length - 1) reader.report("CM3008", site.node, {});
  const rest = types[restAt];
  const fixed = restAt === -1 ? types : types.slice(0, restAt);
  return { type: { ...base, shape: "tuple", items: fixed, required: minLength, ...(rest && { rest }) } };
}
