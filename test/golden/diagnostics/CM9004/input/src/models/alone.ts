import { defineModel, type Extension } from "@cmgen/model";

interface AloneSpec { a: string }
interface Alone extends Extension<AloneSpec> {}

export default defineModel<Alone>({
  group: "g.example.com", version: "v1", kind: "Alone", plural: "alones", singular: "alone",
  convert: { from: { v0: (old) => old }, to: { v0: (object) => object } },
});
