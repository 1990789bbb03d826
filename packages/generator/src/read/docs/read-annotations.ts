import type { ts } from "ts-morph";

import { closestName } from "../../config/closest-name.js";
import { shortText } from "../../diagnostic/short-text.js";
import { constraintNames, type Constraints, type Documentation, type Json, type TagSpans } from "../../model/type.js";
import type { Reader } from "../reader.js";
import { type Annotations, noAnnotations } from "./annotations.js";
import { type DocComment, docCommentOf, type DocTag } from "./doc-comment.js";
import { isTagName, keywordsOfTypes, readersTags, type TagName, tagTable } from "./tag-table.js";
import { readTagValue } from "./tag-values.js";

/** Names that a tag may have been meant to be. */
const meantNames = Object.keys(tagTable);

/** Reads the doc comment before a node. Tags nobody knows, and values a tag does not take, are reported. */
export function readAnnotations(reader: Reader, node: ts.Node): Annotations {
  const comment = docCommentOf(node, isInlineTag);
  if (comment === undefined) return noAnnotations;
  const values = new Map<TagName, Json>();
  const examples: Json[] = [];
  const spans: Record<string, TagSpans[keyof TagSpans]> = {};
  const file = node.getSourceFile();
  for (const tag of comment.tags) {
    if (!isTagName(tag.name)) {
      reportUnknownTag(reader, file, tag);
      continue;
    }
    const value = valueOf(reader, file, { ...tag, name: tag.name });
    if (value === undefined) continue;
    if (tag.name === "example") examples.push(value);
    else values.set(tag.name, value);
    spans[tag.name] = reader.files.spanOfRange(file, tag.range);
  }
  return annotationsFrom({ comment, values, examples, tagSpans: spans });
}

/** In the middle of a line a tag is one of ours, or near enough to one of ours to be a slip. */
function isInlineTag(name: string): boolean {
  return isTagName(name) || (!readersTags.has(name) && closestName(name, meantNames) !== undefined);
}

function valueOf(reader: Reader, file: ts.SourceFile, tag: DocTag & { readonly name: TagName }): Json | undefined {
  // An example in a code fence is TSDoc's, for people.
  if (tag.name === "example" && tag.value.includes("```")) return undefined;
  const reading = readTagValue(tagTable[tag.name], tag.value);
  if ("value" in reading) return reading.value;
  const { name, value } = tag;
  const span = reader.files.spanOfRange(file, tag.range);
  if (value === "") reader.reportAt("CM4004", span, { tag: name, expected: reading.expected });
  else reader.reportAt("CM4003", span, { tag: name, value: shortText(value), expected: reading.expected });
  return undefined;
}

function reportUnknownTag(reader: Reader, file: ts.SourceFile, { name, range }: DocTag): void {
  if (readersTags.has(name)) return;
  const span = reader.files.spanOfRange(file, range);
  if (keywordsOfTypes.includes(name)) {
    reader.reportAt("CM4002", span, { tag: name });
    return;
  }
  const meant = closestName(name, meantNames);
  if (meant !== undefined) reader.reportAt("CM4001", span, { tag: name, meant });
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
  const own = ["default", "immutable", "listKey", "additionalProperties", "schema"] as const;
  const said = Object.fromEntries(own.filter((name) => values.has(name)).map((name) => [name, values.get(name)]));
  return { documentation, constraints: constraintsIn(values), tagSpans, ...said };
}

function constraintsIn(values: ReadonlyMap<TagName, Json>): Constraints {
  const given = constraintNames.filter((name) => values.has(name));
  return Object.fromEntries(given.map((name) => [name, values.get(name)]));
}
