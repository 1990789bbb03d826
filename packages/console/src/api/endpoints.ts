import { listOf, recordOf, textOf, type Json } from "./json.js";
import type { Model, Schema } from "./model.js";
import { resolveSchema } from "./schema.js";

/** A value that an endpoint takes in its address. */
export interface EndpointParameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly isRequired: boolean;
  readonly description: string | undefined;
  readonly schema: Schema;
}

/** An endpoint of a plugin, as the service's document has it. */
export interface Endpoint {
  readonly method: string;
  /** With its parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly isDeprecated: boolean;
  readonly parameters: readonly EndpointParameter[];
  /** The schema of its body; undefined for one that takes none. */
  readonly body: Schema | undefined;
  /** The model that its path is about. */
  readonly group: string;
  readonly plural: string;
  /** The parameter that has an object's name; undefined where it is about the model as a whole. */
  readonly nameParameter: string | undefined;
}

/** Paths that begin with a model: `/apis/console.api.<group>/<version>/<plural>`, and perhaps the name of an object. */
const PATH = /^\/apis\/[a-z0-9-]+\.api\.([a-z0-9.-]+)\/[a-z0-9]+\/([a-z0-9-]+)(?:\/(?:\{([^}/]+)\}|[^{}/]+).*)?$/;

const METHODS = ["get", "post", "put", "patch", "delete"] as const;

/** The endpoints that are about models. Others have nothing on the pages that they could be a button of. */
export function readEndpoints(paths: Json, schemas: Json): readonly Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const [, group, plural, nameParameter] = PATH.exec(path) ?? [];
    if (group === undefined || plural === undefined) return [];
    const read = recordOf(item);
    return METHODS.flatMap((method): Endpoint[] => {
      if (read[method] === undefined) return [];
      const operation = recordOf(read[method]);
      const parameters = [...listOf(read["parameters"]), ...listOf(operation["parameters"])];
      return [
        {
          method: method.toUpperCase(),
          path,
          summary: textOf(operation["summary"]) ?? `${method.toUpperCase()} ${path}`,
          description: textOf(operation["description"]),
          isDeprecated: operation["deprecated"] === true,
          parameters: parameters.flatMap((each) => parameterOf(recordOf(each), schemas)),
          body: bodyOf(operation["requestBody"], schemas),
          group,
          plural,
          nameParameter,
        },
      ];
    });
  });
}

function parameterOf({ name, in: place, required, description, schema }: Json, schemas: Json): EndpointParameter[] {
  if (typeof name !== "string" || (place !== "path" && place !== "query")) return [];
  const resolved = resolveSchema(schemas, recordOf(schema));
  return [{ name, in: place, isRequired: required === true, description: textOf(description), schema: resolved }];
}

function bodyOf(body: unknown, schemas: Json): Endpoint["body"] {
  const content = recordOf(recordOf(body)["content"])["application/json"];
  if (content === undefined) return undefined;
  return resolveSchema(schemas, recordOf(recordOf(content)["schema"]));
}

/** The endpoints about one object of a model, or about the model as a whole. */
export function endpointsOf(endpoints: readonly Endpoint[], model: Model, of: "object" | "model"): readonly Endpoint[] {
  return endpoints.filter(
    ({ group, plural, nameParameter }) =>
      group === model.group && plural === model.plural && (nameParameter !== undefined) === (of === "object"),
  );
}

/** What a request for an endpoint says. */
export interface EndpointInput {
  /** By name, without those that are left out. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** The address of a request. Lists in a query have an item for each comma. */
export function addressOf(
  { path, parameters }: Endpoint,
  values: EndpointInput["values"],
): { path: string; query: URLSearchParams } {
  const query = new URLSearchParams();
  for (const { name, in: place, schema } of parameters) {
    const value = values[name];
    if (place !== "query" || value === undefined) continue;
    const items = schema["type"] === "array" ? value.split(",").map((item) => item.trim()) : [value];
    for (const item of items) query.append(name, item);
  }
  const filled = path.replaceAll(/\{([^}/]+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  return { path: filled, query };
}
