import { defineModel, type Extension } from "@cmgen/model";

interface ShapeV2Spec { a: number }
interface Shape extends Extension<ShapeV2Spec> {}

export default defineModel<Shape>({
  group: "g.example.com", version: "v2", kind: "Shape", plural: "shapes", singular: "shape",
  storage: true,
});
