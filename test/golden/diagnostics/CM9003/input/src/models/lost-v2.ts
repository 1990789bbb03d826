import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string }
interface Lost extends Extension<Spec> {}

export default defineModel<Lost>({
  group: "g.example.com", version: "v2", kind: "Lost", plural: "losts", singular: "lost",
  storage: true,
});
