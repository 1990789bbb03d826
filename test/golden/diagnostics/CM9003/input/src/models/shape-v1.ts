import { defineModel, type Extension } from "@cmgen/model";

interface Spec { a: string }
interface Shape extends Extension<Spec> {}

export default defineModel<Shape>({
  group: "g.example.com", version: "v1", kind: "Shape", plural: "shapes", singular: "shape",
});
