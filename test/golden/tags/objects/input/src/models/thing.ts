import { defineModel, type Extension } from "@cmgen/model";

/** @minProperties 1 */
interface Some {
  one?: string;
  two?: string;
}

/** @additionalProperties */
interface Open {
  name: string;
}

export interface ThingSpec {
  some: Some;
  /** @minProperties 1 @maxProperties 2 */
  record?: Record<string, string>;
  open?: Open;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "tags.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
