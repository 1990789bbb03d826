import { defineModel, type Extension } from "@cmgen/model";

export interface ThingSpec {
  open: boolean;
  always?: true;
  never?: false | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
