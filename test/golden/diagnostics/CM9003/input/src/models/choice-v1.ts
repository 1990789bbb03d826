import { defineModel, type Extension } from "@cmgen/model";

interface ChoiceV1Spec { a: "x" | "y" }
interface Choice extends Extension<ChoiceV1Spec> {}

export default defineModel<Choice>({
  group: "g.example.com", version: "v1", kind: "Choice", plural: "choices", singular: "choice",
});
