import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: [string, string] }
interface Pair extends Extension<Spec> {}

export default defineModel<Pair>({
  group: "g.example.com", version: "v2", kind: "Pair", plural: "pairs", singular: "pair",
  storage: true,
});
