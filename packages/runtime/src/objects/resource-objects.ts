import { createWriteContext } from "../host/create-write-context.js";
import { systemName, type Writer } from "../access/writer.js";
import { runningOwner } from "../log/code-owner.js";
import type { Service } from "../host/service.js";
import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import type { Resource } from "../resource/resource.js";
import { ownHistory } from "./own-history.js";
import { type ActingAs, ownContexts } from "./own-context.js";
import { readOwnObjects } from "./read-own-objects.js";
import { writeOwnObjects } from "./write-own-objects.js";

/** The plugin's code that runs, or that started what runs. */
const runningWriter = (): Writer => ({ actor: systemName(runningOwner()) });

/**
 * Typed access to one model's objects. Methods use no `this`, so they can be detached.
 *
 * @param writer asked for at each write. Default: the plugin or the controller whose code runs.
 */
export function createResource<T extends ExtensionObject, Indexes, References>(
  service: Service,
  model: ModelDescriptor<T, Indexes, References>,
  as: ActingAs = { writer: runningWriter },
): Resource<T, KnownIndexes<Indexes>, References> {
  const contexts = ownContexts(createWriteContext(service, model), as);
  const { group, plural } = model;
  return {
    type: { group, plural },
    ...readOwnObjects<T, KnownIndexes<Indexes>, References>(contexts, service.changes),
    ...writeOwnObjects<T, KnownIndexes<Indexes>>(contexts),
    ...ownHistory<T>(contexts),
  };
}
