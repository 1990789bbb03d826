import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { compiler } from "../compiler.js";
import { declaredName } from "../program/symbols.js";
import type { Reader } from "../reader.js";
import { constraintsOf } from "./annotated.js";
import { type Place, spelledAt } from "./place.js";
import { boundScope, inScope, isReferenceNode, resolvedSpelling, type Spelling, symbolOf } from "./spelling.js";

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
  if (!isReferenceNode(node)) return;
  const symbol = symbolOf(reader, node);
  for (const declaration of symbol?.declarations ?? []) {
    // Authors cannot change the tags of packages.
    if (symbol === undefined || !compiler.isTypeAliasDeclaration(declaration) || reader.symbols.isForeign(declaration))
      continue;
    const [tag] = constraintsOf(reader.annotationsOf(declaration).constraints);
    if (tag !== undefined) reader.reject(place, "CM4013", { tag, name: declaredName(symbol), whole });
    follow({ node: declaration.type, scope: boundScope(reader, spelling, declaration) });
  }
}
