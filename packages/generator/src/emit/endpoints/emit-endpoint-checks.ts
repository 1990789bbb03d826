import { typeLookup, type TypeLookup } from "../../model/type-at-path.js";
import { queryParameter, queryProperties } from "../../model/endpoint-types.js";
import type { EndpointModel, EndpointsModule, ModelPart, ProjectModel } from "../../model/model.js";
import type { Json } from "../../model/type.js";
import { headerOf } from "../../render/header.js";
import { identifierOf, typeIdentifiers } from "../../render/identifier.js";
import { importSymbols } from "../../render/import-statement.js";
import { jsonExpression } from "../../render/json-expression.js";
import { render, type View } from "../../render/render.js";
import { type CheckWriter, createCheckWriter } from "../../validator/check-writer.js";
import type { KnownFunctions } from "../../validator/standalone.js";
import type { Emitter } from "../../emitter/emitter.js";
import { typeNames } from "../../render/type-names.js";
import { endpointKey, endpointText } from "../../render/endpoint-groups.js";

/** `endpoints/<module>.ts`: what checks the requests of a module's typed endpoints, with no compiler at run time. */
export function endpointChecksEmitter(known?: KnownFunctions): Emitter {
  return {
    name: "endpoints",
    emit(project, { outDir }) {
      const typed = typedModules(project);
      if (typed.length === 0) return [];
      const emission = {
        lookup: typeLookup(project),
        writer: createCheckWriter(project, known),
        typeNames: [...typeNames(project).values()],
      };
      return typed.map((module) => ({
        path: `${outDir}/${checksModule(module)}`,
        contents: render("endpoint-checks", checksView(module, emission)),
      }));
    },
  };
}

/** The modules with endpoints that have types. */
export function typedModules({ endpoints }: Pick<ProjectModel, "endpoints">): readonly EndpointsModule[] {
  return endpoints.filter((module) => module.endpoints.some(({ types }) => types !== undefined));
}

/** Where the checks of a module are, relative to the folder of generated files. */
export function checksModule({ name }: EndpointsModule): string {
  return `endpoints/${name}.ts`;
}

/** What they are called there. */
export function checksName({ name }: EndpointsModule): string {
  return identifierOf(`${name} checks`);
}

/** A body or a query that is checked, and what the functions are called that do it. */
interface CheckedPart {
  readonly part: ModelPart;
  readonly name: string;
}

interface CheckedEndpoint {
  readonly endpoint: EndpointModel;
  readonly body?: CheckedPart;
  readonly query?: CheckedPart;
}

interface Emission {
  readonly lookup: TypeLookup;
  readonly writer: CheckWriter;
  /** What the named types are called: functions are called after them. */
  readonly typeNames: readonly string[];
}

function checksView(module: EndpointsModule, { lookup, writer, typeNames: taken }: Emission): View {
  const endpoints = checkedEndpoints(module, taken);
  const parts = endpoints.flatMap(({ body, query }) => [body, query].flatMap((part) => part ?? []));
  const code = writer.ofTypes(parts.map(({ part, name }) => ({ owner: name, type: part.type })));
  const { memories } = code;
  const functions = parts.map(({ name }, at) => ({
    name: `validate${name}`,
    defaults: code.defaults[at] ?? "",
    rootName: code.roots[at] ?? "",
    memories,
  }));
  return {
    header: headerOf(module.module),
    imports: [
      importSymbols(
        "@cmgen/runtime/codegen",
        "EndpointChecks",
        ...(parts.length > 0 ? (["Violation", "violationsOf"] as const) : []),
        ...code.imports,
      ),
    ],
    module: module.module,
    name: checksName(module),
    checks: endpoints.map((checked) => checkView(checked, lookup)),
    functions,
    blocks: [...memories.map((name) => `let ${name};`), ...code.functions],
  };
}

function checkedEndpoints({ endpoints }: EndpointsModule, taken: readonly string[]): readonly CheckedEndpoint[] {
  const typed = endpoints.filter(({ types }) => types !== undefined);
  const namesOf = (part: string): readonly string[] =>
    typeIdentifiers(
      typed.map((endpoint) => endpointText(endpoint, part)),
      taken,
    );
  const [bodies, queries] = [namesOf("body"), namesOf("query")];
  return typed.map((endpoint, at) => {
    const { body, query } = endpoint.types ?? {};
    return {
      endpoint,
      ...(body && { body: { part: body, name: bodies[at] ?? "" } }),
      ...(query && { query: { part: query, name: queries[at] ?? "" } }),
    };
  });
}

function checkView({ endpoint, body, query }: CheckedEndpoint, lookup: TypeLookup): View {
  return {
    key: endpointKey(endpoint),
    body: body === undefined ? "" : `validate${body.name}`,
    query: query === undefined ? "" : `validate${query.name}`,
    parameters: query === undefined ? "" : jsonExpression(parametersOf(query.part, lookup)),
    status: String(endpoint.types?.status ?? ""),
  };
}

function parametersOf({ type }: ModelPart, lookup: TypeLookup): Json {
  const properties = queryProperties(lookup, type) ?? [];
  return Object.fromEntries(
    properties.map((property): [string, Json] => [
      property.name,
      { ...(queryParameter(lookup, property.type) ?? { reads: "text" }) },
    ]),
  );
}
