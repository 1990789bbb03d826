import type { EndpointModel, ModelPart } from "../../model/model.js";
import { endpointKey, type EndpointGroup } from "../../render/endpoint-groups.js";
import { propertyKey } from "../../render/property-key.js";
import { typeComment } from "./type-comment.js";
import { emptyType, indented, typeText, type TypeTextContext } from "./type-text.js";

/** The types of a group's endpoints by method and path: what a client of them is made for. */
export function endpointsDeclaration({ place, name, endpoints }: EndpointGroup, context: TypeTextContext): string {
  const members = endpoints.map((endpoint) => endpointText(endpoint, context));
  const comment = `/** The endpoints ${place}, by method and path. */`;
  return `${comment}\nexport interface ${name} {\n${indented(members.join("\n"))}\n}`;
}

function endpointText(endpoint: EndpointModel, context: TypeTextContext): string {
  const { body, query, response } = endpoint.types ?? {};
  const parts = Object.entries({ body, query, response }).flatMap(([name, part]) =>
    part === undefined ? [] : [partText(name, part, context)],
  );
  const comment = typeComment({ documentation: endpoint.documentation });
  return `${comment}${propertyKey(endpointKey(endpoint))}: ${parts.length === 0 ? emptyType : `{\n${indented(parts.join("\n"))}\n}`};`;
}

function partText(name: string, { type, documentation }: ModelPart, context: TypeTextContext): string {
  return `${typeComment({ documentation, type })}${name}: ${typeText(type, context)};`;
}
