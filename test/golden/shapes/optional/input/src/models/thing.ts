import { defineModel, type Extension, type Integer } from "@cmgen/model";

interface Options {
  depth?: Integer;
}

export interface ThingSpec {
  required: string;
  optional?: string;
  /** May be left out, and says so itself. */
  undefinable: string | undefined;
  both?: string | undefined;
  options?: Options;
  readonly fixed?: readonly Options[];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
