import type { ExtensionObject, KnownIndexes, ModelDescriptor } from "../model/model-descriptor.js";
import { createWriteContext } from "../host/create-write-context.js";
import type { ResourceAccess } from "../resource/resource-access.js";
import { createResource } from "../resource/resource-facade.js";
import type { Service } from "../host/service.js";
import type { HeldLock, Store } from "@cmgen/store";

const WRITES: ReadonlySet<PropertyKey> = new Set<keyof Store>(["create", "replace", "remove"]);

/**
 * Access to objects that writes only while a lock is held. A process that was stopped resumes in the middle of its work, when another one may
 * have taken over. Then its writes reject.
 */
export function fencedAccess(service: Service, lock: Pick<HeldLock, "isHeld">): ResourceAccess {
  const fenced = { ...service, store: fencedStore(service.store, lock) };
  return {
    resource: <T extends ExtensionObject, Indexes>(model: ModelDescriptor<T, Indexes>) =>
      createResource<T, KnownIndexes<Indexes>>(createWriteContext(fenced, model)),
  };
}

function fencedStore(store: Store, lock: Pick<HeldLock, "isHeld">): Store {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== "function") return member;
      return (...given: readonly unknown[]): unknown => {
        if (!WRITES.has(name) || lock.isHeld()) return Reflect.apply(member, target, given);
        return Promise.reject(new Error("Another process may run this controller by now: nothing was written."));
      };
    },
  });
}
