import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Annotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
import { annotated } from "./annotated.js";
import { isComputed } from "./is-computed.js";
import { membersOfSymbol } from "./members-of.js";
import { canonicalText, type NamedBody } from "./named-types.js";
import { readMembers } from "./read-object.js";
import { anyJson, unreadable } from "./read-scalar.js";
import { type DeclaredTarget, parametersOf } from "./reference.js";
import { type Environment, type Inherited, noBindings, type Reading, type Site } from "./site.js";
import { admitsUndefined } from "./undefinable.js";

/** Past this many characters, arguments are made of arguments without an end. */
const maxArgumentText = 4000;

/** Where a declared type is referred to, and what its parameters stand for there. */
export interface Use {
  readonly site: Site;
  readonly environment: Environment;
}

/** A reference to an interface, alias or enum, whose body is read later. */
export function readDeclared(reader: Reader, target: DeclaredTarget, use: Use): Reading {
  const { declaration, symbol } = target;
  const { site, environment } = use;
  const given = parametersOf(declaration).length === 0 ? [] : argumentsOf(reader, environment);
  if (given.some((type) => canonicalText(type).length > maxArgumentText)) {
    reader.report("CM3011", site.node, { type: symbol.name });
    return { type: unreadable(reader, site.node) };
  }
  const read = (): NamedBody => readBody(reader, target, { ...use, id: name });
  const name: string = reader.named.refer({
    identity: symbol,
    baseName: symbol.name,
    declaration,
    arguments: given,
    read,
  });
  const inherited = inheritedFrom(reader, declaration);
  return {
    type: { shape: "ref", name, constraints: {}, span: reader.files.spanOf(site.node) },
    ...(admitsUndefined(reader, site) && { undefinable: true }),
    ...(inherited && { inherited }),
  };
}

function argumentsOf(reader: Reader, environment: Environment): Type[] {
  return [...environment.values()].map((binding) => {
    if ("type" in binding) return binding.type;
    return reader.read(binding).type ?? unreadable(reader, binding.node);
  });
}

interface NamedUse extends Use {
  readonly id: string;
}

function readBody(reader: Reader, target: DeclaredTarget, use: NamedUse): NamedBody {
  const annotations = reader.annotationsOf(target.declaration);
  return {
    type: annotated(reader, bodyOf(reader, target, { ...use, annotations }), { annotations, of: target.declaration }),
    annotations,
  };
}

interface AnnotatedUse extends NamedUse {
  readonly annotations: Annotations;
}

function bodyOf(
  reader: Reader,
  { declaration, symbol }: DeclaredTarget,
  { site, environment, annotations, id }: AnnotatedUse,
): Type {
  if (annotations.schema !== undefined) return anyJson(reader, declaration);
  if (compiler.isEnumDeclaration(declaration)) return readEnum(reader, declaration);
  const free = annotations.additionalProperties === true;
  if (environment.size > 0 && isComputed(reader, declaration)) return computedBody(reader, { ...site, free }, id);
  if (compiler.isTypeAliasDeclaration(declaration)) {
    return reader.read({ node: declaration.type, environment, free }).type ?? nothing(reader, declaration);
  }
  const members = membersOfSymbol(reader, symbol, environment);
  return members ? readMembers(reader, declaration, members) : unreadable(reader, declaration);
}

/** The body of a generic type whose declaration the checker has to work out. */
function computedBody(reader: Reader, site: Site, id: string): Type {
  if (site.environment.size > 0) {
    reader.report("CM3010", site.node, { type: site.node.getText() });
    return unreadable(reader, site.node);
  }
  const type = reader.checker.getTypeFromTypeNode(site.node as ts.TypeNode);
  const body = reader.readCheckerBody(type, { ...site, environment: noBindings }).type ?? nothing(reader, site.node);
  if (body.shape === "object") reader.named.identify(type, id);
  return body;
}

/** `never`, or nothing but `undefined`: there is no value to be had. */
function nothing(reader: Reader, node: ts.Node): Type {
  reader.report("CM3012", node, {});
  return unreadable(reader, node);
}

function readEnum(reader: Reader, declaration: ts.EnumDeclaration): Type {
  const values = declaration.members.flatMap((member) => {
    const value = reader.checker.getConstantValue(member);
    if (value === undefined) reader.report("CM3013", member, { member: member.name.getText() });
    return value ?? [];
  });
  const base = { constraints: {}, span: reader.files.spanOf(declaration) };
  const [only] = values;
  if (only === undefined) return nothing(reader, declaration);
  const distinct = [...new Set(values)];
  return distinct.length === 1
    ? { ...base, shape: "literal", value: only }
    : { ...base, shape: "enum", values: distinct };
}

/** What tags on an alias, or on the aliases it stands for, say of properties of that type. */
function inheritedFrom(reader: Reader, declaration: ts.Declaration, depth = 0): Inherited | undefined {
  if (!compiler.isTypeAliasDeclaration(declaration) || depth > 20) return undefined;
  const { default: value, immutable, listKey, tagSpans } = reader.annotationsOf(declaration);
  const base = inheritedFromBase(reader, declaration, depth);
  if (value === undefined && immutable === undefined && listKey === undefined) return base;
  return {
    ...base,
    ...(value !== undefined && { default: value }),
    ...(immutable !== undefined && { immutable }),
    ...(listKey !== undefined && { listKey }),
    tagSpans: { ...base?.tagSpans, ...tagSpans },
  };
}

function inheritedFromBase(reader: Reader, { type }: ts.TypeAliasDeclaration, depth: number): Inherited | undefined {
  if (!compiler.isTypeReferenceNode(type)) return undefined;
  const declaration = reader.declarationOf(type.typeName);
  return declaration && inheritedFrom(reader, declaration, depth + 1);
}
