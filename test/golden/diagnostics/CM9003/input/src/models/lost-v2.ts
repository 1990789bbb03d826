import { defineModel, type Extension } from "@cmgen/model";

interface LostV2Spec { a: string }
interface Lost extends Extension<LostV2Spec> {}

export default defineModel<Lost>({
  group: "g.example.com", version: "v2", kind: "Lost", plural: "losts", singular: "lost",
  storage: true,
});
