import { defineModel, type Extension, type Integer } from "@cmgen/model";

export interface ThingSpec {
  point: [x: number, y: number];
  range?: readonly [Integer, Integer?];
  path?: [string, ...Integer[]];
  none?: [];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
