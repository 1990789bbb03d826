import { defineModel, type Extension } from "@cmgen/model";

interface PairV2Spec { a: [string, string] }
interface Pair extends Extension<PairV2Spec> {}

export default defineModel<Pair>({
  group: "g.example.com", version: "v2", kind: "Pair", plural: "pairs", singular: "pair",
  storage: true,
});
