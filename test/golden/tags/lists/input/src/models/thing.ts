import { defineModel, type Extension } from "@cmgen/model";

/** @maxItems 2 */
type Few = string[];

interface Point {
  x: number;
}

export interface ThingSpec {
  /** @minItems 1 @maxItems 3 @uniqueItems */
  tags: string[];
  /** @uniqueItems */
  points?: Point[];
  few?: Few;
  /** @minItems 1 */
  atLeastOne?: readonly string[] | null;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
