import { defineModel, type Extension, type Timestamp } from "@cmgen/model";

export interface ThingSpec {
  start: Timestamp;
  end?: Timestamp | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
