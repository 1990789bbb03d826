import { defineModel, type Extension } from "@cmgen/model";

interface ShapeV1Spec { a: string }
interface Shape extends Extension<ShapeV1Spec> {}

export default defineModel<Shape>({
  group: "g.example.com", version: "v1", kind: "Shape", plural: "shapes", singular: "shape",
});
