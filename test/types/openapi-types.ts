import openapiTypescript, { astToString } from "openapi-typescript";
import { modelNames } from "../../packages/generator/src/render/model-names.js";
import { openapiDocument } from "../../packages/generator/src/emit/openapi/emit-openapi.js";
import { typesModules } from "../../packages/generator/src/emit/types/types-modules.js";
import { typeNames } from "../../packages/generator/src/render/type-names.js";
import type { ProjectModel } from "../../packages/generator/src/model/model.js";

/** What openapi-typescript makes of a project's `openapi.json`. */
export async function openapiTypes(project: ProjectModel): Promise<string> {
  const document = JSON.stringify(openapiDocument(project));
  return astToString(await openapiTypescript(document, { silent: true, defaultNonNullable: false }));
}

/** A module that compiles only if every type that is emitted and the schema of its name are each assignable to the other. */
export function assignabilityModule(project: ProjectModel): string {
  const names = typeNames(project);
  const modules = typesModules(project).map(({ path, model, types }, at) => {
    const models =
      model === undefined ? [] : [modelNames(model)].flatMap(({ stored, input, list }) => [stored, input, list]);
    const declared = [...types.map((name) => names.get(name) ?? name), ...models];
    const checks = declared.map(
      (name) => `export const check${at}_${name}: Same<module${at}.${name}, Schemas["${name}"]> = true;`,
    );
    return [`import type * as module${at} from "./${path.replace(/\.ts$/, ".js")}";`, ...checks].join("\n");
  });
  return [
    'import type { components } from "./openapi.js";',
    'type Schemas = components["schemas"];',
    'type Same<Ours, Theirs> = [Ours] extends [Theirs] ? ([Theirs] extends [Ours] ? true : "ours is narrower") : "ours is wider";',
    ...modules,
    "",
  ].join("\n");
}
