import type { ts } from "ts-morph";

import { constrained, constrainedAsPossible, picked } from "../../model/constrained.js";
import type { Property, TagSpans, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import { type Annotations, noAnnotations } from "../docs/read-annotations.js";
import type { Reader } from "../reader.js";
import { declarationsOf, mappedTemplate } from "./mapped-type.js";
import { annotated, mergedAnnotations } from "./declared-tags.js";
import { definiteParts, hasFlags, isUnknownType, partsOf } from "./parts.js";
import { below, type Owner, spelledAt, spellingIn } from "./place.js";
import { anyJson } from "./plain-types.js";
import type { Reading } from "./reading.js";
import { reportNever, type Signature, signaturesOf } from "./report-never.js";
import type { Spelling } from "./spelling.js";

/** Reads a property with the tags of its declarations; `undefined` where its type admits nothing but `undefined`. */
export function readProperty(symbol: ts.Symbol, owner: Owner): Property | undefined {
  const { reader } = owner.place;
  const type = typeOf(reader, symbol);
  const isOptional = (symbol.flags & compiler.SymbolFlags.Optional) !== 0;
  // `deleted?: void`: of `void`, the compiler takes nothing but `undefined`.
  const isVoid = (part: ts.Type): boolean => hasFlags(part, compiler.TypeFlags.Void);
  if (isOptional && partsOf(type).some(isVoid) && definiteParts(type).every(isVoid)) return undefined;
  const name = compiler.unescapeLeadingUnderscores(symbol.escapedName);
  const declarations = declarationsOf(reader, symbol);
  if (/\p{Surrogate}/u.test(name)) {
    const own = declarations.find((node) => !reader.symbols.isForeign(node));
    reader.report("CM3051", own?.name ?? owner.place.node, { name: JSON.stringify(name).slice(1, -1) });
    return undefined;
  }
  const { spelling, isDeclared, source } = spellingOf({ type, declarations, owner });
  const all = mergedAnnotations(reader, declarations);
  const annotations = isDeclared ? all : ofOtherType(all);
  const place = { ...spelledAt(below(owner.place, name), spelling), ...(source && { source }) };
  const isFree = place.isFree === true || annotations.additionalProperties === true;
  const reading: Reading =
    annotations.schema === undefined
      ? reader.read([type], isFree ? { ...place, isFree } : place)
      : { type: anyJson(place) };
  const own = declarations.find((node) => !reader.symbols.isForeign(node));
  if (reading.type === undefined) {
    // A property that may be left out may be `never`: it is not to be there, which unknown properties are not anyway.
    if (!isOptional && reading.undefinable !== true) reportNever(symbol, place);
    return undefined;
  }
  const said = { ...reading.inherited, ...annotations };
  const of = own ?? place.node;
  return {
    name,
    type: isDeclared ? annotated(reader, reading.type, { annotations, of }) : narrowed(reading.type, all),
    required: !isOptional && reading.undefinable !== true,
    documentation: annotations.documentation,
    ...(said.default !== undefined && { default: said.default }),
    ...(said.filled === true && { filled: true }),
    ...(said.immutable === true && { immutable: true }),
    ...(annotations.secret === true && { secret: true }),
    ...(said.listKey !== undefined && { listKey: said.listKey }),
    ...indexOf(said),
    span: reader.files.spanOf(of),
    ...tagSpansOf({ ...reading.inherited?.tagSpans, ...annotations.tagSpans }),
  };
}

/** Of `wrong?: Missing` the checker makes `any`: it forgets that the name leads nowhere. */
function typeOf(reader: Reader, symbol: ts.Symbol): ts.Type {
  const type = reader.checker.getTypeOfSymbol(symbol);
  if (!hasFlags(type, compiler.TypeFlags.Any)) return type;
  const nodes = signaturesOf(symbol).flatMap((node) => node.type ?? []);
  return nodes.map((node) => reader.checker.getTypeFromTypeNode(node)).find(isUnknownType) ?? type;
}

interface Declared {
  readonly type: ts.Type;
  readonly declarations: readonly Signature[];
  readonly owner: Owner;
}

interface FoundSpelling {
  readonly spelling?: Spelling;
  /** What another type was made of. */
  readonly source?: Spelling | undefined;
  /** Whether the property's own declaration says what its type is. */
  readonly isDeclared: boolean;
}

/** How the property's type is written: by the mapped type it is made by, or else by its declarations. */
function spellingOf({ type, declarations, owner }: Declared): FoundSpelling {
  const { reader } = owner.place;
  const parts = definiteParts(type);
  const template = mappedTemplate(owner);
  if (template?.denotes(type) === true) return { spelling: template, isDeclared: false };
  for (const declaration of declarations) {
    if (declaration.type === undefined) continue;
    const spelling = spellingIn(owner.place, declaration.type);
    const isOpen = parts.length === 0 || spelling.denoted(parts).length > 0;
    if (isOpen || isComputedFrom(reader, declaration.type, parts)) return { spelling, isDeclared: true };
  }
  const [source] = declarations.flatMap((node) => (node.type ? [spellingIn(owner.place, node.type)] : []));
  return { source, isDeclared: declarations.length > 0 && isNarrowed(reader, declarations, type) };
}

/** Whether a type node makes a type that is no more than what the compiler says it is: a conditional type, an access and the like. */
function isComputedFrom(reader: Reader, node: ts.TypeNode, parts: readonly ts.Type[]): boolean {
  const declared = reader.checker.getTypeFromTypeNode(node);
  const { Conditional, IndexedAccess, TypeParameter, Index, StringMapping, Substitution } = compiler.TypeFlags;
  const isOpen = hasFlags(declared, Conditional | IndexedAccess | TypeParameter | Index | StringMapping | Substitution);
  return isOpen || parts.some((part) => definiteParts(declared).includes(part));
}

/** Whether some declaration takes all that the property's type is. */
function isNarrowed(reader: Reader, declarations: readonly Signature[], type: ts.Type): boolean {
  return declarations.some(
    (node) =>
      node.type !== undefined && reader.checker.isTypeAssignableTo(type, reader.checker.getTypeFromTypeNode(node.type)),
  );
}

/** What a comment says of a property whose type a mapped type has changed: tags that were about that type are left out. */
function ofOtherType({ documentation, immutable, secret, tagSpans }: Annotations): Annotations {
  const { examples: _, ...rest } = documentation;
  return {
    ...noAnnotations,
    documentation: rest,
    ...(immutable !== undefined && { immutable }),
    ...(secret !== undefined && { secret }),
    tagSpans: picked(tagSpans, ["immutable", "secret"]),
  };
}

/** The type with the constraints that still can be about it, and those of its own. */
function narrowed(type: Type, tags: Annotations): Type {
  if (type.shape === "ref") return type;
  const { constraints, tagSpans = {} } = type;
  return constrained(constrainedAsPossible({ ...type, constraints: {} }, tags), { constraints, tagSpans });
}

/** `@unique` alone is an index, too. */
function indexOf({
  index,
  unique = false,
  search = false,
}: Pick<Annotations, "index" | "unique" | "search">): Pick<Property, "index" | "search"> {
  const own = index === undefined && !unique ? {} : { index: { order: "ASC", ...index, unique } as const };
  return { ...own, ...(search && { search }) };
}

function tagSpansOf(spans: TagSpans): Pick<Property, "tagSpans"> {
  const own = picked(spans, [
    "default",
    "example",
    "filled",
    "immutable",
    "secret",
    "listKey",
    "index",
    "unique",
    "search",
  ]);
  return Object.keys(own).length === 0 ? {} : { tagSpans: own };
}
