import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { definiteParts, hasFlags, typeArgumentsOf } from "./parts.js";
import { isReferenceNode, type Spelling } from "./spelling.js";

/** Some of a union's members, and how they are written. */
export interface Group {
  readonly types: readonly ts.Type[];
  /** Absent where only the order is known. */
  readonly spelling?: Spelling;
  /** What the spelling refers to, where it is a reference. */
  readonly symbol?: ts.Symbol;
  /** The property that an indexed access leads to: its doc comment is about these types. */
  readonly property?: ts.Node;
}

type Groups = readonly Group[];

const maxDepth = 30;

/**
 * Finds how each of some types is written, in the order of the source: `A | "b"`, through aliases, conditional types and accesses.
 * What is not found is not in the answer.
 */
export function matchSpelling(given: Spelling, types: readonly ts.Type[], depth = 0): Groups {
  if (depth > maxDepth || types.length === 0) return [];
  const spelling = given.resolved();
  const { node } = spelling;
  const match = (inner: ts.Node, wanted = types): Groups => matchSpelling(spelling.at(inner), wanted, depth + 1);
  if (isReferenceNode(node)) return ofReference(spelling, { types, depth: depth + 1 });
  if (compiler.isUnionTypeNode(node)) return inTurn(node.types, types, match);
  if (compiler.isIntersectionTypeNode(node)) {
    const [whole, parts] = [leaf(spelling, types), inTurn(node.types, types, match)];
    return countOf(parts) >= countOf(whole) ? parts : whole;
  }
  if (compiler.isConditionalTypeNode(node)) return unambiguous(match(node.trueType), match(node.falseType));
  if (compiler.isIndexedAccessTypeNode(node)) return ofAccess(spelling, node, { types, depth: depth + 1 });
  const isKeys = compiler.isTypeOperatorNode(node) && node.operator === compiler.SyntaxKind.KeyOfKeyword;
  return isKeys ? ofKeys(spelling.at(node.type), types) : leaf(spelling, types);
}

type Match = (node: ts.Node, types: readonly ts.Type[]) => Groups;

/** What one node stands for is not looked for again in those behind it. */
function inTurn(nodes: readonly ts.Node[], types: readonly ts.Type[], match: Match): Groups {
  const groups: Group[] = [];
  for (const node of nodes) {
    const left = types.filter((type) => !groups.some((group) => group.types.includes(type)));
    groups.push(...match(node, left));
  }
  return groups;
}

function countOf(groups: Groups): number {
  return groups.reduce((count, { types }) => count + types.length, 0);
}

function leaf(spelling: Spelling, types: readonly ts.Type[]): Groups {
  const found = spelling.denoted(types);
  return found.length === 0 ? [] : [{ types: found, spelling }];
}

/** Of a conditional type nobody knows which branch was taken: what both could have been is left out. */
function unambiguous(left: Groups, right: Groups): Groups {
  const isIn = (groups: Groups, { types }: Group): boolean =>
    groups.some((other) => other.types.some((type) => types.includes(type)));
  return [...left.filter((group) => !isIn(right, group)), ...right.filter((group) => !isIn(left, group))];
}

/** What is looked for. */
interface Wanted {
  readonly types: readonly ts.Type[];
  readonly depth: number;
}

function ofReference(reference: Spelling, { types, depth }: Wanted): Groups {
  const { checker, symbols } = reference.reader;
  const symbol = reference.symbol();
  const declaration = symbol?.declarations?.find((node) => !compiler.isVariableDeclaration(node));
  if (symbol === undefined || declaration === undefined) return [];
  const isLibraryAlias = symbols.isOfLibrary(symbol) && compiler.isTypeAliasDeclaration(declaration);
  // How `Partial` makes a type says nothing of it. What it makes of several has no order of its own.
  if (isLibraryAlias && compiler.isMappedTypeNode(declaration.type)) {
    return leaf(reference, types).filter((group) => group.types.length === 1);
  }
  const found = isLibraryAlias ? [] : reference.denoted(types);
  if (found.length > 0) return [{ types: found, spelling: reference, symbol }];
  if (compiler.isTypeAliasDeclaration(declaration)) {
    const groups = matchSpelling(reference.bodyOf(declaration), types, depth);
    return isLibraryAlias && groups.length === 0 ? leaf(reference, types) : groups;
  }
  const members = compiler.isEnumDeclaration(declaration) ? [...declaration.members] : [];
  return inOrderOf(
    members.map((member) => checker.getTypeAtLocation(member)),
    types,
  );
}

