import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { annotated } from "./annotated.js";
import type { NamedBody } from "./named-types.js";
import { unreadable } from "./read-scalar.js";
import { targetOfMeaning } from "./reference.js";
import type { DeclaredTarget } from "./target.js";
import { noBindings, type Reading, type Site } from "./site.js";

/** Reads a type of the checker that has a name in the source: as a reference, never as a copy. */
export function readNamedComputed(reader: Reader, type: ts.Type, site: Site): Reading | undefined {
  const id = reader.named.idOf(type);
  if (id !== undefined) {
    return { type: { shape: "ref", name: id, constraints: {}, span: reader.files.spanOf(site.node) } };
  }
  return readAlias(reader, type, site) ?? readSymbol(reader, type, site);
}

function readAlias(reader: Reader, type: ts.Type, site: Site): Reading | undefined {
  const { aliasSymbol, aliasTypeArguments = [] } = type;
  if (aliasSymbol === undefined) return undefined;
  const target = targetOfMeaning(reader, reader.names.ofSymbol(aliasSymbol));
  return target.of === "declared" ? reference(reader, { type, site, target, given: aliasTypeArguments }) : undefined;
}

function readSymbol(reader: Reader, type: ts.Type, site: Site): Reading | undefined {
  const symbol = type.getSymbol();
  if (symbol === undefined || !isNamed(type)) return undefined;
  const target = targetOfMeaning(reader, reader.names.ofSymbol(symbol));
  const { node } = site;
  switch (target.of) {
    case "model": {
      const { kind: name, apiVersion } = target.model;
      return { type: { shape: "model", name, apiVersion, constraints: {}, span: reader.files.spanOf(node) } };
    }
    case "class":
      reader.report("CM3003", node, { name: target.name, instead: "an interface that describes the JSON" });
      return { type: unreadable(reader, node) };
    case "declared":
      return reference(reader, { type, site, target, given: argumentsOf(reader, type) });
    default:
      return undefined;
  }
}

/** Whether its symbol names the whole of a type: an interface, a class, or an enum with all of its members. */
export function isNamed(type: ts.Type): boolean {
  const { SymbolFlags } = compiler;
  const flags = type.getSymbol()?.flags ?? SymbolFlags.None;
  if ((flags & SymbolFlags.Enum) !== 0) return type.isUnion();
  return (flags & (SymbolFlags.Interface | SymbolFlags.Class)) !== 0;
}

function argumentsOf(reader: Reader, type: ts.Type): readonly ts.Type[] {
  const isReference = ((type as ts.ObjectType).objectFlags & compiler.ObjectFlags.Reference) !== 0;
  return isReference ? reader.checker.getTypeArguments(type as ts.TypeReference).slice(0, parameterCount(type)) : [];
}

/** The checker appends the type of `this` to the arguments of an interface. */
function parameterCount(type: ts.Type): number {
  return ((type as ts.TypeReference).target as ts.InterfaceType).typeParameters?.length ?? 0;
}

interface Reference {
  readonly type: ts.Type;
  readonly site: Site;
  readonly target: DeclaredTarget;
  readonly given: readonly ts.Type[];
}

function reference(reader: Reader, { type, site, target, given }: Reference): Reading {
  const { meaning, declaration } = target;
  const undefinable = type.isUnion() && type.types.some(({ flags }) => (flags & compiler.TypeFlags.Undefined) !== 0);
  if (given.length === 0) {
    return reader.readDeclared(target, {
      site: { ...site, environment: noBindings },
      environment: noBindings,
      undefinable,
    });
  }
  const types = given.map((argument) => reader.readCheckerType(argument, site).type ?? unreadable(reader, site.node));
  const annotations = reader.annotationsOf(declaration);
  const read = (): NamedBody => {
    const body = reader.readCheckerBody(type, site).type ?? unreadable(reader, site.node);
    return { type: annotated(reader, body, { annotations, of: declaration }), annotations };
  };
  const name = reader.named.refer({ identity: meaning, baseName: target.name, declaration, arguments: types, read });
  return { type: { shape: "ref", name, constraints: {}, span: reader.files.spanOf(site.node) }, undefinable };
}
