import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: number }
interface Shape extends Extension<Spec> {}

export default defineModel<Shape>({
  group: "g.example.com", version: "v2", kind: "Shape", plural: "shapes", singular: "shape",
  storage: true,
});
