import type { Type } from "../../model/type.js";
import type { Annotations } from "../docs/annotations.js";

/** The type as the tags of a property or alias have it. */
export function annotated(type: Type, annotations: Annotations): Type {
  const { schema, constraints, tagSpans, additionalProperties } = annotations;
  if (schema !== undefined) return { shape: "json", schema, constraints: {}, span: type.span };
  const opened = additionalProperties === true ? withAdditional(type) : type;
  if (Object.keys(constraints).length === 0) return opened;
  const spans = { ...opened.tagSpans, ...tagSpans };
  return { ...opened, constraints: { ...opened.constraints, ...constraints }, tagSpans: spans };
}

function withAdditional(type: Type): Type {
  if (type.shape !== "object" || type.additional !== undefined) return type;
  return { ...type, additional: { shape: "json", schema: true, constraints: {}, span: type.span } };
}
