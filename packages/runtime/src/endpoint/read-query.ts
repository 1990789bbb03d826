import type { ProblemCause } from "@cmgen/model";
import { QueryProblems } from "../list/list-parameters.js";
import type { EndpointCheck, QueryParameter } from "./endpoint-check.js";

type QueryCheck = NonNullable<EndpointCheck["query"]>;

/**
 * The query parameters of a typed endpoint as an object of its type. They arrive as texts; here alone a text becomes the number or the boolean
 * that it is declared to be.
 *
 * @throws {ApiError} `InvalidQuery` with all causes: an unknown parameter is one, since it is more often misspelt than meant to be ignored.
 */
export function readQuery(search: URLSearchParams, { parameters, validate }: QueryCheck): object {
  const problems = new QueryProblems();
  for (const name of new Set(search.keys())) {
    const cause = misuse(name, search, parameters);
    if (cause !== undefined) problems.add(cause);
  }
  const query = Object.fromEntries(
    Object.entries(parameters)
      .filter(([name]) => search.has(name))
      .map(([name, parameter]) => [name, valueOf(search.getAll(name), parameter)]),
  );
  for (const { path, keyword, message } of validate(query)) {
    problems.add({ path: parameterOf(path), code: keyword, message });
  }
  problems.throwIfAny();
  return query;
}

function misuse(name: string, search: URLSearchParams, parameters: QueryCheck["parameters"]): ProblemCause | undefined {
  const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (parameter === undefined) {
    const known = Object.keys(parameters).join(", ");
    return { path: name, code: "unknownParameter", message: `is not a parameter; the parameters are ${known}` };
  }
  if (parameter.isList === true || search.getAll(name).length === 1) return undefined;
  return { path: name, code: "repeated", message: "may be given only once" };
}

function valueOf(texts: readonly string[], { reads, isList }: QueryParameter): unknown {
  const values = texts.map((text) =>
    reads === "number" ? numberOf(text) : reads === "boolean" ? booleanOf(text) : text,
  );
  return isList === true ? values : values[0];
}

/** A number as JSON writes it. */
function numberOf(text: string): number | string {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : text;
}

function booleanOf(text: string): boolean | string {
  return text === "true" || text === "false" ? text === "true" : text;
}

/** The parameter that a JSON Pointer leads to, or into. */
function parameterOf(pointer: string): string {
  return (pointer.split("/")[1] ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
}
