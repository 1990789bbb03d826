import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Alike } from "./alike-v2.js";

interface RefersV2Spec { friend?: Ref<Refers>; whom: Ref<Alike> }
interface Refers extends Extension<RefersV2Spec> {}

export default defineModel<Refers>({
  group: "g.example.com", version: "v2", kind: "Refers", plural: "refers", singular: "refer",
  storage: true,
});
