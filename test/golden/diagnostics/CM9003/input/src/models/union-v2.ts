import { defineModel, type Extension } from "@cmgen/model";

interface UnionV2Spec { a: string | boolean }
interface Union extends Extension<UnionV2Spec> {}

export default defineModel<Union>({
  group: "g.example.com", version: "v2", kind: "Union", plural: "unions", singular: "union",
  storage: true,
});
