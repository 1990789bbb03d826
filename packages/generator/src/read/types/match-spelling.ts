import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import type { Annotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
import { denoted, spelledType } from "./denoted.js";
import { definiteParts, hasFlags, typeArgumentsOf } from "./parts.js";
import { elementSpellings } from "./element-spelling.js";
import {
  boundScope,
  inScope,
  isReferenceNode,
  type ReferenceNode,
  resolvedSpelling,
  scopeAt,
  type Spelling,
  symbolOf,
} from "./spelling.js";

/** Some of a union's members, and how they are written. */
export interface Group {
  readonly types: readonly ts.Type[];
  /** Absent where only the order is known. */
  readonly spelling?: Spelling;
  /** What the spelling refers to, where it is a reference. */
  readonly symbol?: ts.Symbol;
  /** What the doc comment of the property says that an indexed access leads to. */
  readonly annotations?: Annotations;
}

const maxDepth = 30;

/**
 * Finds how each of some types is written, in the order of the source: `A | "b"`, through aliases, conditional types and accesses.
 * What is not found is not in the answer.
 */
export function matchSpelling(reader: Reader, spelling: Spelling, types: readonly ts.Type[]): Groups {
  return match(reader, spelling, { types, depth: 0 });
}

type Groups = readonly Group[];

interface Wanted {
  readonly types: readonly ts.Type[];
  readonly depth: number;
}

function match(reader: Reader, spelling: Spelling, { types, depth }: Wanted): Groups {
  if (depth > maxDepth || types.length === 0) return [];
  const resolved = resolvedSpelling(reader, spelling);
  const { node } = resolved;
  const wanted = { types, depth: depth + 1 };
  if (isReferenceNode(node)) return ofReference(reader, { ...resolved, node }, wanted);
  if (compiler.isUnionTypeNode(node)) return inTurn(reader, resolved, { ...wanted, nodes: node.types });
  if (compiler.isIntersectionTypeNode(node)) {
    const whole = leaf(reader, resolved, types);
    return whole.length > 0 ? whole : inTurn(reader, resolved, { ...wanted, nodes: node.types });
  }
  if (compiler.isConditionalTypeNode(node)) {
    const branch = (inner: ts.Node): Groups => match(reader, inScope(resolved, inner), wanted);
    return unambiguous(branch(node.trueType), branch(node.falseType));
  }
  if (compiler.isIndexedAccessTypeNode(node)) return ofAccess(reader, { ...resolved, node }, wanted);
  if (compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword) {
    return ofKeys(reader, inScope(resolved, node.type), types);
  }
  return leaf(reader, resolved, types);
}

function inTurn(
  reader: Reader,
  spelling: Spelling,
  { nodes, types, depth }: Wanted & { readonly nodes: readonly ts.Node[] },
): Groups {
  const groups: Group[] = [];
  let left = types;
  for (const node of nodes) {
    const found = match(reader, inScope(spelling, node), { types: left, depth });
    groups.push(...found);
    left = left.filter((type) => !found.some((group) => group.types.includes(type)));
  }
  return groups;
}

function leaf(reader: Reader, spelling: Spelling, types: readonly ts.Type[]): Groups {
  const found = denoted(reader, spelling, types);
  return found === undefined ? [] : [{ types: found, spelling }];
}

/** Of a conditional type nobody knows which branch was taken: what both could have been is left out. */
function unambiguous(left: Groups, right: Groups): Groups {
  const isIn = (groups: Groups, { types }: Group): boolean =>
    groups.some((other) => other.types.some((type) => types.includes(type)));
  return [...left.filter((group) => !isIn(right, group)), ...right.filter((group) => !isIn(left, group))];
}

function ofReference(
  reader: Reader,
  reference: Spelling & { readonly node: ReferenceNode },
  { types, depth }: Wanted,
): Groups {
  const symbol = symbolOf(reader, reference.node);
  const declaration = symbol?.declarations?.find((node) => !compiler.isVariableDeclaration(node));
  if (symbol === undefined || declaration === undefined) return [];
  const isLibraryAlias = reader.symbols.isOfLibrary(symbol) && compiler.isTypeAliasDeclaration(declaration);
  const found = isLibraryAlias ? undefined : denoted(reader, reference, types);
  if (found !== undefined) return [{ types: found, spelling: reference, symbol }];
  if (compiler.isTypeAliasDeclaration(declaration)) {
    const body = { node: declaration.type, scope: boundScope(reader, reference, declaration) };
    const groups = match(reader, body, { types, depth });
    const whole = isLibraryAlias && groups.length === 0 ? denoted(reader, reference, types) : undefined;
    return whole === undefined ? groups : [{ types: whole, spelling: reference }];
  }
  const members = compiler.isEnumDeclaration(declaration) ? [...declaration.members] : [];
  return inOrderOf(
    members.map((member) => reader.checker.getTypeAtLocation(member)),
    types,
  );
}

/** `keyof T`: the keys in the order of the properties. */
function ofKeys(reader: Reader, owner: Spelling, types: readonly ts.Type[]): Groups {
  const type = spelledType(reader, owner);
  if (type === undefined) return [];
  const names = reader.checker.getPropertiesOfType(type).map(({ name }) => name);
  return names.flatMap((name) => {
    const found = types.filter((key) => key.isStringLiteral() && key.value === name);
    return found.length === 0 ? [] : [{ types: found }];
  });
}

/** `T["name"]` and `List[number]`. */
function ofAccess(
  reader: Reader,
  { node, scope }: Spelling & { readonly node: ts.IndexedAccessTypeNode },
  wanted: Wanted,
): Groups {
  const owner = { node: node.objectType, scope };
  const ownerType = spelledType(reader, owner);
  const index = spelledType(reader, { node: node.indexType, scope });
  if (ownerType === undefined || index === undefined) return [];
  if (hasFlags(index, compiler.TypeFlags.Number)) return ofElements(reader, owner, wanted);
  return definiteParts(index).flatMap((key) => {
    const property = key.isStringLiteral() ? reader.checker.getPropertyOfType(ownerType, key.value) : undefined;
    return property === undefined ? [] : ofProperty(reader, owner, { ...wanted, property });
  });
}

function ofElements(reader: Reader, owner: Spelling, wanted: Wanted): Groups {
  const spelled = elementSpellings(reader, owner);
  if (spelled.length > 0) return spelled.flatMap((spelling) => match(reader, spelling, wanted));
  const list = spelledType(reader, owner);
  return list === undefined ? [] : inOrderOf(typeArgumentsOf(reader, list).flatMap(definiteParts), wanted.types);
}

function inOrderOf(order: readonly ts.Type[], types: readonly ts.Type[]): Groups {
  return [...new Set(order)].filter((type) => types.includes(type)).map((type) => ({ types: [type] }));
}

function ofProperty(
  reader: Reader,
  owner: Spelling,
  { property, ...wanted }: Wanted & { readonly property: ts.Symbol },
): Groups {
  const declaration = property.declarations?.find((node) => compiler.isPropertySignature(node));
  if (declaration?.type === undefined) return [];
  const spelling = { node: declaration.type, scope: scopeAt(reader, declaration, owner) };
  const annotations = reader.annotationsOf(declaration);
  return match(reader, spelling, wanted).map((group) => ({ annotations, ...group }));
}
