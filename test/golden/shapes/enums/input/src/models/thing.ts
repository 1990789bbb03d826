import { defineModel, index, type Extension } from "@cmgen/model";

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
  palette?: Color[];
  level?: 1 | 2.5 | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
  indexes: [index("spec.priority"), index("spec.color"), index("spec.red"), index("spec.level"), index("spec.palette")],
});
