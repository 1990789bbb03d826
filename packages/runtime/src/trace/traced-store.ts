import type { Store, StoredModel } from "@cmgen/store";
import { inSpan, isTracing } from "./telemetry.js";

/** The methods of a store that have spans: those about one model, by what their spans are called, and a batch. */
const OF_MODEL: ReadonlySet<PropertyKey> = new Set<keyof Store>([
  "read",
  "list",
  "aggregate",
  "create",
  "replace",
  "remove",
]);
const WRITE_ALL: PropertyKey = "writeAll" satisfies keyof Store;

/** The store, with a span for each statement that reads or writes objects. The store itself where nothing is traced. */
export function tracedStore(store: Store): Store {
  if (!isTracing()) return store;
  return new Proxy(store, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property, target);
      if (typeof value !== "function") return value;
      const call = (...given: readonly unknown[]): unknown => Reflect.apply(value, target, given);
      if (property === WRITE_ALL)
        return (...given: readonly unknown[]) =>
          inSpan(
            () => ({ name: "write batch" }),
            async () => call(...given),
          );
      if (!OF_MODEL.has(property)) return call;
      return (model: StoredModel, ...given: readonly unknown[]) => {
        const of = () => ({
          name: `${String(property)} ${model.plural}`,
          attributes: { "cmgen.resource": `${model.plural}.${model.group}` },
        });
        return inSpan(of, async () => call(model, ...given));
      };
    },
  });
}
