import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { constraintsOf } from "../../model/constrained.js";
import type { Constraints } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { declaredName } from "../program/symbols.js";
import type { Reader } from "../reader.js";
import { type Place, reject, spelledAt } from "./place.js";
import { aliasOf, type Spelling } from "./spelling.js";

/** How far aliases are followed: a bound, because they may lead back. */
const maxDepth = 20;

/**
 * Reports tags of aliases that are part of a text, as `Slug` in `` `a-${Slug}` `` and in `Uppercase<Slug>`: to the compiler such an alias is
 * a `string`, and the pattern of the whole cannot say what the tag says of a part.
 */
export function reportTagsInText(place: Place): void {
  const spelling = place.spelling?.resolved();
  if (spelling === undefined) return;
  for (const part of textParts(spelling)) reportTags(part, { place, whole: quoted(spelling.node) });
}

/** A template literal type brings backticks along. */
function quoted(node: ts.Node): string {
  const text = shortText(node.getText());
  return text.startsWith("`") ? text : `\`${text}\``;
}

/** Reports tags of aliases that are the keys of an object: a schema has no place for them. */
export function reportTagsOfKeys(keys: Spelling | undefined, object: Place): void {
  const spelling = keys?.resolved();
  if (spelling !== undefined) reportTags(spelling, { place: spelledAt(object, spelling), whole: "a key" });
}

interface OwnAlias {
  readonly declaration: ts.TypeAliasDeclaration;
  readonly name: string;
}

/** The author's alias that a spelling refers to. Authors cannot change the tags of packages. */
function ownAlias(reader: Reader, spelling: Spelling): OwnAlias | undefined {
  const symbol = spelling.symbol();
  const declaration = aliasOf(symbol);
  if (symbol === undefined || declaration === undefined || reader.symbols.isForeign(declaration)) return undefined;
  return { declaration, name: declaredName(symbol) };
}

/** A constraint that an alias has. */
function tagOf(reader: Reader, alias: ts.Node): keyof Constraints | undefined {
  return constraintsOf(reader.annotationsOf(alias).constraints)[0];
}

function textParts(spelling: Spelling): readonly Spelling[] {
  const { node, reader } = spelling;
  if (compiler.isTemplateLiteralTypeNode(node)) return node.templateSpans.map(({ type }) => spelling.at(type));
  const symbol = spelling.symbol();
  const isMapping = symbol !== undefined && reader.symbols.isOfLibrary(symbol) && mappings.has(symbol.name);
  return isMapping ? spelling.given() : [];
}

const mappings: ReadonlySet<string> = new Set(["Uppercase", "Lowercase", "Capitalize", "Uncapitalize"]);

interface Lost {
  readonly place: Place;
  /** What the alias is part of. */
  readonly whole: string;
}

function reportTags(part: Spelling, { place, whole }: Lost, depth = 0): void {
  if (depth > maxDepth) return;
  const spelling = part.resolved();
  const { node } = spelling;
  const members = compiler.isUnionTypeNode(node) ? node.types.map((member) => spelling.at(member)) : [];
  const alias = ownAlias(place.reader, spelling);
  const tag = alias && tagOf(place.reader, alias.declaration);
  if (alias !== undefined && tag !== undefined) reject(place, "CM4013", { tag, name: alias.name, whole });
  const body = alias && spelling.bodyOf(alias.declaration);
  for (const inner of [...members, ...textParts(spelling), ...(body ? [body] : [])]) {
    reportTags(inner, { place, whole }, depth + 1);
  }
}
