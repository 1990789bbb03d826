import type { Store } from "@cmgen/store";
import type { Service } from "../host/service.js";
import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import type {
  ObjectsByModel,
  ResourceAccess,
  TransactionAccess,
  TransactionResource,
} from "../resource/resource-access.js";
import { storeWith } from "../resource/store-with.js";
import { runTransaction } from "../resource/transaction/run-transaction.js";
import type { ActingAs } from "./own-context.js";
import { createResource } from "./resource-objects.js";

/**
 * Access to the objects of all models of a service, one at a time and several together.
 *
 * @param service asked for when it is needed, so that it can have this access itself.
 * @param as default: the plugin or the controller whose code runs.
 */
export function resourcesOf(service: () => Service, as?: ActingAs): ResourceAccess["resource"] {
  const one: ObjectsByModel = (model) => createResource(service(), model, as);
  return Object.assign(one, {
    transaction: <Result>(run: (tx: TransactionAccess) => Promise<Result>): Promise<Result> => {
      const outside = service();
      const isLimited = as?.caller !== undefined;
      return runTransaction(outside.store, (store) => run(accessIn(serviceIn(outside, store), as)), { isLimited });
    },
  });
}

/**
 * A service within a transaction. Hooks read in it what it has written, by name. What they list does not count as read, as in single writes: each of
 * many writes may have its hooks list.
 */
export function serviceIn(outside: Service, store: Store): Service {
  const list: Store["list"] = (model, plan, signal) => outside.store.list(model, plan, signal);
  const inside = { ...outside, store, isTransaction: true };
  const ofHooks: Service = { ...inside, store: storeWith(store, { list }), resource: resourcesOf(() => ofHooks) };
  return { ...inside, resource: ofHooks.resource };
}

function accessIn(inside: Service, as: ActingAs | undefined): TransactionAccess {
  return (model) => only(inside, model, as);
}

function only<T extends ExtensionObject, Indexes, References>(
  service: Service,
  model: ModelDescriptor<T, Indexes, References>,
  as: ActingAs | undefined,
): TransactionResource<T, KnownIndexes<Indexes>, References> {
  const whole = createResource(service, model, as);
  const { find, get, exists, list, create, replace, update, patch, apply, delete: remove, status } = whole;
  return { find, get, exists, list, create, replace, update, patch, apply, delete: remove, status };
}
