import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { isOfPackage, type SourceSpan } from "../../model/source-span.js";
import {
  constraintNames,
  type Constraints,
  type Documentation,
  type IndexTag,
  type Json,
  type TagSpans,
} from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { type DocComment, docCommentOf, type DocTag } from "./doc-comment.js";
import { foreignMatch, replacementOf, type TagSubject } from "./foreign-match.js";
import { misplacedTag, type MisplacedTag, strayTag } from "./misplaced-tags.js";
import { isTagName, type TagName, tagTable } from "./tag-table.js";
import { meantTag } from "./tag-starts.js";
import { readTagValue } from "./tag-values.js";

/** What a doc comment says of the declaration it stands before. */
export interface Annotations {
  readonly documentation: Documentation;
  readonly constraints: Constraints;
  readonly default?: Json;
  readonly filled?: boolean;
  readonly immutable?: boolean;
  readonly secret?: boolean;
  readonly listKey?: string;
  readonly index?: Omit<IndexTag, "unique">;
  readonly unique?: boolean;
  readonly search?: boolean;
  /** Whether properties beside the declared ones are taken. */
  readonly additionalProperties?: boolean;
  /** JSON Schema that stands for the type. */
  readonly schema?: Json;
  readonly tagSpans: TagSpans;
}

export const noAnnotations: Annotations = Object.freeze({
  documentation: Object.freeze({ description: "" }),
  constraints: Object.freeze({}),
  tagSpans: Object.freeze({}),
});

/**
 * Reads the doc comment before a node. Tags that are slips or another tool's, and values a tag does not take, are reported; of other
 * packages' comments what can be applied is.
 */
export function readAnnotations(reader: Reader, node: ts.Node): Annotations {
  const misplaced = reader.symbols.isForeign(node) ? undefined : misplacedTag(node);
  if (misplaced !== undefined) reportMisplaced(reader, node, { ...misplaced, code: "CM4041" });
  const comment = docCommentOf(node);
  if (comment === undefined) return noAnnotations;
  const stray = strayTag(comment.lines);
  if (stray !== undefined) reportMisplaced(reader, node, { ...stray, code: "CM4040" });
  const values = new Map<TagName, Json>();
  const examples: Json[] = [];
  const spans: Record<string, TagSpans[keyof TagSpans]> = {};
  for (const tag of comment.tags) {
    const span = reader.files.spanOfRange(node.getSourceFile(), tag.range);
    if (tag.isJoined || !isTagName(tag.name)) {
      reportUnknownTag(reader, { tag, span, subject: subjectOf(node) });
      continue;
    }
    // What a package's types are indexed by is for the plugin to say.
    if (/^(?:index|unique|search)$/.test(tag.name) && isOfPackage(span)) continue;
    const value = valueOf(reader, span, { ...tag, name: tag.name });
    if (value === undefined) continue;
    if (tag.name === "example") examples.push(value);
    else values.set(tag.name, value);
    spans[tag.name] = span;
  }
  // A type is used in more places than properties, and in those nothing could be left out.
  const secret = spans["secret"];
  if (secret !== undefined && !isProperty(node)) {
    values.delete("secret");
    reader.reportAt("CM4005", secret, { tag: "secret", fix: "Put it on a property." });
  }
  return annotationsFrom({ comment, values, examples, tagSpans: spans });
}

function valueOf(reader: Reader, span: SourceSpan, tag: DocTag & { readonly name: TagName }): Json | undefined {
  // Text without quotes is a value in the author's own files. In a package it is as likely a sentence, which must not end up in data.
  const takes = tag.name === "default" && isOfPackage(span) ? "value" : tagTable[tag.name];
  const reading = readTagValue(takes, tag.value);
  if ("value" in reading) return reading.value;
  const { name, value } = tag;
  // Examples are often code or a sentence, as TSDoc has it: those are for people.
  if (name === "example") return undefined;
  if (value === "") reader.reportAt("CM4004", span, { tag: name, expected: reading.expected });
  else {
    const expected = indexedAndUnique(name, value) ?? reading.expected;
    reader.reportAt("CM4003", span, { tag: name, value: shortText(value), expected });
  }
  // An index is meant. If there were none, what it is used for would be reported, too.
  return meantIndexes[name];
}

