import type { Extension } from "../envelope/extension.js";
import { defineModel } from "./define-model.js";

interface Old extends Extension<{ name: string }> {}
interface Now extends Extension<{ first: string; last: string }, { seen: boolean }> {}

const attributes = { group: "g.example.com", version: "v1", kind: "Person", plural: "people", singular: "person" };

defineModel<Now, { v1alpha1: Old }>({
  ...attributes,
  storage: true,
  convert: {
    from: {
      v1alpha1: (old, stored) => ({
        spec: { first: old.spec.name, last: stored?.spec.last ?? "" },
        ...(stored?.status && { status: { seen: stored.status.seen } }),
      }),
    },
    to: { v1alpha1: ({ spec }) => ({ spec: { name: `${spec.first} ${spec.last}` } }) },
  },
});

defineModel<Now>({ ...attributes, served: false, deprecated: "use v2" });

// @ts-expect-error -- conversions are missing
defineModel<Now, { v1alpha1: Old }>({ ...attributes, storage: true });

defineModel<Now, { v1alpha1: Old }>({
  ...attributes,
  convert: {
    from: {
      // @ts-expect-error -- a field is missing
      v1alpha1: (old) => ({ spec: { first: old.spec.name } }),
    },
    // @ts-expect-error -- there is no such field
    to: { v1alpha1: ({ spec }) => ({ spec: { name: spec.name } }) },
  },
});

defineModel<Now, { v1alpha1: Old }>({
  ...attributes,
  convert: {
    // @ts-expect-error -- metadata is the service's
    from: { v1alpha1: (old) => ({ spec: { first: old.metadata.name, last: "" } }) },
    // @ts-expect-error -- v1alpha1 is not converted
    to: {},
  },
});

defineModel<Now>({
  ...attributes,
  // @ts-expect-error -- types of other versions are not named
  convert: { from: {}, to: {} },
});
