import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import { declaredName } from "../program/symbols.js";
import type { Constraints } from "../../model/type.js";
import type { Reader } from "../reader.js";
import { constraintsOf } from "./annotated.js";
import { type Place, spelledAt } from "./place.js";
import {
  boundScope,
  inScope,
  isReferenceNode,
  type ReferenceNode,
  resolvedSpelling,
  type Spelling,
  symbolOf,
} from "./spelling.js";

/** How far aliases are followed: a bound, because they may lead back. */
const maxDepth = 20;

/**
 * Reports tags of aliases that are part of a text, as `Slug` in `` `a-${Slug}` `` and in `Uppercase<Slug>`: to the compiler such an alias is
 * a `string`, and the pattern of the whole cannot say what the tag says of a part.
 */
export function reportTagsInText(reader: Reader, place: Place): void {
  const spelling = place.spelling && resolvedSpelling(reader, place.spelling);
  if (spelling === undefined) return;
  for (const part of textParts(reader, spelling)) reportTags(reader, part, { place, whole: quoted(spelling.node) });
}

/** A template literal type brings backticks along. */
function quoted(node: ts.Node): string {
  const text = shortText(node.getText());
  return text.startsWith("`") ? text : `\`${text}\``;
}

/** Reports tags of aliases that are the keys of an object: a schema has no place for them. */
export function reportTagsOfKeys(reader: Reader, keys: Spelling | undefined, object: Place): void {
  if (keys === undefined) return;
  const resolved = resolvedSpelling(reader, keys);
  reportTags(reader, resolved, { place: spelledAt(reader, object, resolved), whole: "a key" });
}

/**
 * Reports tags of aliases from which the compiler computed a plain `string` or `number`, as `Short` in `Awaited<Promise<Short>>`: no
 * spelling leads from the result back to the alias.
 */
export function reportTagsOfSources(reader: Reader, type: ts.Type, place: Place): void {
  const spelling = place.spelling && resolvedSpelling(reader, place.spelling);
  if (spelling === undefined || textParts(reader, spelling).length > 0) return;
  const source = sourcesOf(reader, spelling, type).find(({ tag }) => tag !== undefined);
  if (source?.tag === undefined) return;
  const whole = shortText(spelling.node.getText());
  const { name, tag } = source;
  reader.report("CM4014", place.node, { name, tag, whole, type: reader.checker.typeToString(type) });
}

/** The author's aliases of a type that a spelling is made from. What functions take is not part of what they return. */
function sourcesOf(reader: Reader, spelling: Spelling, type: ts.Type): readonly OwnAlias[] {
  const sources: OwnAlias[] = [];
  const visit = (part: Spelling): void => {
    const resolved = resolvedSpelling(reader, part);
    if (compiler.isParameter(resolved.node)) return;
    if (isReferenceNode(resolved.node)) {
      const alias = ownAlias(reader, resolved.node);
      if (alias && reader.checker.getTypeAtLocation(alias.declaration) === type) sources.push(alias);
      const inferred = inferredFrom(reader, resolved.node);
      if (inferred !== undefined) visit(inScope(resolved, inferred));
    }
    // Of a conditional type nobody knows which branch was taken.
    if (compiler.isConditionalTypeNode(resolved.node)) visit(inScope(resolved, resolved.node.checkType));
    else compiler.forEachChild(resolved.node, (child) => visit(inScope(resolved, child)));
  };
  visit(spelling);
  return sources;
}

/** What the conditional type that a parameter is inferred in looks at: `T` of `T extends Promise<infer U> ? U : never`. */
function inferredFrom(reader: Reader, node: ReferenceNode): ts.TypeNode | undefined {
  const declaration = symbolOf(reader, node)?.declarations?.find((one) => compiler.isInferTypeNode(one.parent));
  return declaration && compiler.findAncestor(declaration, compiler.isConditionalTypeNode)?.checkType;
}

interface OwnAlias {
  readonly declaration: ts.TypeAliasDeclaration;
  readonly name: string;
  /** A constraint that it has. */
  readonly tag: keyof Constraints | undefined;
}

/** The author's alias that a node refers to. Authors cannot change the tags of packages. */
function ownAlias(reader: Reader, node: ts.Node): OwnAlias | undefined {
  const symbol = isReferenceNode(node) ? symbolOf(reader, node) : undefined;
  const declaration = symbol?.declarations?.find((one) => compiler.isTypeAliasDeclaration(one));
  if (symbol === undefined || declaration === undefined || reader.symbols.isForeign(declaration)) return undefined;
  const [tag] = constraintsOf(reader.annotationsOf(declaration).constraints);
  return { declaration, name: declaredName(symbol), tag };
}

function textParts(reader: Reader, spelling: Spelling): readonly Spelling[] {
  const { node } = spelling;
  if (compiler.isTemplateLiteralTypeNode(node)) return node.templateSpans.map(({ type }) => inScope(spelling, type));
  if (!isReferenceNode(node)) return [];
  const symbol = symbolOf(reader, node);
  const isMapping = symbol !== undefined && reader.symbols.isOfLibrary(symbol) && mappings.has(symbol.name);
  return isMapping ? (node.typeArguments ?? []).map((argument) => inScope(spelling, argument)) : [];
}

const mappings: ReadonlySet<string> = new Set(["Uppercase", "Lowercase", "Capitalize", "Uncapitalize"]);

interface Lost {
  readonly place: Place;
  /** What the alias is part of. */
  readonly whole: string;
  /** How many aliases were followed. */
  readonly depth?: number;
}

function reportTags(reader: Reader, part: Spelling, lost: Lost): void {
  const { place, whole, depth = 0 } = lost;
  if (depth > maxDepth) return;
  const spelling = resolvedSpelling(reader, part);
  const { node } = spelling;
  const follow = (next: Spelling): void => reportTags(reader, next, { ...lost, depth: depth + 1 });
  if (compiler.isUnionTypeNode(node)) for (const member of node.types) follow(inScope(spelling, member));
  for (const inner of textParts(reader, spelling)) follow(inner);
  const alias = ownAlias(reader, node);
  if (alias === undefined) return;
  const { tag, name, declaration } = alias;
  if (tag !== undefined) reader.reject(place, "CM4013", { tag, name, whole });
  follow({ node: declaration.type, scope: boundScope(reader, spelling, declaration) });
}
