import type { ResourceAccess } from "../resource/resource-access.js";
import type { Writer } from "../access/writer.js";
import { resourcesOf } from "../objects/resources-of.js";
import { storeWith } from "../resource/store-with.js";
import type { Service } from "../host/service.js";
import type { BatchOutcome, HeldLock, Store, StoredModel, WriteOutcome } from "@cmgen/store";

type Lock = Pick<HeldLock, "isHeld" | "fence">;

/**
 * Access to objects that writes only while a lock is held. A process that was stopped resumes in the middle of its work, when another one may
 * have taken over. Then its writes reject, those as well that waited in a queue meanwhile: the write's transaction looks at the lock again.
 */
export function fencedAccess(service: Service, lock: Lock, writer: Writer): ResourceAccess {
  const fenced = { ...service, store: fencedStore(service.store, lock) };
  return { resource: resourcesOf(() => fenced, { writer: () => writer }) };
}

function fencedStore(store: Store, lock: Lock): Store {
  const { fence } = lock;
  const fenced = (model: StoredModel): StoredModel => (fence === undefined ? model : { ...model, fence });
  const held = async <Outcome extends WriteOutcome | BatchOutcome>(write: () => Promise<Outcome>): Promise<Outcome> => {
    if (!lock.isHeld()) throw notHeld();
    const outcome = await write();
    if (isSuperseded(outcome) && !lock.isHeld()) throw notHeld();
    return outcome;
  };
  return storeWith(store, {
    create: (model, record) => held(() => store.create(fenced(model), record)),
    replace: (model, record, version) => held(() => store.replace(fenced(model), record, version)),
    remove: (model, removal) => held(() => store.remove(fenced(model), removal)),
    writeAll: ({ jobs, guards = [] }) =>
      held(() => store.writeAll({ jobs: jobs.map((job) => ({ ...job, model: fenced(job.model) })), guards })),
  });
}

function isSuperseded(outcome: WriteOutcome | BatchOutcome): boolean {
  if (outcome.refused !== "jobs") return outcome.refused === "superseded";
  return outcome.jobs.some(({ refusal }) => refusal.refused === "superseded");
}

function notHeld(): Error {
  return new Error("Another process may run this controller by now: nothing was written.");
}
