import { checkFinalizer } from "@cmgen/model/internal";
import { ConfigurationError } from "../error/configuration-error.js";
import { printValue } from "../log/describe-error.js";
import type { ExtensionObject } from "../model/model-descriptor.js";
import type { KeyMapping } from "../resource/key-mapping.js";
import type { Controller, ControllerContext, ControllerDefinition, ReconcileResult, Watch } from "./controller.js";
import { reconcileHeld } from "./reconcile-held.js";

/**
 * Defines a controller: the plugin's logic after data changes (spec 1).
 *
 * @throws {ConfigurationError} if the finalizer's name is not valid.
 */
export function defineController<T extends ExtensionObject, Watched extends readonly ExtensionObject[]>(
  definition: ControllerDefinition<T, Watched>,
): Controller {
  const { name, model, concurrency = 4, includeGone = false, finalizer } = definition;
  if (finalizer !== undefined) assertFinalizer(name, finalizer.name);
  const watches: readonly Watch<ExtensionObject>[] = definition.watches ?? [];
  return Object.freeze({
    name,
    model,
    concurrency,
    includeGone,
    watches: watches.map(mappingOf),
    async reconcile(objectName: string, context: ControllerContext): Promise<ReconcileResult | void> {
      const object = await context.resource(model).find(objectName);
      if (object === undefined)
        return definition.includeGone ? definition.reconcile({ ...context, object }) : undefined;
      if (finalizer === undefined) return definition.reconcile({ ...context, object });
      return reconcileHeld(object, context, { ...definition, finalizer });
    },
  });
}

function assertFinalizer(controller: string, finalizer: string): void {
  const [problem] = checkFinalizer(finalizer);
  if (problem === undefined) return;
  throw new ConfigurationError(
    `The finalizer ${printValue(finalizer)} of the controller ${controller} is not valid: ${problem.message}. Use a name such as ` +
      "people.example.com/mailbox.",
  );
}

function mappingOf(watch: Watch<ExtensionObject>): KeyMapping {
  return { model: watch.model, keysOf: (object) => namesIn(watch.key(object)) };
}

/** @throws {TypeError} if it is something else than a name, a list of names or nothing. */
function namesIn(returned: unknown): readonly string[] {
  if (returned === undefined || returned === null) return [];
  const names: readonly unknown[] = Array.isArray(returned) ? returned : [returned];
  return names.map((name) => {
    if (typeof name === "string") return name;
    throw new TypeError(
      `The key of a watch must be a name, a list of names, null or undefined, not ${printValue(name)}`,
    );
  });
}
