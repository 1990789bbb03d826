import type { ts } from "ts-morph";

import type { Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { partsOf } from "../../model/map-type.js";
import type { Reader } from "../reader.js";
import { readBody } from "./read-body.js";
import { unreadable } from "./read-scalar.js";
import { parametersOf } from "./reference.js";
import type { DeclaredTarget, Use } from "./target.js";
import type { Environment, Inherited, Reading } from "./site.js";

/** Deeper than that, arguments are made of arguments without an end. */
const maxArgumentDepth = 12;

/** A reference to an interface, alias or enum, whose body is read later. */
export function readDeclared(reader: Reader, target: DeclaredTarget, use: Use): Reading {
  const { declaration, meaning } = target;
  const { site, environment } = use;
  const given = parametersOf(declaration).length === 0 ? [] : argumentsOf(reader, environment);
  if (given.some((type) => depthOf(type) > maxArgumentDepth)) {
    reader.report("CM3011", site.node, { type: target.name });
    return { type: unreadable(reader, site.node) };
  }
  const name: string = reader.named.refer({
    identity: meaning,
    baseName: target.name,
    declaration,
    arguments: given,
    read: () => readBody(reader, target, { ...use, id: name }),
  });
  const inherited = inheritedFrom(reader, declaration);
  return {
    type: { shape: "ref", name, constraints: {}, span: reader.files.spanOf(site.node) },
    ...(use.undefinable && { undefinable: true }),
    ...(inherited && { inherited }),
  };
}

function depthOf(type: Type): number {
  return Math.max(0, ...partsOf(type).map(depthOf)) + 1;
}

function argumentsOf(reader: Reader, environment: Environment): Type[] {
  return [...environment.values()].map((binding) => {
    if ("type" in binding) return binding.type;
    return reader.read(binding).type ?? unreadable(reader, binding.node);
  });
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
