import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string }
interface Card extends Extension<Spec> {}

export default defineModel<Card>({
  group: "g.example.com", version: "v2", kind: "Card", plural: "cards", singular: "card",
  storage: true,
});
