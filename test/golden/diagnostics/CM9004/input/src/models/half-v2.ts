import { defineModel, type Extension } from "@cmgen/model";

interface HalfV2Spec { b: string }
interface Half extends Extension<HalfV2Spec> {}

export default defineModel<Half>({
  group: "g.example.com", version: "v2", kind: "Half", plural: "halfs", singular: "half",
  storage: true,
  convert: { from: {}, to: { v1: ({ spec }) => ({ spec: { a: spec.b } }) } },
});