/** `keyof T`: the keys in the order of the properties. */
function ofKeys(owner: Spelling, types: readonly ts.Type[]): Groups {
  const type = owner.type();
  const properties = type === undefined ? [] : owner.reader.checker.getPropertiesOfType(type);
  return properties.flatMap(({ name }) => {
    const found = types.filter((key) => key.isStringLiteral() && key.value === name);
    return found.length === 0 ? [] : [{ types: found }];
  });
}

/** `T["name"]` and `List[number]`. */
function ofAccess(spelling: Spelling, { objectType, indexType }: ts.IndexedAccessTypeNode, wanted: Wanted): Groups {
  const owner = spelling.at(objectType);
  const ownerType = owner.type();
  const index = spelling.at(indexType).type();
  if (ownerType === undefined || index === undefined) return [];
  if (hasFlags(index, compiler.TypeFlags.Number)) return ofElements(owner, ownerType, wanted);
  const keys = matchSpelling(spelling.at(indexType), definiteParts(index), wanted.depth).flatMap(({ types }) => types);
  return [...new Set([...keys, ...definiteParts(index)])].flatMap((key) => {
    const property = key.isStringLiteral() ? owner.reader.checker.getPropertyOfType(ownerType, key.value) : undefined;
    const declaration = property?.declarations?.find((node) => compiler.isPropertySignature(node));
    if (declaration?.type === undefined) return [];
    const groups = matchSpelling(owner.leadingTo(declaration.type), wanted.types, wanted.depth);
    return groups.map((group) => ({ property: declaration, ...group }));
  });
}

function ofElements(owner: Spelling, list: ts.Type, { types, depth }: Wanted): Groups {
  const spelled = elementSpellings(owner);
  if (spelled.length > 0) return spelled.flatMap((spelling) => matchSpelling(spelling, types, depth));
  return inOrderOf(typeArgumentsOf(owner.reader, list).flatMap(definiteParts), types);
}

function inOrderOf(order: readonly ts.Type[], types: readonly ts.Type[]): Groups {
  return [...new Set(order)].filter((type) => types.includes(type)).map((type) => ({ types: [type] }));
}

/** How the elements of a list are written, as far as its own spelling says: one for an array, one for each of a tuple. */
export function elementSpellings(spelling: Spelling | undefined, depth = 0): readonly Spelling[] {
  if (spelling === undefined || depth > maxDepth) return [];
  const resolved = spelling.resolved();
  const { node } = resolved;
  const inner = (other: Spelling | undefined): readonly Spelling[] => elementSpellings(other, depth + 1);
  if (compiler.isArrayTypeNode(node)) return [resolved.at(node.elementType)];
  if (compiler.isTupleTypeNode(node)) return node.elements.map((element) => resolved.at(element));
  if (compiler.isTypeOperatorNode(node)) return inner(resolved.at(node.type));
  const name = resolved.libraryName();
  if (name === undefined) return inner(resolved.aliasBody());
  const [argument] = resolved.given();
  if (name === "Array" || name === "ReadonlyArray") return argument === undefined ? [] : [argument];
  return keepsElements.has(name) ? inner(argument) : [];
}

/** Utility types that make a list of a list, with the elements' own types. */
const keepsElements: ReadonlySet<string> = new Set(["Readonly", "Required", "Partial", "NonNullable"]);
