import { modelNames } from "../render/model-names.js";
import { pascalCase } from "../model/name-case.js";
import { EditError } from "./edit-error.js";
import type { AddEndpoint, EditPlan } from "./edit-request.js";
import { importOf, modelToServe } from "./model-to-serve.js";
import { assertName, newModule } from "./new-module.js";
import type { OpenPlugin } from "./open-plugin.js";

const audiences = {
  console: { define: "consoleApi", prefix: "console.api" },
  "user-center": { define: "userCenterApi", prefix: "uc.api" },
  public: { define: "publicApi", prefix: "api" },
} as const;

/** Writes a module with a typed endpoint below an object of a model. */
export function addEndpoint(plugin: OpenPlugin, request: AddEndpoint): EditPlan {
  const { name, method, audience } = request;
  assertName(name);
  const { model, project } = modelToServe(plugin, request);
  const { define, prefix } = audiences[audience];
  const path = `/${model.plural}/{name}/${name}`;
  const apiVersion = `${prefix}.${model.group}/${model.version}`;
  const known = project.endpoints
    .filter((module) => module.apiVersion === apiVersion)
    .flatMap(({ endpoints }) => endpoints)
    .find((endpoint) => endpoint.path === path && endpoint.method === method.toUpperCase());
  if (known !== undefined) {
    const { file, start } = known.span;
    throw new EditError(`${known.method} ${path} is there already.`, { file, ...start });
  }
  const types = `${model.kind}${pascalCase(name)}`;
  const hasBody = method === "post" || method === "put" || method === "patch";
  const takes = hasBody ? "params, body, resource" : "params, resource";
  return newModule(plugin, model, {
    path: `src/endpoints/${name}.ts`,
    text: [
      `import { ${[define, "defineEndpoints", method === "delete" ? "del" : method, "typed"].toSorted().join(", ")} } from "@cmgen/runtime";`,
      importOf(plugin, model, "src/endpoints"),
      "",
      `export interface ${types} {`,
      ...(hasBody ? ["  body: {", "    /** @minLength 1 @maxLength 200 */", "    note: string;", "  };"] : []),
      `  response: { name: string${hasBody ? "; note: string" : ""} };`,
      "}",
      "",
      "export default defineEndpoints({",
      `  apiVersion: ${define}(${modelNames(model).model}),`,
      "  routes: [",
      "    /** Say in one sentence what this does: it is the summary in openapi.json. */",
      `    ${method === "delete" ? "del" : method}("${path}", typed<${types}>(), async ({ ${takes} }) => {`,
      `      const { metadata } = await resource(${modelNames(model).model}).get(params.name);`,
      `      return { name: metadata.name${hasBody ? ", note: body.note" : ""} };`,
      "    }),",
      "  ],",
      "});",
    ],
  });
}
