import { defineModel, type Extension } from "@cmgen/model";

/** How urgent it is. */
export enum Priority {
  Low,
  High = 10,
  Higher,
}

export enum Color {
  Red = "RED",
  Green = "GREEN",
}

enum Mixed {
  No = 0,
  Yes = "YES",
}

export interface ThingSpec {
  priority: Priority;
  color?: Color;
  mixed?: Mixed;
  /** One member of an enum. */
  red?: Color.Red;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
