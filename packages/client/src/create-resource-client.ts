import { apiVersionOf, collectionPath, type IndexShapes, type InputLike, type StoredLike } from "@cmgen/model";
import { stateTag } from "@cmgen/model/internal";
import type { ClientOptions, ResourceType } from "./client-options.js";
import { readObjects } from "./read-objects.js";
import type { ResourceClient } from "./resource-client.js";
import type { Target } from "./target.js";
import { createTransport } from "./transport.js";
import { writeObjects } from "./write-objects.js";

/**
 * A client of one type's objects. Generated SDKs call it with the types and the indexes of a model. All methods are async: a mistake in the
 * arguments rejects as a refusal does, and `.catch` sees both.
 */
export function createResourceClient<
  Stored extends StoredLike,
  Input extends InputLike,
  Indexes extends IndexShapes<Indexes>,
  References = {},
>(options: ClientOptions, type: ResourceType): ResourceClient<Stored, Input, Indexes, References> {
  const target = targetOf(options, type);
  return {
    type,
    baseUrl: String(options.baseUrl),
    ...readObjects<Stored, Input, Indexes, References>(target, options.reconnect),
    ...writeObjects<Stored, Input, Indexes>(target),
  };
}

function targetOf(options: ClientOptions, type: ResourceType): Target {
  const collection = collectionPath(type);
  return {
    transport: createTransport(options),
    type,
    collection,
    envelope: { apiVersion: apiVersionOf(type), kind: type.kind },
    pathOf: (name) => `${collection}/${segmentOf(name)}`,
    tagOf: (state) => state && stateTag(state),
  };
}

/** @throws {RangeError} where `fetch` would resolve the name as a relative path and ask for another address. */
function segmentOf(name: string): string {
  if (/^\.{0,2}$/.test(name)) {
    throw new RangeError(`${JSON.stringify(name)} is not the name of an object`);
  }
  return encodeURIComponent(name);
}
