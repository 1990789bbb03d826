import type { ImportedModel, Model } from "./model.js";
import { uncapitalized } from "./name-case.js";

/** Whether what a module imports is the descriptor of a model: by its name and its module, that of its API version or its own. */
export function isDescriptorOf(
  { name, module }: Pick<ImportedModel, "name" | "module">,
  { kind, version, singular }: Model,
): boolean {
  const modules = [`/${version}/models`, `/${version}/${singular}/resource`];
  return name === `${uncapitalized(kind)}Model` && modules.some((ending) => module.endsWith(ending));
}
