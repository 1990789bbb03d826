import { defineModel, type Extension } from "@cmgen/model";

export interface ThingSpec {
  title: string;
  note?: string;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