const meantIndexes: { readonly [Name in TagName]?: Json } = { index: { order: "ASC" }, unique: true, search: true };

/** What to write for `@unique ci`. */
function indexedAndUnique(name: TagName, value: string): string | undefined {
  const options = value.toLowerCase();
  return name === "unique" && "value" in readTagValue("index", options)
    ? `nothing: write \`@index ${options} @unique\``
    : undefined;
}

type ReportedTag = MisplacedTag & { readonly code: "CM4040" | "CM4041" };

function reportMisplaced(reader: Reader, node: ts.Node, { code, name, range, corrected }: ReportedTag): void {
  const span = reader.files.spanOfRange(node.getSourceFile(), range);
  reader.reportAt(code, span, { tag: name, comment: `\n\n${corrected}` });
}

interface UnknownTag {
  readonly tag: DocTag;
  readonly span: SourceSpan;
  readonly subject: TagSubject;
}

function reportUnknownTag(reader: Reader, { tag, span, subject }: UnknownTag): void {
  // What follows on the next lines is prose: `@email` on a line of its own is a tag.
  const match = foreignMatch({ ...tag, value: tag.valueOnLine });
  if (match !== undefined) {
    const written = tag.isJoined && isTagName(tag.name) ? `${tag.name}${tag.valueOnLine}` : tag.name;
    const name = written.startsWith("+") ? written : shortText(`@${written}`);
    const code = match.foreign.isOfType === true ? "CM4002" : "CM4012";
    reader.reportAt(code, span, { tag: name, instead: replacementOf(tag, match, subject) });
    return;
  }
  const meant = meantTag(tag.name);
  if (meant !== undefined) reader.reportAt("CM4001", span, { tag: tag.name, meant });
}

/** What a comment's tags are about, as far as the node's own type says it. */
function subjectOf(node: ts.Node): TagSubject {
  const isTyped = compiler.isPropertySignature(node) || compiler.isTypeAliasDeclaration(node);
  const type = isTyped ? node.type : undefined;
  const parts = type !== undefined && compiler.isUnionTypeNode(type) ? type.types : [type];
  if (parts.some((part) => part?.kind === compiler.SyntaxKind.StringKeyword)) return "text";
  return parts.some((part) => part !== undefined && isList(part)) ? "list" : "other";
}

function isProperty(node: ts.Node): boolean {
  return compiler.isPropertySignature(node) || compiler.isPropertyDeclaration(node);
}

function isList(type: ts.TypeNode): boolean {
  if (compiler.isTypeOperatorNode(type)) return isList(type.type);
  if (compiler.isTypeReferenceNode(type)) return /^(?:Readonly)?Array$/.test(type.typeName.getText());
  return compiler.isArrayTypeNode(type) || compiler.isTupleTypeNode(type);
}

interface Parts {
  readonly comment: DocComment;
  readonly values: ReadonlyMap<TagName, Json>;
  readonly examples: readonly Json[];
  readonly tagSpans: TagSpans;
}

function annotationsFrom({ comment, values, examples, tagSpans }: Parts): Annotations {
  const title = values.get("title");
  const deprecated = values.get("deprecated");
  const documentation: Documentation = {
    description: comment.description,
    ...(typeof title === "string" && { title }),
    ...(typeof deprecated === "string" && { deprecated: deprecated === "" || deprecated }),
    ...(examples.length > 0 && { examples }),
  };
  const own = [
    "default",
    "filled",
    "immutable",
    "secret",
    "listKey",
    "index",
    "unique",
    "search",
    "additionalProperties",
    "schema",
  ] as const;
  const said = Object.fromEntries(own.filter((name) => values.has(name)).map((name) => [name, values.get(name)]));
  return { documentation, constraints: constraintsIn(values), tagSpans, ...said };
}

function constraintsIn(values: ReadonlyMap<TagName, Json>): Constraints {
  const given = constraintNames.filter((name) => values.has(name));
  return Object.fromEntries(given.map((name) => [name, values.get(name)]));
}
