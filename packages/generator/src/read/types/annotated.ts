import type { ts } from "ts-morph";

import { canConstrain } from "../../model/constraint-scope.js";
import { partsOf } from "../../model/map-type.js";
import type { Constraints, Type } from "../../model/type.js";
import type { Annotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";
import { anyJson } from "./plain-types.js";

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

type Tags = Pick<Annotations, "constraints" | "tagSpans">;

/** The type with constraints added; those it had of the same name give way, but not the form of a template literal type. */
export function constrained(type: Type, { constraints, tagSpans }: Tags): Type {
  const names = constraintsOf(constraints);
  if (names.length === 0) return type;
  const spans = { ...type.tagSpans, ...picked(tagSpans, names) };
  const pattern = type.shape === "string" && type.templates !== undefined && withForm(type.constraints, constraints);
  return { ...type, constraints: { ...type.constraints, ...constraints, ...pattern }, tagSpans: spans };
}

/** A pattern that wants both: what the template is, which starts with `^` and ends with `$`, and what a tag adds. */
function withForm({ pattern: form }: Constraints, { pattern }: Constraints): Pick<Constraints, "pattern"> | undefined {
  if (form === undefined || pattern === undefined) return undefined;
  const added = `[\\s\\S]*?(?:${pattern})`;
  return { pattern: form.endsWith(added) ? form : `^(?=${form})${added}` };
}

/** The type with those constraints added that can be about it. */
export function constrainedAsPossible(type: Type, { constraints, tagSpans }: Tags): Type {
  const names = constraintsOf(constraints).filter(
    (name) => type.shape === "ref" || canConstrain(constraints, name, type.shape),
  );
  return constrained(type, { constraints: picked(constraints, names), tagSpans: picked(tagSpans, names) });
}

export function constraintsOf(constraints: Constraints): readonly (keyof Constraints)[] {
  return Object.keys(constraints) as (keyof Constraints)[];
}

export function picked<T extends object>(from: T, names: readonly (keyof T)[]): Partial<T> {
  const picks: Partial<T> = {};
  for (const name of names) if (from[name] !== undefined) picks[name] = from[name];
  return picks;
}

/** An object that takes more properties than it names. Where the tag let `any` through there is nothing left to open. */
function withAdditional(reader: Reader, type: Type, of: ts.Node): Type {
  if (type.shape === "object") return { ...type, additional: type.additional ?? anyJson({ reader, node: of }) };
  if (!holdsAnything(type)) reader.report("CM4005", of, { tag: "additionalProperties" });
  return type;
}

function holdsAnything(type: Type): boolean {
  if (type.shape === "json" || type.shape === "record") return true;
  return type.shape !== "object" && partsOf(type).some(holdsAnything);
}
