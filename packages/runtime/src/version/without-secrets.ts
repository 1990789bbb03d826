import type { StoredObjectMeta } from "@cmgen/model";
import { FieldMask } from "../document/field-mask.js";
import type { ExtensionObject, ModelDescriptor } from "../model/model-descriptor.js";

/** An object as callers see it. */
export interface PublicObject {
  apiVersion: string;
  kind: string;
  metadata: StoredObjectMeta;
  spec?: unknown;
  status?: unknown;
}

/**
 * An object of a model without its `@secret` fields, as the service would answer it: for endpoints that answer whole objects. The object itself
 * is not changed.
 */
export function withoutSecrets<T extends ExtensionObject, Indexes, References>(
  { secrets = [] }: ModelDescriptor<T, Indexes, References>,
  object: PublicObject,
): PublicObject {
  return new FieldMask(secrets).shown(object);
}
