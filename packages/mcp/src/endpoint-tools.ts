import { z } from "zod";
import { dataText } from "./answer-text.js";
import { ask } from "./ask.js";
import { findEndpoint } from "./find-named.js";
import { elementsOf, membersOf, type Members } from "./members.js";
import { pathSegment } from "./object-path.js";
import { bodySchema, dereferenced, withReferenced } from "./referenced-schemas.js";
import { readServedDocument, type Endpoint } from "./served-document.js";
import { containing, defineTool, inputs, type Tool } from "./tool.js";
import { ToolError } from "./tool-error.js";

const operation = z.string().max(300);

/** `endpoints`: what the service can do beside objects. */
export const endpointsTool = defineTool({
  name: "endpoints",
  title: "Custom endpoints",
  description:
    "Lists the custom endpoints of the service, or describes the parameters, the body and the answer of one.",
  input: {
    operation: operation.optional().describe("The endpoint to describe. Default: all are listed."),
    contains: inputs.contains,
  },
  run: async (asking, { operation: name, contains }) => {
    const document = await readServedDocument(asking);
    if (name !== undefined) {
      const described = describe(findEndpoint(document, name), document.components);
      return dataText(JSON.stringify(described), "The rest is in /openapi.json of the service.");
    }
    const lines = document.endpoints.map((each) => `${each.operation}: ${each.method} ${each.path} (${each.summary})`);
    const found = containing(lines, contains);
    return dataText(found.join("\n") || "There are none.", "Give a text that the endpoint `contains`.");
  },
});

function describe({ operation: name, method, path, definition, shared }: Endpoint, components: Members): Members {
  const { summary, description, parameters, requestBody, responses } = definition;
  const all = [...shared, ...elementsOf(parameters)].map((each) => dereferenced(each, components));
  const parts = {
    parameters: all,
    body: bodySchema(requestBody, components),
    answer: bodySchema(successOf(responses), components),
  };
  return { operation: name, method, path, summary, description, ...withReferenced(parts, components) };
}

function successOf(responses: unknown): unknown {
  return Object.entries(membersOf(responses)).find(([status]) => /^2\d\d$/.test(status))?.[1];
}

const value = z.union([z.string().max(8000), z.number(), z.boolean()]);

/** `call_endpoint`: calls a custom endpoint; where nothing may be changed, one of the method GET. */
export function callEndpointTool(mayWrite: boolean): Tool {
  return defineTool({
    name: "call_endpoint",
    title: "Call a custom endpoint",
    description: `Calls a custom endpoint${mayWrite ? "" : " of the method GET"}: endpoints describes what it takes.`,
    input: {
      operation: operation.describe("As endpoints lists it."),
      parameters: z
        .record(z.string(), z.union([value, z.array(value)]))
        .default({})
        .describe("Parameters of the path and of the query, by name."),
      body: z.unknown().optional().describe("Sent as JSON."),
    },
    ...(mayWrite && { writes: { isDestructive: true } }),
    run: async (asking, { operation: name, parameters, body }) => {
      const endpoint = findEndpoint(await readServedDocument(asking), name);
      if (endpoint.method !== "GET" && !mayWrite)
        throw new ToolError("Forbidden", `${name} has the method ${endpoint.method}, and these tools only read.`, {
          next: "Ask the user for tools that may write: `mcp: { writes: true }`, or `cmgen mcp --writes`.",
        });
      const { path, query } = addressOf(endpoint.path, parameters);
      const sent = endpoint.method === "GET" || body === undefined ? {} : { body };
      const answer = await ask(asking, { method: endpoint.method, path, query, ...sent });
      const type = answer.headers.get("content-type") ?? "";
      if (answer.text === "" || /^(text\/|application\/([\w.-]+\+)?json)/.test(type))
        return dataText(
          answer.text || `${answer.status}, without a body`,
          "Ask for less by the endpoint's parameters.",
        );
      return `The endpoint has answered ${answer.status} with ${type}, which tools cannot show.`;
    },
  });
}

type Values = Readonly<Record<string, string | number | boolean | readonly (string | number | boolean)[]>>;

/** Parameters that the path names are of the path, and all others of the query, which the service checks. */
function addressOf(template: string, values: Values): { readonly path: string; readonly query: URLSearchParams } {
  const rest = new Map(Object.entries(values));
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const given = rest.get(name);
    rest.delete(name);
    if (given === undefined || typeof given === "object")
      throw new ToolError("BadRequest", `The parameter ${name} is missing, or is a list.`);
    return pathSegment(name, String(given));
  });
  const query = new URLSearchParams();
  for (const [name, given] of rest) for (const each of [given].flat()) query.append(name, String(each));
  return { path, query };
}
