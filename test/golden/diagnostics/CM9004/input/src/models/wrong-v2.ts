import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string }
interface Wrong extends Extension<Spec> {}

export default defineModel<Wrong>({
  group: "g.example.com", version: "v2", kind: "Wrong", plural: "wrongs", singular: "wrong",
  storage: true,
});
