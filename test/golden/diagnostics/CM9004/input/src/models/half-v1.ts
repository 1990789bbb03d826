import { defineModel, type Extension } from "@cmgen/model";

interface HalfV1Spec { a: string }
interface Half extends Extension<HalfV1Spec> {}

export default defineModel<Half>({
  group: "g.example.com", version: "v1", kind: "Half", plural: "halfs", singular: "half",
});
