import { defineModel, type Extension, type Ref } from "@cmgen/model";
import type { Lost } from "./lost-v1.js";

interface RefersV1Spec { friend?: Ref<Refers>; whom: Ref<Lost> }
interface Refers extends Extension<RefersV1Spec> {}

export default defineModel<Refers>({
  group: "g.example.com", version: "v1", kind: "Refers", plural: "refers", singular: "refer",
});
