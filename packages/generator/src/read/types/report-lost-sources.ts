import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { constraintsOf } from "../../model/constrained.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { spelledType } from "./denoted.js";
import { partsOf } from "./parts.js";
import type { Place } from "./place.js";
import type { Spelling } from "./spelling.js";

/**
 * Reports tags that are lost where the compiler computed a plain `string`, `number` or list of a type that has them, as of `Short` in
 * `Awaited<Promise<Short>>`: nothing leads from the result back to what was tagged.
 */
export function reportLostSources(type: ts.Type, place: Place): void {
  const { reader, node } = place;
  const spelling = (place.spelling ?? place.source)?.resolved();
  if (spelling === undefined || isPlain(spelling)) return;
  for (const source of new Sources(reader).in(spelling)) {
    // What is written as the type of a property has the property's own tags.
    if (place.spelling !== undefined && source === spelling.node.parent) continue;
    const tag = constraintsOf(reader.annotationsOf(source).constraints)[0];
    if (tag === undefined || !isMadeOf(reader, type, source)) continue;
    const whole = shortText((place.spelling === undefined ? node : spelling.node).getText());
    const name = shortText(source.name.getText());
    return reader.report("CM4014", node, { name, tag, whole, type: reader.checker.typeToString(type) });
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

/** Whether a type is what a source is declared to be, or one of several such types. */
function isMadeOf({ checker }: Reader, type: ts.Type, source: Source): boolean {
  const item = checker.isArrayType(type) ? checker.getIndexTypeOfType(type, compiler.IndexKind.Number) : undefined;
  const isSameList = (part: ts.Type): boolean =>
    item !== undefined &&
    checker.isArrayType(part) &&
    checker.getIndexTypeOfType(part, compiler.IndexKind.Number) === item;
  return partsOf(checker.getTypeAtLocation(source)).some((part) => part === type || isSameList(part));
}

/** Finds the author's own aliases and properties that something is made from. Nobody can change the tags of packages. */
class Sources {
  readonly #reader: Reader;
  readonly #seen = new Set<ts.Node>();

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  in(given: Spelling): readonly Source[] {
    const spelling = given.resolved();
    const { node } = spelling;
    if (this.#seen.has(node)) return [];
    this.#seen.add(node);
    const own = compiler.isPropertySignature(node.parent) && node.parent.type === node ? [node.parent] : [];
    return [...own, ...this.#referred(spelling), ...this.#parts(spelling).flatMap((part) => this.in(part))];
  }

  #parts(spelling: Spelling): readonly Spelling[] {
    const { node } = spelling;
    if (compiler.isIndexedAccessTypeNode(node)) return this.#accessed(spelling, node);
    // What decides is not what is made.
    if (compiler.isConditionalTypeNode(node)) {
      return [node.checkType, node.trueType, node.falseType].map((inner) => spelling.at(inner));
    }
    // What a function takes is no part of what it returns.
    const isReturned = this.#libraryName(spelling) === "ReturnType";
    const isTaken = ({ node: one }: Spelling): boolean => isReturned && compiler.isParameter(one);
    const children = isReturned ? spelling.given().flatMap((one) => one.resolved().children()) : spelling.children();
    return children.filter((child) => !isTaken(child));
  }

  #libraryName(spelling: Spelling): string | undefined {
    const symbol = spelling.symbol();
    return symbol !== undefined && this.#reader.symbols.isOfLibrary(symbol) ? symbol.name : undefined;
  }

  /** The one property that an access names, or all. */
  #accessed(spelling: Spelling, { objectType, indexType }: ts.IndexedAccessTypeNode): readonly Spelling[] {
    const owner = spelledType(spelling.at(objectType));
    const index = spelledType(spelling.at(indexType));
    if (owner === undefined || index?.isStringLiteral() !== true) return spelling.children();
    const { declarations = [] } = this.#reader.checker.getPropertyOfType(owner, index.value) ?? {};
    return declarations.flatMap((one) =>
      compiler.isPropertySignature(one) && one.type ? [spelling.at(one.type)] : [],
    );
  }

  #referred(spelling: Spelling): readonly Source[] {
    const declarations = spelling.symbol()?.declarations ?? [];
    const own = declarations.filter((declaration) => !this.#reader.symbols.isForeign(declaration));
    return own.flatMap((declaration) => {
      const alias = compiler.isTypeAliasDeclaration(declaration) ? [declaration] : [];
      const isType = alias.length > 0 || compiler.isInterfaceDeclaration(declaration);
      return [...alias, ...(isType ? this.in(spelling.bodyOf(declaration)) : [])];
    });
  }
}
