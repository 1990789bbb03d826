import { defineModel, type Extension } from "@cmgen/model";

interface UnionV1Spec { a: string | number }
interface Union extends Extension<UnionV1Spec> {}

export default defineModel<Union>({
  group: "g.example.com", version: "v1", kind: "Union", plural: "unions", singular: "union",
});
