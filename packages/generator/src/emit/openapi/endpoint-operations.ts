import { queryProperties } from "../../model/endpoint-types.js";
import type { EndpointModel, ModelPart } from "../../model/model.js";
import { pascalCase, uncapitalized } from "../../model/name-case.js";
import type { TypeLookup } from "../../model/type-at-path.js";
import { endpointText, type EndpointGroup, pathParameters } from "../../render/endpoint-groups.js";
import { typeIdentifiers } from "../../render/identifier.js";
import { exampleOf } from "../../schema/example-of.js";
import { documented } from "../../schema/property-schema.js";
import { schemaOf, type SchemaContext } from "../../schema/schema-of.js";
import type { Operation, Parameter, PathItem, RequestBody, Responses, Tag } from "./document.js";
import { failures } from "./problems.js";

/** What the operations of custom endpoints are written from. */
export interface EndpointSubject {
  readonly group: EndpointGroup;
  readonly context: SchemaContext;
  readonly lookup: TypeLookup;
  /** Whether the plugin has endpoints of the group in another version, too. */
  readonly hasVersions: boolean;
}

/** Of an API version the paths say which part of them is common to all; of a path of the plugin's own its tag does. */
export function endpointTag({ group: { name, place, base, title } }: EndpointSubject): Tag {
  return { name, description: `Endpoints ${place}`, ...(title === base && { "x-cmgen-base": base }) };
}

/** The paths of a group's endpoints (spec 4.3). Those without types are there too: a reader of the document learns of them. */
export function endpointPaths(subject: EndpointSubject): Readonly<Record<string, PathItem>> {
  const paths: Record<string, PathItem> = {};
  const ids = operationIds(subject);
  for (const [at, endpoint] of subject.group.endpoints.entries()) {
    const path = `${subject.group.base}${endpoint.path}`;
    const parameters = pathParameters(endpoint.path).map(pathParameter);
    const operation = {
      [endpoint.method.toLowerCase()]: { operationId: ids[at] ?? "", ...operationOf(endpoint, subject) },
    };
    paths[path] = { ...(parameters.length > 0 && { parameters }), ...paths[path], ...operation };
  }
  return paths;
}

function pathParameter(name: string): Parameter {
  return { name, in: "path", required: true, schema: { type: "string", minLength: 1 } };
}

function operationOf(endpoint: EndpointModel, subject: EndpointSubject): Omit<Operation, "operationId"> {
  const { query, body } = endpoint.types ?? {};
  const { summary, description } = prose(endpoint);
  const isDeprecated = endpoint.documentation.deprecated !== undefined;
  return {
    tags: [subject.group.name],
    summary,
    ...(description !== "" && { description }),
    ...(isDeprecated && { deprecated: true }),
    ...(query && { parameters: queryParameters(query, subject) }),
    ...(body && { requestBody: requestBody(body, subject) }),
    responses: responsesOf(endpoint, subject),
  };
}

/** By method and path, so that a new endpoint does not rename the others: only names that would be the same are numbered, by path. */
function operationIds({ group, hasVersions }: EndpointSubject): readonly string[] {
  const audience = uncapitalized(group.name.replace(/Api$/, ""));
  const names = typeIdentifiers(group.endpoints.map((endpoint) => endpointText(endpoint)));
  return names.map((name) => `${audience}${name}${hasVersions ? pascalCase(group.version) : ""}`);
}

/** The first sentence or line of the doc comment, and the rest of it with what to use instead. */
function prose({ method, path, documentation }: EndpointModel): { summary: string; description: string } {
  const text = documentation.description.trim();
  const [first = ""] = /^.*?(?:[.!?](?=\s|$)|$)/m.exec(text) ?? [];
  const { deprecated } = documentation;
  const instead = typeof deprecated === "string" ? `Deprecated: ${deprecated}` : "";
  const rest = [text.slice(first.length).trim(), instead].filter((part) => part !== "");
  return { summary: first.replace(/\.$/, "") || `${method} ${path}`, description: rest.join("\n\n") };
}

function queryParameters({ type }: ModelPart, { context, lookup }: EndpointSubject): readonly Parameter[] {
  return (queryProperties(lookup, type) ?? []).map(({ name, type: own, required, documentation, default: value }) => ({
    name,
    in: "query",
    ...(documentation.description !== "" && { description: documentation.description }),
    ...(required && value === undefined && { required: true }),
    schema: { ...schemaOf(own, context), ...(value !== undefined && { default: value }) },
  }));
}

function requestBody({ type, documentation }: ModelPart, { context }: EndpointSubject): RequestBody {
  const schema = schemaOf(type, context);
  const example = exampleOf(type, context.index);
  return {
    ...(documentation.description !== "" && { description: documentation.description }),
    required: true,
    content: {
      "application/json": { schema, ...(example !== undefined && { example }) },
      "application/yaml": { schema },
    },
  };
}

function responsesOf({ types }: EndpointModel, { context }: EndpointSubject): Responses {
  const { response, status = 200 } = types ?? {};
  const description = response?.documentation.description || "What the endpoint answers.";
  const content = response && {
    "application/json": { schema: documented(schemaOf(response.type, context), { description: "" }) },
  };
  return {
    [status]: { description, ...(content && { content }) },
    ...failures("EndpointProblem", "BadRequest"),
  };
}
