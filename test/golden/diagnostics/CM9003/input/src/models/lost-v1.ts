import { defineModel, type Extension } from "@cmgen/model";

interface LostV1Spec { a: string; b: string }
export interface Lost extends Extension<LostV1Spec> {}

export default defineModel<Lost>({
  group: "g.example.com", version: "v1", kind: "Lost", plural: "losts", singular: "lost",
});
