import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string | boolean }
interface Union extends Extension<Spec> {}

export default defineModel<Union>({
  group: "g.example.com", version: "v2", kind: "Union", plural: "unions", singular: "union",
  storage: true,
});
