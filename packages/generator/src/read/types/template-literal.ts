import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import type { Type } from "../../model/type.js";
import type { Reader } from "../reader.js";
import { behind, unionMembers } from "./behind.js";
import { plain, unreadable } from "./read-scalar.js";
import { combine } from "./read-union.js";
import { at, type Reading, type Site } from "./site.js";

/** What stands at one place of a template: some texts, or all that a pattern matches. */
type Part = { readonly texts: readonly string[] } | { readonly pattern: string };

/** Past this many texts a pattern says it shorter. */
const maxTexts = 100;

/** Reads `` `a-${T}` ``: an enum where every part is known, else a string with a pattern. */
export function readTemplateLiteral(
  reader: Reader,
  site: Site & { readonly node: ts.TemplateLiteralTypeNode },
): Reading {
  const { node } = site;
  const parts: Part[] = [{ texts: [node.head.text] }];
  for (const span of node.templateSpans) {
    const part = partAt(reader, at(site, span.type));
    if (part === undefined) return { type: unreadable(reader, node) };
    parts.push(part, { texts: [span.literal.text] });
  }
  return templateReading(reader, node, parts);
}

function templateReading(reader: Reader, node: ts.Node, parts: readonly Part[]): Reading {
  const texts = allTexts(parts);
  const base = { constraints: {}, span: reader.files.spanOf(node) };
  if (texts !== undefined) {
    return combine(
      reader,
      node,
      texts.map((value) => ({ type: { ...base, shape: "literal", value } })),
    );
  }
  const pattern = `^${parts.map(sourceOf).join("")}$`;
  return { type: { ...plain(reader, node, "string"), constraints: { pattern } } };
}

/** The template's pattern where the checker made it: texts and the types between them, as parts. */
export function templateFromParts(reader: Reader, node: ts.Node, given: readonly (string | Type)[]): Reading {
  const parts = given.map((part) => (typeof part === "string" ? { texts: [part] } : partOf(reader, part)));
  const known = parts.filter((part) => part !== undefined);
  return known.length < parts.length ? { type: unreadable(reader, node) } : templateReading(reader, node, known);
}

function partAt(reader: Reader, site: Site): Part | undefined {
  const { type } = reader.read(site);
  const part = type && partOf(reader, type);
  if (part === undefined) reader.report("CM3001", site.node, { type: shortText(site.node.getText()) });
  return part;
}

function partOf(reader: Reader, type: Type): Part | undefined {
  const members = unionMembers(reader, type).map((member) => memberPart(behind(reader, member)));
  const known = members.filter((part) => part !== undefined);
  if (known.length <= 1 || known.length < members.length) return members.length === 1 ? known[0] : undefined;
  const texts = known.flatMap((part) => ("texts" in part ? [part.texts] : []));
  return texts.length === known.length ? { texts: texts.flat() } : { pattern: `(?:${known.map(sourceOf).join("|")})` };
}

function memberPart(type: Type): Part | undefined {
  switch (type.shape) {
    case "literal":
      return { texts: [String(type.value)] };
    case "boolean":
      return { texts: ["true", "false"] };
    case "null":
      return { texts: ["null"] };
    case "string":
      return { pattern: inner(type.constraints.pattern) ?? "[\\s\\S]*" };
    case "number":
      return { pattern: "-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?" };
    case "integer":
    case "int64":
      return { pattern: "-?[0-9]+" };
    case "timestamp":
      return { pattern: "[\\s\\S]*" };
    default:
      return undefined;
  }
}

/** A pattern without its anchors, where it has both. */
function inner(pattern: string | undefined): string | undefined {
  if (pattern === undefined) return undefined;
  return pattern.startsWith("^") && pattern.endsWith("$") ? `(?:${pattern.slice(1, -1)})` : "[\\s\\S]*";
}

function sourceOf(part: Part): string {
  if ("pattern" in part) return part.pattern;
  const [only] = part.texts;
  return part.texts.length === 1 && only !== undefined ? escaped(only) : `(?:${part.texts.map(escaped).join("|")})`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Every text the parts can spell, in order; `undefined` where there are too many, or some part is a pattern. */
function allTexts(parts: readonly Part[]): readonly string[] | undefined {
  let texts: readonly string[] = [""];
  for (const part of parts) {
    if ("pattern" in part) return undefined;
    texts = texts.flatMap((start) => part.texts.map((end) => start + end));
    if (texts.length > maxTexts) return undefined;
  }
  return texts;
}
