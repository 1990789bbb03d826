import type { Store, StoredModel } from "@cmgen/store";
import { storeWith } from "../resource/store-with.js";
import { inSpan, isTracing, type Traced } from "../trace/telemetry.js";

/** The store, with a span for each statement that reads or writes objects. The store itself where nothing is traced. */
export function tracedStore(store: Store): Store {
  if (!isTracing()) return store;
  const listsOf = (from: Store["replica"]): Store["replica"] => ({
    list: (model, plan, signal) => inSpan(on("list", model), () => from.list(model, plan, signal)),
    aggregate: (model, plan, signal) => inSpan(on("aggregate", model), () => from.aggregate(model, plan, signal)),
  });
  return storeWith(store, {
    ...listsOf(store),
    replica: listsOf(store.replica),
    read: (model, name) => inSpan(on("read", model, name), () => store.read(model, name)),
    create: (model, record) => inSpan(on("create", model, record.name), () => store.create(model, record)),
    replace: (model, record, version) =>
      inSpan(on("replace", model, record.name), () => store.replace(model, record, version)),
    remove: (model, removal) => inSpan(on("remove", model, removal.name), () => store.remove(model, removal)),
    writeAll: (batch) => inSpan(ofBatch(batch.jobs.length), () => store.writeAll(batch)),
  });
}

function on(what: string, { group, plural }: StoredModel, name?: string): () => Traced {
  const object = name !== undefined && { "cmgen.object": name };
  return () => ({ name: `${what} ${plural}`, attributes: { "cmgen.resource": `${plural}.${group}`, ...object } });
}

function ofBatch(writes: number): () => Traced {
  return () => ({ name: "write batch", attributes: { "cmgen.writes": writes } });
}
