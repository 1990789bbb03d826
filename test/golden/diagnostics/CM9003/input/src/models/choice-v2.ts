import { defineModel, type Extension } from "@cmgen/model";

interface ChoiceV2Spec { a: "x" | "z" }
interface Choice extends Extension<ChoiceV2Spec> {}

export default defineModel<Choice>({
  group: "g.example.com", version: "v2", kind: "Choice", plural: "choices", singular: "choice",
  storage: true,
});
