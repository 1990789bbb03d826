import { defineModel, type Extension, type Int64 } from "@cmgen/model";

export interface ThingSpec {
  serial: Int64;
  serials?: Int64[];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
