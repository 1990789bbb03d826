import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { definiteParts, hasFlags } from "./parts.js";
import type { Spelling } from "./spelling.js";

/** So many steps are taken to find out: aliases may lead back, and types may hold more than could ever be compared. */
const maxSteps = 2_000;

/** What is left of the steps; one count for all that a question leads to. */
interface Steps {
  left: number;
}

/** The type that a spelling stands for; `undefined` where only an instantiation by the checker would tell. */
export function spelledType(spelling: Spelling): ts.Type | undefined {
  const { reader, node, scope } = spelling.resolved();
  if (!compiler.isTypeNode(node) || (scope.size > 0 && namesParameter(reader, node))) return undefined;
  return reader.checker.getTypeFromTypeNode(node);
}

/** Whether a node names type parameters that are declared outside of it. */
function namesParameter(reader: Pick<Reader, "checker">, node: ts.Node): boolean {
  if (compiler.isTypeReferenceNode(node) && compiler.isIdentifier(node.typeName)) {
    const symbol = reader.checker.getSymbolAtLocation(node.typeName);
    if (symbol !== undefined && (symbol.flags & compiler.SymbolFlags.TypeParameter) !== 0) return true;
  }
  return compiler.forEachChild(node, (inner) => namesParameter(reader, inner) || undefined) === true;
}

type Denoted = readonly ts.Type[] | undefined;

/**
 * Those of `types` that a spelling stands for, `undefined` aside; nothing where it does not stand for them, or nobody can tell. A
 * spelling that passes may be trusted: what it says is said of exactly these types.
 */
export function denoted(given: Spelling, types: readonly ts.Type[], steps: Steps = { left: maxSteps }): Denoted {
  if (steps.left-- <= 0) return undefined;
  const spelling = given.resolved();
  const { reader, node } = spelling;
  const known = spelledType(spelling);
  if (known === undefined) {
    const made = types.filter((type) => type.getSymbol()?.declarations?.some((declaration) => declaration === node));
    if (made.length === 1) return made;
    if (!compiler.isTypeNode(node)) return undefined;
    return instances({ generic: reader.checker.getTypeFromTypeNode(node), spelling, steps }, types);
  }
  const parts = definiteParts(known);
  return parts.length > 0 && parts.every((part) => types.includes(part)) ? parts : undefined;
}

/** Whether a spelling stands for all of a type. */
export function denotes(spelling: Spelling | undefined, type: ts.Type): boolean {
  const parts = definiteParts(type);
  return spelling !== undefined && denoted(spelling, parts)?.length === parts.length;
}

/** A type that type parameters are part of, and how it is written where these are given. */
interface Pattern {
  readonly generic: ts.Type;
  readonly spelling: Spelling;
  readonly steps: Steps;
}

/** Those of `types` that a generic type has become with the arguments it was given. */
function instances({ generic, spelling, steps }: Pattern, types: readonly ts.Type[]): Denoted {
  if (steps.left-- <= 0) return undefined;
  const parts = definiteParts(generic);
  if (parts.length !== 1 || parts[0] !== generic) {
    const found = parts.map((part) => instances({ generic: part, spelling, steps }, types));
    return found.includes(undefined) ? undefined : [...new Set(found.flatMap((members) => members ?? []))];
  }
  const bound = hasFlags(generic, compiler.TypeFlags.TypeParameter) && spelling.scope.get(generic.symbol);
  if (bound) return denoted(bound, types, steps);
  const found = types.filter((type) => type === generic || isInstance(generic, type));
  return found.length === 1 ? found : undefined;
}

/** Whether a type was made by the same declaration: what stands in a declaration's scope is made with the arguments of that. */
function isInstance(generic: ts.Type, type: ts.Type): boolean {
  if (generic.aliasSymbol !== undefined && generic.aliasSymbol === type.aliasSymbol) return true;
  const { Object: ObjectType } = compiler.TypeFlags;
  return hasFlags(generic, ObjectType) && hasFlags(type, ObjectType) && generic.symbol === type.symbol;
}
