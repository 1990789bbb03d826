import { defineModel, type Extension } from "@cmgen/model";

interface PairV1Spec { a: [string, number] }
interface Pair extends Extension<PairV1Spec> {}

export default defineModel<Pair>({
  group: "g.example.com", version: "v1", kind: "Pair", plural: "pairs", singular: "pair",
});
