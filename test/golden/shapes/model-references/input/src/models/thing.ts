import { defineModel, type Extension } from "@cmgen/model";
import type { Owner } from "./owner.js";

export interface ThingSpec {
  parent?: Thing;
  owner: Owner;
  owners?: Owner[];
  /** The spec of the other model, without its envelope. */
  draft?: Owner["spec"];
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
