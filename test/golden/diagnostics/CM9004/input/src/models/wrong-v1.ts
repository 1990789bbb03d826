import { defineModel, type Extension } from "@cmgen/model";

interface WrongV1Spec { a: string }
interface Wrong extends Extension<WrongV1Spec> {}

export default defineModel<Wrong>({
  group: "g.example.com", version: "v1", kind: "Wrong", plural: "wrongs", singular: "wrong",
  convert: { from: { v2: (old) => old }, to: { v2: (object) => object } },
});
