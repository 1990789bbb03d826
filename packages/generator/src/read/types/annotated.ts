import type { ts } from "ts-morph";

import type { Constraints, TagSpans, Type } from "../../model/type.js";
import type { Annotations } from "../docs/annotations.js";
import type { Reader } from "../reader.js";

/** The tags of a declaration. */
export interface Tagged {
  readonly annotations: Annotations;
  readonly of: ts.Node;
}

/** The type as the tags of a property or alias have it. */
export function annotated(reader: Reader, type: Type, { annotations, of }: Tagged): Type {
  const { schema, additionalProperties } = annotations;
  if (schema !== undefined) return { shape: "json", schema, constraints: {}, span: type.span };
  const opened = additionalProperties === true ? withAdditional(reader, type, of) : type;
  return constrained(opened, annotations);
}

/** The type with constraints added; those it had of the same name give way. */
export function constrained(
  type: Type,
  { constraints, tagSpans }: Pick<Annotations, "constraints" | "tagSpans">,
): Type {
  const names = Object.keys(constraints) as (keyof Constraints)[];
  if (names.length === 0) return type;
  const spans: TagSpans = { ...type.tagSpans, ...Object.fromEntries(names.map((name) => [name, tagSpans[name]])) };
  return { ...type, constraints: { ...type.constraints, ...constraints }, tagSpans: spans };
}

/** An object that takes more properties than it names. Where the tag let `any` through there is nothing left to open. */
function withAdditional(reader: Reader, type: Type, of: ts.Node): Type {
  if (type.shape === "object") {
    return {
      ...type,
      additional: type.additional ?? { shape: "json", schema: true, constraints: {}, span: type.span },
    };
  }
  if (!holdsAnything(type)) reader.report("CM4005", of, { tag: "additionalProperties" });
  return type;
}

function holdsAnything(type: Type): boolean {
  switch (type.shape) {
    case "json":
      return true;
    case "array":
      return holdsAnything(type.items);
    case "record":
      return true;
    case "tuple":
      return type.items.some(holdsAnything) || (type.rest !== undefined && holdsAnything(type.rest));
    case "union":
      return type.members.some(holdsAnything);
    default:
      return false;
  }
}
