import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string | number }
interface Union extends Extension<Spec> {}

export default defineModel<Union>({
  group: "g.example.com", version: "v1", kind: "Union", plural: "unions", singular: "union",
});
