import { defineModel, type Extension, type Integer } from "@cmgen/model";

export interface ThingSpec {
  ratio: number;
  count: Integer;
  offset?: Integer;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
