import { defineModel, type Extension } from "@cmgen/model";

/** @additionalProperties */
interface Open {
  known?: string;
}

export interface ThingSpec {
  /**
   * Whatever it is.
   * @additionalProperties
   */
  anything: unknown;
  /** @additionalProperties */
  object?: object;
  open?: Open;
  /** @schema { "type": "string", "format": "byte" } */
  bytes?: Uint8Array;
  /**
   * A position.
   * @schema { "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 }
   */
  position?: any;
}

export interface Thing extends Extension<ThingSpec> {}

export default defineModel<Thing>({
  group: "shapes.example.com",
  version: "v1",
  kind: "Thing",
  plural: "things",
  singular: "thing",
});
