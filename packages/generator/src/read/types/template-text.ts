import type { ts } from "ts-morph";

import { compiler } from "../compiler.js";
import { hasFlags } from "./parts.js";

/** A template literal type; several that differ in their texts at one place, as one. */
export interface Template {
  /** What may stand at each place between the types. */
  readonly texts: readonly (readonly string[])[];
  readonly types: readonly ts.Type[];
}

/** The templates, those that differ in one of their texts as one. */
export function mergedTemplates(types: readonly ts.TemplateLiteralType[]): readonly Template[] {
  let merged = types.map((type): Template => ({ texts: type.texts.map((text) => [text]), types: type.types }));
  for (let at = (merged[0]?.texts.length ?? 0) - 1; at >= 0; at -= 1) merged = mergedAt(merged, at);
  return merged;
}

function mergedAt(templates: readonly Template[], at: number): Template[] {
  const groups: Template[] = [];
  for (const template of templates) {
    const found = groups.findIndex((group) => differsAt(group, template, at));
    const group = groups[found];
    if (group === undefined) groups.push(template);
    else
      groups[found] = {
        ...group,
        texts: group.texts.map((texts, place) => (place === at ? [...texts, ...(template.texts[at] ?? [])] : texts)),
      };
  }
  return groups;
}

function differsAt(left: Template, right: Template, at: number): boolean {
  const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  return (
    left.texts.length === right.texts.length &&
    left.types.every((type, place) => type === right.types[place]) &&
    left.texts.every((texts, place) => place === at || isSame(texts, right.texts[place]))
  );
}

/** The type as TypeScript writes it. Scalars of @cmgen/model and brands are written as the text or number that they are. */
export function templateText({ texts, types }: Template): string {
  const parts = texts.flatMap((text, at) => {
    const type = types[at];
    return [textsText(text), ...(type === undefined ? [] : [`\${${partText(type)}}`])];
  });
  return `\`${parts.join("")}\``;
}

function textsText(texts: readonly string[]): string {
  const { start, middles, end } = commonEnds(texts);
  const [only = ""] = middles;
  const middle = middles.length > 1 ? `\${${middles.map((text) => JSON.stringify(text)).join(" | ")}}` : escaped(only);
  return escaped(start) + middle + escaped(end);
}

/** Texts with what all of them start and end with said once. */
export function commonEnds(texts: readonly string[]): { start: string; middles: readonly string[]; end: string } {
  const [first = "", ...others] = texts;
  if (others.length === 0) return { start: "", middles: [first], end: "" };
  const shortest = Math.min(...texts.map(({ length }) => length));
  let start = 0;
  while (start < shortest && others.every((text) => text[start] === first[start])) start += 1;
  let end = 0;
  while (end < shortest - start && others.every((text) => text.at(-1 - end) === first.at(-1 - end))) end += 1;
  const middles = texts.map((text) => text.slice(start, text.length - end));
  return { start: first.slice(0, start), middles, end: first.slice(first.length - end) };
}

/** A text between backticks: only what would end it or start a part is escaped, and what no line holds. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll(/`|\$(?=\{)/g, "\\$&");
}

function partText(type: ts.Type): string {
  const { TypeFlags } = compiler;
  if (hasFlags(type, TypeFlags.StringMapping)) return mappingText(type as ts.StringMappingType);
  if (hasFlags(type, TypeFlags.BigInt)) return "bigint";
  const isNumber = (part: ts.Type): boolean => hasFlags(part, TypeFlags.Number);
  return isNumber(type) || (type.isIntersection() && type.types.some(isNumber)) ? "number" : "string";
}

/** `Uppercase<string>` and its like. */
export function mappingText({ symbol, type }: ts.StringMappingType): string {
  return `${symbol.name}<${partText(type)}>`;
}
