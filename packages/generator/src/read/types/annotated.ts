import type { ts } from "ts-morph";

import { constrained } from "../../model/constrained.js";
import { partsOf } from "../../model/map-type.js";
import type { Type } from "../../model/type.js";
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

/** An object that takes more properties than it names. Where the tag let `any` through there is nothing left to open. */
function withAdditional(reader: Reader, type: Type, of: ts.Node): Type {
  if (type.shape === "object") return { ...type, additional: type.additional ?? anyJson({ reader, node: of }) };
  if (!holdsAnything(reader, type)) reader.report("CM4005", of, { tag: "additionalProperties" });
  return type;
}

/** Of a type of another package, and of one that was given a name, it is not known how much it leaves open. */
function holdsAnything(reader: Reader, type: Type): boolean {
  if (type.shape === "json" || type.shape === "record") return true;
  const request = type.shape === "ref" ? reader.named.requestOf(type.name) : undefined;
  if (request !== undefined) return request.isUnnamed === true || reader.symbols.isForeign(request.declaration);
  return type.shape !== "object" && partsOf(type).some((part) => holdsAnything(reader, part));
}
