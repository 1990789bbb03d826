import type { EndpointModel } from "./model.js";
import type { Property, ScalarShape, Type } from "./type.js";
import { resolved, type TypeLookup } from "./type-at-path.js";

/** The types of an endpoint's parts; none where it has no types. */
export function typesOfEndpoint({ types }: Pick<EndpointModel, "types">): readonly Type[] {
  return [types?.body, types?.query, types?.response].flatMap((part) => part?.type ?? []);
}

/** How the texts of a query parameter become values; see the runtime's type of this name. */
export interface QueryParameter {
  readonly reads: "text" | "number" | "boolean";
  readonly isList?: true;
}

const reads: Readonly<Partial<Record<ScalarShape, QueryParameter["reads"]>>> = {
  string: "text",
  int64: "text",
  timestamp: "text",
  number: "number",
  integer: "number",
  boolean: "boolean",
};

/** The properties of a query; nothing where its type is not a plain object. */
export function queryProperties(lookup: TypeLookup, query: Type): readonly Property[] | undefined {
  const object = resolved(lookup, query);
  return object.shape === "object" && object.additional === undefined ? object.properties : undefined;
}

/** How a property of a query is read from texts; nothing where no text says which value is meant. */
export function queryParameter(lookup: TypeLookup, type: Type): QueryParameter | undefined {
  const target = resolved(lookup, type);
  if (target.shape !== "array") return scalarParameter(target);
  const items = scalarParameter(resolved(lookup, target.items));
  return items && { ...items, isList: true };
}

function scalarParameter(type: Type): QueryParameter | undefined {
  if (type.shape === "literal" || type.shape === "enum") {
    const [kind, ...others] = new Set(
      (type.shape === "enum" ? type.values : [type.value]).map((value) => typeof value),
    );
    if (others.length > 0) return undefined;
    return { reads: kind === "number" || kind === "boolean" ? kind : "text" };
  }
  const how = Object.hasOwn(reads, type.shape) ? reads[type.shape as ScalarShape] : undefined;
  return how && { reads: how };
}
