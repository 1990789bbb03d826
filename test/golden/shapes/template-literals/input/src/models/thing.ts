import { defineModel, type Extension, type Integer } from "@cmgen/model";

type Unit = "px" | "em";

export interface ThingSpec {
  image: `img-${string}`;
  width: `${number}${Unit}`;
  version?: `v${Integer}.${Integer}`;
  toggle?: `is-${boolean}`;
  dotted?: `a.b+${string}(c)`;
  exact?: `${Unit}-${"s" | "m"}`;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
