import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: [string, number] }
interface Pair extends Extension<Spec> {}

export default defineModel<Pair>({
  group: "g.example.com", version: "v1", kind: "Pair", plural: "pairs", singular: "pair",
});
