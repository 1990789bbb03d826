import { defineModel, type Extension } from "@cmgen/model";

interface Square {
  side: number;
}

interface Circle {
  radius: number;
}

export interface ThingSpec {
  id: string | number;
  shape: Square | Circle;
  oneOrMore: string | string[];
  flagOrText?: boolean | string | null;
  texts?: (string | Square)[];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
