import type { EndpointModel } from "./model.js";
import { scalarOf } from "./scalars.js";
import type { Property, Type } from "./type.js";
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
    const [json, ...others] = new Set(
      (type.shape === "enum" ? type.values : [type.value]).map((value) => typeof value),
    );
    return others.length > 0 ? undefined : { reads: json === "number" || json === "boolean" ? json : "text" };
  }
  const json = scalarOf(type.shape)?.json;
  if (json === undefined || json === "null") return undefined;
  return { reads: json === "string" ? "text" : json };
}
