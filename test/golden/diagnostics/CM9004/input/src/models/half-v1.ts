import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string }
interface Half extends Extension<Spec> {}

export default defineModel<Half>({
  group: "g.example.com", version: "v1", kind: "Half", plural: "halfs", singular: "half",
});
