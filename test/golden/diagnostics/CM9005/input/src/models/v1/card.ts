import { defineModel, index, type Extension } from "@cmgen/model";

interface Spec { a: string }
interface Card extends Extension<Spec> {}

export default defineModel<Card>({
  group: "g.example.com", version: "v1", kind: "Card", plural: "cards", singular: "card",
  indexes: [index("spec.a")],
});
