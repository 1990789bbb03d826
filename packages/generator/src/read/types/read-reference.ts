import { compiler } from "../compiler.js";
import type { Annotations } from "../docs/annotations.js";
import { annotated } from "./annotated.js";
import type { Reader } from "../reader.js";
import type { Type } from "../../model/type.js";
import { membersOfSymbol } from "./members-of.js";
import { readMembers } from "./read-object.js";
import { readLibraryType } from "./read-library-type.js";
import { literalType, readShape, unreadable } from "./read-scalar.js";
import { bindParameters, type ReferenceNode, type Target, targetOf } from "./reference.js";
import { type Environment, type Inherited, type Reading, type Site } from "./site.js";
import { admitsUndefined } from "./undefinable.js";

type ReferenceSite = Site & { readonly node: ReferenceNode };
type Declared = Extract<Target, { of: "declared" | "vocabulary" }>;

/** Scalars that @cmgen/model names. */
const scalars = new Map([
  ["Integer", "integer"],
  ["Int64", "int64"],
  ["Timestamp", "timestamp"],
] as const);

export function readReference(reader: Reader, site: ReferenceSite): Reading {
  const target = targetOf(reader, site);
  switch (target.of) {
    case "parameter":
      return "node" in target.binding ? reader.read(target.binding) : { type: target.binding.type };
    case "model": {
      const { kind: name, apiVersion } = target.model;
      return { type: { shape: "model", name, apiVersion, constraints: {}, span: reader.files.spanOf(site.node) } };
    }
    case "library":
      return readLibraryType(reader, site, target.name);
    case "vocabulary":
      return readVocabulary(reader, site, target);
    case "declared":
      return readDeclared(reader, site, target);
    case "class":
      return rejected(reader, site, "CM3003", target.name);
    case "missing":
      return rejected(reader, site, "CM3004", target.name);
  }
}

function rejected(reader: Reader, site: Site, code: "CM3003" | "CM3004", name: string): Reading {
  reader.report(code, site.node, { name });
  return { type: unreadable(reader, site.node) };
}

function readVocabulary(reader: Reader, site: ReferenceSite, target: Declared): Reading {
  const scalar = (scalars as ReadonlyMap<string, "integer" | "int64" | "timestamp">).get(target.name);
  return scalar === undefined ? readDeclared(reader, site, target) : readShape(reader, site, scalar);
}

/** A reference by id to a declared type, whose body is read later. */
function readDeclared(reader: Reader, site: ReferenceSite, target: Declared): Reading {
  const { declaration, symbol } = target;
  if (compiler.isEnumMember(declaration)) return readEnumMember(reader, site, declaration);
  const environment = bindParameters(reader, site, declaration);
  const name = reader.named.refer({
    symbol,
    declaration,
    baseName: symbol.name,
    arguments: argumentsOf(reader, environment),
    read: () => readBody(reader, target, environment),
  });
  const type: Type = { shape: "ref", name, constraints: {}, span: reader.files.spanOf(site.node) };
  const undefinable = admitsUndefined(reader, site);
  const inherited = inheritedFrom(reader, declaration);
  return { type, undefinable, ...(inherited && { inherited }) };
}

function argumentsOf(reader: Reader, environment: Environment): Type[] {
  return [...environment.values()].map((binding) => {
    if ("type" in binding) return binding.type;
    return reader.read(binding).type ?? unreadable(reader, binding.node);
  });
}

function readEnumMember(reader: Reader, site: Site, member: import("ts-morph").ts.EnumMember): Reading {
  const value = reader.checker.getConstantValue(member);
  return { type: value === undefined ? unreadable(reader, site.node) : literalType(reader, site.node, value) };
}

function readBody(
  reader: Reader,
  target: Declared,
  environment: Environment,
): { type: Type; annotations: Annotations } {
  const { declaration, symbol } = target;
  const annotations = reader.annotationsOf(declaration);
  const type = bodyOf(reader, { declaration, symbol, environment, annotations });
  return { type: annotated(type, annotations), annotations };
}

interface Body {
  readonly declaration: Declared["declaration"];
  readonly symbol: Declared["symbol"];
  readonly environment: Environment;
  readonly annotations: Annotations;
}

function bodyOf(reader: Reader, { declaration, symbol, environment, annotations }: Body): Type {
  if (annotations.schema !== undefined) return unreadable(reader, declaration);
  if (compiler.isTypeAliasDeclaration(declaration)) {
    const free = annotations.additionalProperties === true;
    const site: Site = { node: declaration.type, environment, ...(free && { free }) };
    return reader.read(site).type ?? unreadable(reader, declaration);
  }
  if (compiler.isEnumDeclaration(declaration)) return readEnum(reader, declaration);
  const members = membersOfSymbol(reader, symbol, environment);
  return members ? readMembers(reader, declaration, members) : unreadable(reader, declaration);
}

function readEnum(reader: Reader, declaration: import("ts-morph").ts.EnumDeclaration): Type {
  const values = declaration.members.flatMap((member) => reader.checker.getConstantValue(member) ?? []);
  return { shape: "enum", values, constraints: {}, span: reader.files.spanOf(declaration) };
}

/** What tags on an alias, or on the alias it stands for, say of properties of that type. */
function inheritedFrom(reader: Reader, declaration: Declared["declaration"]): Inherited | undefined {
  if (!compiler.isTypeAliasDeclaration(declaration)) return undefined;
  const { default: value, immutable, listKey, tagSpans } = reader.annotationsOf(declaration);
  if (value === undefined && immutable === undefined && listKey === undefined) return undefined;
  return {
    ...(value !== undefined && { default: value }),
    ...(immutable !== undefined && { immutable }),
    ...(listKey !== undefined && { listKey }),
    tagSpans,
  };
}
