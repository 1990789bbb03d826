import { createResourceClient, type ResourceClient } from "@cmgen/client";
import { collectionPath, type AnyIndexes, type ObjectMetaInput } from "@cmgen/model";

import type { Connection } from "../server/connect.js";
import type { ServedObject } from "./served-object.js";
import type { ServedResource } from "./served-resource.js";

/** An object before the service has it. The service checks what is in it. */
export interface WritableObject {
  readonly metadata: ObjectMetaInput;
  readonly [part: string]: unknown;
}

/** Objects of a kind that the command line knows by its description only: what is answered is checked by `checkServedObject`. */
export type ResourceObjects = ResourceClient<ServedObject, WritableObject, AnyIndexes>;

/** The objects of a resource. */
export function objectsOf({ options }: Connection, resource: ServedResource): ResourceObjects {
  return createResourceClient(options, resource);
}

/** Path of an object, for what the interface of objects cannot say. */
export function objectPath(resource: ServedResource, name: string): string {
  return `${collectionPath(resource)}/${encodeURIComponent(name)}`;
}
