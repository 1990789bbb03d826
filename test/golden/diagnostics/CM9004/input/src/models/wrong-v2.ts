import { defineModel, type Extension } from "@cmgen/model";

interface WrongV2Spec { a: string }
interface Wrong extends Extension<WrongV2Spec> {}

export default defineModel<Wrong>({
  group: "g.example.com", version: "v2", kind: "Wrong", plural: "wrongs", singular: "wrong",
  storage: true,
});
