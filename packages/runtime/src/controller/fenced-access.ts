import type { ResourceAccess } from "../resource/resource-access.js";
import type { Writer } from "../access/writer.js";
import { createResource } from "../objects/resource-objects.js";
import type { Service } from "../host/service.js";
import type { HeldLock, Store, StoredModel, WriteOutcome } from "@cmgen/store";

type Lock = Pick<HeldLock, "isHeld" | "fence">;

/**
 * Access to objects that writes only while a lock is held. A process that was stopped resumes in the middle of its work, when another one may
 * have taken over. Then its writes reject, those as well that waited in a queue meanwhile: the write's transaction looks at the lock again.
 */
export function fencedAccess(service: Service, lock: Lock, writer: Writer): ResourceAccess {
  const fenced = { ...service, store: fencedStore(service.store, lock) };
  return { resource: (model) => createResource(fenced, model, { writer: () => writer }) };
}

type Writes = Pick<Store, "create" | "replace" | "remove">;

function fencedStore(store: Store, lock: Lock): Store {
  const { fence } = lock;
  const write = async (
    model: StoredModel,
    run: (model: StoredModel) => Promise<WriteOutcome>,
  ): Promise<WriteOutcome> => {
    if (!lock.isHeld()) throw notHeld();
    const outcome = await run(fence === undefined ? model : { ...model, fence });
    if (outcome.refused === "superseded" && !lock.isHeld()) throw notHeld();
    return outcome;
  };
  const writes: Writes = {
    create: (model, record) => write(model, (fenced) => store.create(fenced, record)),
    replace: (model, record, version) => write(model, (fenced) => store.replace(fenced, record, version)),
    remove: (model, removal) => write(model, (fenced) => store.remove(fenced, removal)),
  };
  return new Proxy(store, {
    get(target, name) {
      if (Object.hasOwn(writes, name)) return writes[name as keyof Writes];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function"
        ? (...given: readonly unknown[]): unknown => Reflect.apply(member, target, given)
        : member;
    },
  });
}

function notHeld(): Error {
  return new Error("Another process may run this controller by now: nothing was written.");
}
