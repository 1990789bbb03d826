import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { constraintsOf } from "../../model/constrained.js";
import type { Constraints } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { partsOf } from "./parts.js";
import { type Place, reject, spelledAt } from "./place.js";
import { aliasOf, type Spelling } from "./spelling.js";

/** A constraint that an alias or a property has. */
function tagOf(reader: Reader, node: ts.Node): keyof Constraints | undefined {
  return constraintsOf(reader.annotationsOf(node).constraints)[0];
}

/**
 * Reports tags of aliases that are part of a text, as `Slug` in `` `a-${Slug}` `` and in `Uppercase<Slug>`: to the compiler such an alias is
 * a `string`, and the pattern of the whole cannot say what the tag says of a part.
 */
export function reportTagsInText(place: Place): void {
  const spelling = place.spelling?.resolved();
  if (spelling === undefined) return;
  const text = shortText(spelling.node.getText());
  // A template literal type brings backticks along.
  const whole = text.startsWith("`") ? text : `\`${text}\``;
  for (const part of textParts(spelling)) reportTags(part, place, whole);
}

/** Reports tags of aliases that are the keys of an object: a schema has no place for them. */
export function reportTagsOfKeys(keys: Spelling | undefined, object: Place): void {
  if (keys !== undefined) reportTags(keys, spelledAt(object, keys.resolved()), "a key");
}

function textParts(spelling: Spelling): readonly Spelling[] {
  const { node } = spelling;
  if (compiler.isTemplateLiteralTypeNode(node)) return node.templateSpans.map(({ type }) => spelling.at(type));
  return /^(?:Uppercase|Lowercase|Capitalize|Uncapitalize)$/.test(spelling.libraryName() ?? "") ? spelling.given() : [];
}

function reportTags(part: Spelling, place: Place, whole: string): void {
  for (const spelling of part.reached((one) => textsIn(place.reader, one))) {
    const alias = ownAlias(place.reader, spelling);
    const tag = alias && tagOf(place.reader, alias);
    if (alias !== undefined && tag !== undefined) reject(place, "CM4013", { tag, name: alias.name.text, whole });
  }
}

/** The members of a union, the parts of a text, and what the author's own alias stands for. */
function textsIn(reader: Reader, spelling: Spelling): readonly Spelling[] {
  const { node } = spelling;
  const members = compiler.isUnionTypeNode(node) ? node.types.map((member) => spelling.at(member)) : [];
  const alias = ownAlias(reader, spelling);
  return [...members, ...textParts(spelling), ...(alias ? [spelling.bodyOf(alias)] : [])];
}

/** The author's alias that a spelling refers to. Authors cannot change the tags of packages. */
function ownAlias({ symbols }: Reader, spelling: Spelling): ts.TypeAliasDeclaration | undefined {
  const alias = aliasOf(spelling.symbol());
  return alias === undefined || symbols.isForeign(alias) ? undefined : alias;
}

/**
 * Reports tags that are lost where the compiler computed a plain `string`, `number` or list of a type that has them, as of `Short` in
 * `Awaited<Promise<Short>>`: nothing leads from the result back to what was tagged.
 */
export function reportLostSources(type: ts.Type, place: Place): void {
  const { reader, node } = place;
  const spelling = (place.spelling ?? place.source)?.resolved();
  if (spelling === undefined || isPlain(spelling)) return;
  for (const made of spelling.reached((one) => sourcesIn(reader, one))) {
    for (const source of taggedBy(reader, made)) {
      // What is written as the type of a property has the property's own tags.
      if (place.spelling !== undefined && source === spelling.node.parent) continue;
      const tag = tagOf(reader, source);
      if (tag === undefined || !isMadeOf(reader, type, source)) continue;
      const whole = shortText((place.spelling === undefined ? node : spelling.node).getText());
      const name = shortText(source.name.getText());
      return reader.report("CM4014", node, { name, tag, whole, type: reader.checker.typeToString(type) });
    }
  }
}

/** Whether a list or text is written as what it is, and not computed. */
function isPlain(spelling: Spelling): boolean {
  const { node } = spelling;
  if (compiler.isTypeOperatorNode(node)) return isPlain(spelling.at(node.type));
  const isList = compiler.isArrayTypeNode(node) || compiler.isTupleTypeNode(node);
  return (
    isList || compiler.isTemplateLiteralTypeNode(node) || /^(?:Readonly)?Array$/.test(spelling.symbol()?.name ?? "")
  );
}

/** What may have tags about the values of a type. */
type Source = ts.TypeAliasDeclaration | ts.PropertySignature;

/** The property that has a type, and the author's own alias that it refers to. */
function taggedBy(reader: Reader, spelling: Spelling): readonly Source[] {
  const { parent } = spelling.node;
  const property = compiler.isPropertySignature(parent) && parent.type === spelling.node ? [parent] : [];
  const alias = ownAlias(reader, spelling);
  return alias === undefined ? property : [...property, alias];
}

/** What a type is made from: the author's own declarations that it refers to, and its parts. */
function sourcesIn({ symbols, checker }: Reader, spelling: Spelling): readonly Spelling[] {
  const declarations = spelling.symbol()?.declarations ?? [];
  const own = declarations.filter(
    (one) => !symbols.isForeign(one) && (compiler.isTypeAliasDeclaration(one) || compiler.isInterfaceDeclaration(one)),
  );
  return [...own.map((one) => spelling.bodyOf(one)), ...partsIn(checker, spelling)];
}

function partsIn(checker: ts.TypeChecker, spelling: Spelling): readonly Spelling[] {
  const { node } = spelling;
  if (compiler.isIndexedAccessTypeNode(node)) return accessed(checker, spelling, node);
  // What decides is not what is made.
  if (compiler.isConditionalTypeNode(node)) {
    return [node.checkType, node.trueType, node.falseType].map((inner) => spelling.at(inner));
  }
  if (spelling.libraryName() !== "ReturnType") return spelling.children();
  // What a function takes is no part of what it returns.
  const inFunction = spelling.given().flatMap((one) => one.resolved().children());
  return inFunction.filter((child) => !compiler.isParameter(child.node));
}

/** The one property that an access names, or all. */
function accessed(
  checker: ts.TypeChecker,
  spelling: Spelling,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
): readonly Spelling[] {
  const owner = spelling.at(objectType).type();
  const index = spelling.at(indexType).type();
  if (owner === undefined || index?.isStringLiteral() !== true) return spelling.children();
  const { declarations = [] } = checker.getPropertyOfType(owner, index.value) ?? {};
  return declarations.flatMap((one) => (compiler.isPropertySignature(one) && one.type ? [spelling.at(one.type)] : []));
}

/** Whether a type is what a source is declared to be, or one of several such types. */
function isMadeOf({ checker }: Reader, type: ts.Type, source: Source): boolean {
  const itemOf = (list: ts.Type): ts.Type | undefined =>
    checker.isArrayType(list) ? checker.getIndexTypeOfType(list, compiler.IndexKind.Number) : undefined;
  const item = itemOf(type);
  return partsOf(checker.getTypeAtLocation(source)).some(
    (part) => part === type || (item !== undefined && itemOf(part) === item),
  );
}
