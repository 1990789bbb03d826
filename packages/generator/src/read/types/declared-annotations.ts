import type { ts } from "ts-morph";

import { shortText } from "../../diagnostic/short-text.js";
import { picked } from "../../model/constrained.js";
import { fileAndLine } from "../../model/source-span.js";
import type { TagSpans } from "../../model/type.js";
import { type Annotations, noAnnotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
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
    ...picked(of, ["default", "listKey"]),
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
  const own = picked(annotations, ["default", "immutable", "listKey"]);
  const behind = symbolOf(reader, alias.type);
  const base = behind && inheritedFrom(reader, behind, depth + 1);
  if (Object.keys(own).length === 0) return base;
  return { ...base, ...own, tagSpans: { ...base?.tagSpans, ...annotations.tagSpans } };
}
