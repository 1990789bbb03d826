import { apiVersionOf, collectionPath } from "@cmgen/model";
import type { ModelDescriptor } from "../model/model-descriptor.js";
import { ConfigurationError } from "../error/configuration-error.js";
import type { Hooks } from "../resource/hooks/hooks.js";

/** Finds the hooks of a model, by any descriptor of it. */
export type HookTable = (model: ModelDescriptor) => Hooks | undefined;

/**
 * @throws {ConfigurationError} when a model has hooks twice, since their order would be unknown, or when hooks are of a version that
 * objects are not stored as, since writes through other versions would not run them.
 */
export function createHookTable(all: readonly Hooks[]): HookTable {
  if (all.length === 0) return () => undefined;
  const byPath = new Map<string, Hooks>();
  for (const hooks of all) {
    assertStorage(hooks.model);
    const path = collectionPath(hooks.model);
    if (byPath.has(path)) {
      throw new ConfigurationError(
        `There are two sets of hooks for ${hooks.model.plural}.${apiVersionOf(hooks.model)}: a model may have one.`,
      );
    }
    byPath.set(path, hooks);
  }
  return (model) => byPath.get(collectionPath(model));
}

function assertStorage(model: ModelDescriptor): void {
  if (model.storage === undefined) return;
  const [version, storage] = [apiVersionOf(model), apiVersionOf(model.storage)];
  throw new ConfigurationError(
    `There are hooks of ${model.plural}.${version}, which are stored as ${storage}. Declare them for ${storage}: they run on writes through ` +
      "every version.",
  );
}
