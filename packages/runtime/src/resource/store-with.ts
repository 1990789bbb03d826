import type { Store } from "@cmgen/store";

/** A store some of whose methods do something else. */
export function storeWith(store: Store, methods: Partial<Store>): Store {
  return new Proxy(store, {
    get(target, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Store];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function"
        ? (...given: readonly unknown[]): unknown => Reflect.apply(member, target, given)
        : member;
    },
  });
}
