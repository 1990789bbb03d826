import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Point {
  x: number;
}

export interface ThingSpec {
  tags: string[];
  grid: readonly (readonly Integer[])[];
  points?: Array<Point>;
  sizes?: ReadonlyArray<"S" | "M">;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
