import type { ts } from "ts-morph";

import { scalarOf } from "../../model/scalars.js";
import type { Templates, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { flavourOf } from "./vocabulary.js";
import { hasFlags } from "./parts.js";
import { type Place, textOf } from "./place.js";
import { typeAt } from "./plain-types.js";
import { commonEnds, mappingText, type Template, templateOf, templateText } from "./template-text.js";

/**
 * Reads `` `a-${T}` `` as a string with a pattern. Where every part is one of some texts the compiler has made a union of texts of it
 * already, and of texts beside other parts a union of templates.
 */
export function readTemplates(reader: Reader, types: readonly ts.TemplateLiteralType[], place: Place): Type {
  const templates = mergedTexts(types);
  const patterns = templates.map((type) => partsPattern(reader, type));
  const [only] = patterns;
  const whole = patterns.length === 1 ? only : `(?:${patterns.join("|")})`;
  const [type] = types;
  if (type !== undefined && patterns.includes(undefined)) return rejectText(reader, type, place);
  return textType(reader, place, { pattern: `^${whole}$`, templates: templates.map(templateText) });
}

/** What texts a type allows: as a regular expression, and as TypeScript writes it. */
export interface TextForm {
  readonly pattern: string;
  readonly templates: Templates;
}

function textType(reader: Reader, { node }: Place, { pattern, templates }: TextForm): Type {
  return typeAt(reader, node, { shape: "string", constraints: { pattern }, templates });
}

function rejectText(reader: Reader, type: ts.Type, place: Place): Type {
  return reader.reject(place, "CM3001", { type: textOf(reader, type, place) });
}

/** The templates, those that differ in one of their texts as one. */
function mergedTexts(types: readonly ts.TemplateLiteralType[]): readonly Template[] {
  let merged: readonly Template[] = types.map(templateOf);
  for (let at = (merged[0]?.texts.length ?? 0) - 1; at >= 0; at -= 1) merged = mergedAt(merged, at);
  return merged;
}

function mergedAt(templates: readonly Template[], at: number): readonly Template[] {
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

/** The form of a template literal type; `undefined` where some part of it has none. */
export function templateForm(reader: Reader, type: ts.TemplateLiteralType): TextForm | undefined {
  const template = templateOf(type);
  const inner = partsPattern(reader, template);
  return inner === undefined ? undefined : { pattern: `^${inner}$`, templates: [templateText(template)] };
}

function partsPattern(reader: Reader, { texts, types }: Template): string | undefined {
  let pattern = "";
  for (const [at, text] of texts.entries()) {
    const type = types[at];
    const part = type === undefined ? "" : partPattern(reader, type);
    if (part === undefined) return undefined;
    pattern += alternatives(text) + part;
  }
  return pattern;
}

/** The compiler has taken in what texts, unions and other templates a template is made of: other parts are left. */
function partPattern(reader: Reader, type: ts.Type): string | undefined {
  const { TypeFlags } = compiler;
  const flavour = flavourOf(reader, type);
  const isInDigits = flavour !== undefined && scalarOf(flavour).isInDigits === true;
  if (isInDigits || hasFlags(type, TypeFlags.BigInt)) return "-?[0-9]+";
  if (hasFlags(type, TypeFlags.StringMapping)) return mappingPattern(type as ts.StringMappingType);
  if (hasFlags(type, TypeFlags.Number)) return "-?[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?";
  // A branded string is a string.
  const isString = (part: ts.Type): boolean => hasFlags(part, TypeFlags.String | TypeFlags.Any);
  return isString(type) || (type.isIntersection() && type.types.some(isString)) ? "[\\s\\S]*" : undefined;
}

/** What `Uppercase<string>` and its like match: no character that changing the case would change. */
const mappings: ReadonlyMap<string, string> = new Map([
  ["Uppercase", "\\P{CWU}*"],
  ["Lowercase", "\\P{CWL}*"],
  ["Capitalize", "(?:\\P{CWU}[\\s\\S]*)?"],
  ["Uncapitalize", "(?:\\P{CWL}[\\s\\S]*)?"],
]);

function mappingPattern({ symbol, type }: ts.StringMappingType): string | undefined {
  return hasFlags(type, compiler.TypeFlags.String) ? mappings.get(symbol.name) : undefined;
}

/** As {@link readTemplates}, for `Uppercase<string>`. */
export function readStringMapping(reader: Reader, type: ts.StringMappingType, place: Place): Type {
  const form = textForm(reader, type);
  return form === undefined ? rejectText(reader, type, place) : textType(reader, place, form);
}

/** As {@link readTemplates}, for texts that are of several forms at once: `` Lowercase<string> & `a-${string}` ``. */
export function readTextsOfAll(reader: Reader, types: readonly ts.Type[], place: Place): Type {
  const forms = types.map((type) => textForm(reader, type));
  const known = forms.filter((form) => form !== undefined);
  const [type] = types;
  if (type !== undefined && known.length < forms.length) return rejectText(reader, type, place);
  const pattern = `^${known.map((form) => `(?=${form.pattern})`).join("")}`;
  const text = known.flatMap(({ templates }) => templates).join(" & ");
  return textType(reader, place, { pattern, templates: [`(${text})`] });
}

function textForm(reader: Reader, type: ts.Type): TextForm | undefined {
  if (!hasFlags(type, compiler.TypeFlags.StringMapping)) return templateForm(reader, type as ts.TemplateLiteralType);
  const pattern = mappingPattern(type as ts.StringMappingType);
  return pattern === undefined
    ? undefined
    : { pattern: `^${pattern}$`, templates: [mappingText(type as ts.StringMappingType)] };
}

/** Any of some texts. */
function alternatives(texts: readonly string[]): string {
  const { start, middles, end } = commonEnds(texts);
  const [only = "", ...others] = middles.map(escaped);
  return `${escaped(start)}${others.length === 0 ? only : `(?:${[only, ...others].join("|")})`}${escaped(end)}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
