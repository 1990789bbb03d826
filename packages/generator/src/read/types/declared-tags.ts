import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { constrained, picked } from "../../model/constrained.js";
import { partsOf } from "../../model/map-type.js";
import { fileAndLine } from "../../model/source-span.js";
import type { TagSpans, Type } from "../../model/type.js";
import { type Annotations, noAnnotations } from "../docs/read-annotations.js";
import type { Reader } from "../reader.js";
import { anyJson } from "./plain-types.js";
import type { Inherited } from "./reading.js";
import { aliasOf, symbolOf } from "./spelling.js";

/** What the comments of all declarations of a property say: an intersection may declare it more than once. */
export function mergedAnnotations(reader: Reader, declarations: readonly ts.Declaration[]): Annotations {
  const [first, ...others] = declarations.map((node) => reader.annotationsOf(node));
  return others.reduce((left, right) => merged(reader, left, right), first ?? noAnnotations);
}

function merged(reader: Reader, left: Annotations, right: Annotations): Annotations {
  reportConflicts(reader, left, right);
  const { description } = right.documentation.description === "" ? left.documentation : right.documentation;
  return {
    ...left,
    ...right,
    documentation: { ...left.documentation, ...right.documentation, description },
    constraints: { ...left.constraints, ...right.constraints },
    tagSpans: { ...left.tagSpans, ...right.tagSpans },
  };
}

/** The same tag with two values: nobody can tell which of them is meant. */
function reportConflicts(reader: Reader, left: Annotations, right: Annotations): void {
  const valuesOf = (of: Annotations): Readonly<Record<string, unknown>> => ({
    ...of.constraints,
    ...picked(of, ["default", "listKey", "index", "unique", "search"]),
  });
  const before = valuesOf(left);
  for (const [tag, value] of Object.entries(valuesOf(right))) {
    const other = before[tag];
    if (other === undefined || JSON.stringify(other) === JSON.stringify(value)) continue;
    const span = left.tagSpans[tag as keyof TagSpans];
    reader.reportAt("CM3022", right.tagSpans[tag as keyof TagSpans], {
      tag: shortText(`${tag} ${JSON.stringify(value)}`),
      other: shortText(`${tag} ${JSON.stringify(other)}`),
      place: span === undefined ? "another declaration" : fileAndLine(span),
    });
  }
}

/** What tags on an alias, or on the aliases it stands for, say of properties of that type. */
export function inheritedFrom(reader: Reader, symbol: ts.Symbol, depth = 0): Inherited | undefined {
  const alias = aliasOf(symbol);
  if (alias === undefined || depth > 20) return undefined;
  const annotations = reader.annotationsOf(alias);
  const own = picked(annotations, ["default", "filled", "immutable", "listKey", "index", "unique", "search"]);
  const behind = symbolOf(reader, alias.type);
  const base = behind && inheritedFrom(reader, behind, depth + 1);
  if (Object.keys(own).length === 0) return base;
  return { ...base, ...own, tagSpans: { ...base?.tagSpans, ...annotations.tagSpans } };
}

/** The tags of a declaration. */
export interface Tagged {
  readonly annotations: Annotations;
  /** Where tags that do nothing are reported. */
  readonly of: ts.Node;
}

/** The type as the tags of a property or alias have it. */
export function annotated(reader: Reader, type: Type, { annotations, of }: Tagged): Type {
  const { schema, additionalProperties } = annotations;
  if (schema !== undefined) return { shape: "json", schema, constraints: {}, span: type.span };
  const opened = additionalProperties === true ? withAdditional(reader, type, of) : type;
  return constrained(opened, annotations);
}

const OPENS =
  "Put it on the declaration of an object type, or on a property whose type is `any`, `unknown` or `object`.";

/** An object that takes more properties than it names. Where the tag let `any` through there is nothing left to open. */
function withAdditional(reader: Reader, type: Type, of: ts.Node): Type {
  if (type.shape === "object") return { ...type, additional: type.additional ?? anyJson({ reader, node: of }) };
  if (!holdsAnything(reader, type)) reader.report("CM4005", of, { tag: "additionalProperties", fix: OPENS });
  return type;
}

/** Of a type of another package, and of one that was given a name, it is not known how much it leaves open. */
function holdsAnything(reader: Reader, type: Type): boolean {
  if (type.shape === "json" || type.shape === "record") return true;
  const request = type.shape === "ref" ? reader.named.requestOf(type.name) : undefined;
  if (request !== undefined) return request.isUnnamed === true || reader.symbols.isForeign(request.declaration);
  return type.shape !== "object" && partsOf(type).some((part) => holdsAnything(reader, part));
}
