import { defineModel, type Extension } from "@cmgen/model";

type Size = "S" | "M" | "L";

export interface ThingSpec {
  only: "this";
  answer: 42;
  size: Size;
  /** A level of protection; `0` is none. */
  level: 0 | 1 | 2;
  mixed: "auto" | -1 | true | null;
  sizeOrAuto?: Size | "auto";
  "quote\"and\nline"?: "a\"b" | "c\nd" | "`${x}`";
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
