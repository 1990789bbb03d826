import type { ts } from "ts-morph";

import { scalarOf } from "../../model/scalars.js";
import type { Templates, Type } from "../../model/type.js";
import { compiler } from "../compiler.js";
import type { Reader } from "../reader.js";
import { flavourOf } from "./vocabulary.js";
import { hasFlags } from "./parts.js";
import { type Place, reject, textOf } from "./place.js";
import { typeAt } from "./plain-types.js";
import { commonEnds, mappingText, mergedTemplates, type Template, templateText } from "./template-text.js";

/** What texts a type allows: as a regular expression, and as TypeScript writes it. */
export interface TextForm {
  readonly pattern: string;
  readonly templates: Templates;
}

/**
 * Reads `` `a-${T}` `` as a string with a pattern. Where every part is one of some texts the compiler has made a union of texts of it
 * already, and of texts beside other parts a union of templates.
 */
export function readTemplates(types: readonly ts.TemplateLiteralType[], place: Place): Type {
  return textType(types, place, templatesForm(place.reader, types));
}

/** Reads `Uppercase<string>`, and texts that are of several forms at once: `` Lowercase<string> & `a-${string}` ``. */
export function readTextsOfAll(types: readonly ts.Type[], place: Place): Type {
  const known = types.flatMap((type) => textForm(place.reader, type) ?? []);
  if (known.length === 1 || known.length < types.length) {
    return textType(types, place, known.length < types.length ? undefined : known[0]);
  }
  const pattern = `^${known.map((form) => `(?=${form.pattern})`).join("")}`;
  const text = known.flatMap(({ templates }) => templates).join(" & ");
  return textType(types, place, { pattern, templates: [`(${text})`] });
}

function textType([type]: readonly ts.Type[], place: Place, form: TextForm | undefined): Type {
  if (form === undefined) return reject(place, "CM3001", { type: type === undefined ? "" : textOf(type, place) });
  const { pattern, templates } = form;
  return typeAt(place, { shape: "string", constraints: { pattern }, templates });
}

/** The form of a template literal type or of `Uppercase<string>` and its like; `undefined` where some part of it has none. */
export function textForm(reader: Reader, type: ts.Type): TextForm | undefined {
  if (hasFlags(type, compiler.TypeFlags.TemplateLiteral))
    return templatesForm(reader, [type as ts.TemplateLiteralType]);
  const pattern = mappingPattern(type as ts.StringMappingType);
  if (pattern === undefined) return undefined;
  return { pattern: `^${pattern}$`, templates: [mappingText(type as ts.StringMappingType)] };
}

function templatesForm(reader: Reader, types: readonly ts.TemplateLiteralType[]): TextForm | undefined {
  const templates = mergedTemplates(types);
  const patterns = templates.map((type) => partsPattern(reader, type));
  if (patterns.includes(undefined)) return undefined;
  const whole = patterns.length === 1 ? patterns[0] : `(?:${patterns.join("|")})`;
  return { pattern: `^${whole}$`, templates: templates.map(templateText) };
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

/** Any of some texts. */
function alternatives(texts: readonly string[]): string {
  const { start, middles, end } = commonEnds(texts);
  const [only = "", ...others] = middles.map(escaped);
  return `${escaped(start)}${others.length === 0 ? only : `(?:${[only, ...others].join("|")})`}${escaped(end)}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
