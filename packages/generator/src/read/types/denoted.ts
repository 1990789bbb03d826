import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { definiteParts, hasFlags, typeArgumentsOf } from "./parts.js";
import { resolvedSpelling, type Scope, type Spelling } from "./spelling.js";

/** How far aliases are followed: a bound, because they may lead back. */
const maxDepth = 20;

/** The type that a spelling stands for; `undefined` where only an instantiation by the checker would tell. */
export function spelledType(reader: Reader, spelling: Spelling): ts.Type | undefined {
  const { node, scope } = resolvedSpelling(reader, spelling);
  if (!compiler.isTypeNode(node) || (scope.size > 0 && namesParameter(reader, node))) return undefined;
  return reader.checker.getTypeFromTypeNode(node);
}

/** Whether a node names type parameters that are declared outside of it. */
function namesParameter(reader: Reader, node: ts.Node): boolean {
  const visit = (child: ts.Node): boolean => {
    if (compiler.isTypeReferenceNode(child) && compiler.isIdentifier(child.typeName)) {
      const symbol = reader.checker.getSymbolAtLocation(child.typeName);
      if (symbol !== undefined && (symbol.flags & compiler.SymbolFlags.TypeParameter) !== 0) return true;
    }
    return compiler.forEachChild(child, (inner) => visit(inner) || undefined) === true;
  };
  return visit(node);
}

type Denoted = readonly ts.Type[] | undefined;

/**
 * Those of `types` that a spelling stands for, `undefined` aside; nothing where it does not stand for them, or nobody can tell. A
 * spelling that passes may be trusted: what it says is said of exactly these types.
 */
export function denoted(reader: Reader, spelling: Spelling, types: readonly ts.Type[]): Denoted {
  return denotedAmong(reader, spelling, { types, depth: 0 });
}

interface Candidates {
  readonly types: readonly ts.Type[];
  readonly depth: number;
}

function denotedAmong(reader: Reader, spelling: Spelling, { types, depth }: Candidates): Denoted {
  if (depth > maxDepth) return undefined;
  const resolved = resolvedSpelling(reader, spelling);
  const { node, scope } = resolved;
  const known = spelledType(reader, resolved);
  if (known === undefined) {
    const made = types.filter((type) => type.getSymbol()?.declarations?.some((declaration) => declaration === node));
    if (made.length === 1 || !compiler.isTypeNode(node)) return made.length === 1 ? made : undefined;
    return instances(reader, { generic: reader.checker.getTypeFromTypeNode(node), scope, depth }, types);
  }
  const parts = definiteParts(known);
  return parts.length > 0 && parts.every((part) => types.includes(part)) ? parts : undefined;
}

/** Whether a spelling stands for all of a type. */
export function denotes(reader: Reader, spelling: Spelling | undefined, type: ts.Type): boolean {
  const parts = definiteParts(type);
  return spelling !== undefined && denoted(reader, spelling, parts)?.length === parts.length;
}

/** A type that type parameters are part of, and how these are written where they are given. */
interface Pattern {
  readonly generic: ts.Type;
  readonly scope: Scope;
  readonly depth: number;
}

/** Those of `types` that a generic type has become with the arguments it was given. */
function instances(reader: Reader, { generic, scope, depth }: Pattern, types: readonly ts.Type[]): Denoted {
  if (depth > maxDepth) return undefined;
  const parts = definiteParts(generic);
  if (parts.length !== 1 || parts[0] !== generic) {
    const found = parts.map((part) => instances(reader, { generic: part, scope, depth: depth + 1 }, types));
    return found.includes(undefined) ? undefined : [...new Set(found.flatMap((members) => members ?? []))];
  }
  const bound = hasFlags(generic, compiler.TypeFlags.TypeParameter) && scope.get(generic.symbol);
  if (bound) return denotedAmong(reader, bound, { types, depth: depth + 1 });
  const fits = (type: ts.Type): boolean => type === generic || isInstance(reader, { generic, scope, depth }, type);
  const found = types.filter(fits);
  return found.length === 1 ? found : undefined;
}

function isInstance(reader: Reader, { generic, ...rest }: Pattern, type: ts.Type): boolean {
  const isAlias = generic.aliasSymbol !== undefined && generic.aliasSymbol === type.aliasSymbol;
  const isObject = hasFlags(generic, compiler.TypeFlags.Object) && hasFlags(type, compiler.TypeFlags.Object);
  if (!isAlias && (!isObject || generic.symbol !== type.symbol)) return false;
  const [wanted, given] = [generic, type].map((one) =>
    isAlias ? (one.aliasTypeArguments ?? []) : typeArgumentsOf(reader, one),
  );
  if (wanted === undefined || given === undefined || wanted.length !== given.length) return false;
  return wanted.every((argument, at) => {
    const parts = definiteParts(given[at] ?? argument);
    return instances(reader, { generic: argument, ...rest, depth: rest.depth + 1 }, parts)?.length === parts.length;
  });
}
