import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: "x" | "z" }
interface Choice extends Extension<Spec> {}

export default defineModel<Choice>({
  group: "g.example.com", version: "v2", kind: "Choice", plural: "choices", singular: "choice",
  storage: true,
});
