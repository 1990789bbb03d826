import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Street {
  name: string;
  number?: Integer;
}

export interface Address {
  street: Street;
  city: string;
}

export interface ThingSpec {
  home: Address;
  work?: Address;
  /** Written out in place. */
  inline: { width: number; deep: { deeper?: { text: string } } };
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
